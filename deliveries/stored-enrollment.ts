import * as v from 'valibot'
import { optionalColumns, requiredColumns } from '../domain/enrollment-columns.ts'

/**
 * The columns of a completed enrollment that a delivery sends. The table's own constraints guarantee that a completed
 * row has every required value. The date of birth is `YYYY-MM-DD`.
 */
export const storedEnrollmentSchema = v.object({
  id: v.string(),
  ...v.entriesFromList(requiredColumns, v.string()),
  ...v.entriesFromList(optionalColumns, v.nullable(v.string())),
})

export type StoredEnrollment = v.InferOutput<typeof storedEnrollmentSchema>

export const storedNameSchema = v.pick(storedEnrollmentSchema, ['id', 'customer_name', 'middle_name'])
export type StoredName = v.InferOutput<typeof storedNameSchema>

export const storedNameColumns = Object.keys(storedNameSchema.entries)
