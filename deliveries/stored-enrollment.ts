import * as v from 'valibot'
import { isOrdinaryColumn, optionalColumns, requiredColumns } from '../domain/enrollment-columns.ts'

/**
 * What a delivery sends of a completed enrollment. The table's own constraints guarantee that a completed
 * row has every required value. The date of birth is `YYYY-MM-DD`.
 */
export const storedEnrollmentSchema = v.object({
  id: v.string(),
  ...v.entriesFromList(requiredColumns, v.string()),
  ...v.entriesFromList(optionalColumns, v.nullable(v.string())),
})

export type StoredEnrollment = v.InferOutput<typeof storedEnrollmentSchema>

/** The same as the database hands it out: the sensitive columns together are one ciphertext, in Base64 (R-DETAILS-ENCRYPTED). */
export const leasedEnrollmentSchema = v.object({
  id: v.string(),
  ...v.entriesFromList(requiredColumns.filter(isOrdinaryColumn), v.string()),
  ...v.entriesFromList(optionalColumns, v.nullable(v.string())),
  personal_details: v.string(),
})

export const storedNameSchema = v.pick(storedEnrollmentSchema, ['id', 'customer_name', 'middle_name'])
export type StoredName = v.InferOutput<typeof storedNameSchema>

export const storedNameColumns = Object.keys(storedNameSchema.entries)
