import * as v from 'valibot'

/**
 * The columns of a completed enrollment that a delivery sends. The table's own constraints guarantee that a completed
 * row has every required value. The date of birth is `YYYY-MM-DD`.
 */
export const storedEnrollmentSchema = v.object({
  id: v.string(),
  customer_name: v.string(),
  middle_name: v.nullable(v.string()),
  customer_email: v.string(),
  customer_phone: v.string(),
  date_of_birth: v.pipe(v.string(), v.isoDate()),
  ssn_last_four: v.string(),
  street_address: v.string(),
  city: v.string(),
  state: v.string(),
  zip_code: v.string(),
  preferred_contact_method: v.string(),
  plan_name: v.string(),
  notes: v.nullable(v.string()),
})

export type StoredEnrollment = v.InferOutput<typeof storedEnrollmentSchema>

export const storedNameSchema = v.pick(storedEnrollmentSchema, ['id', 'customer_name', 'middle_name'])
export type StoredName = v.InferOutput<typeof storedNameSchema>

export const storedNameColumns = Object.keys(storedNameSchema.entries)
