import { customerName } from './enrollment.ts'
import { type ClientColumn, enrollmentFields, type OnboardingField } from './enrollment-fields.ts'
import { keysOf } from './tables.ts'

/**
 * What a client can correct by itself (R-ACCOUNT-CORRECTION), each with the fields that only make sense together: nobody
 * reads values back, so a part of a name or an address could not be joined with the rest.
 */
export const corrections = {
  name: ['firstName', 'middleName', 'lastName'],
  // Encrypted together (R-DETAILS-ENCRYPTED).
  details: ['dateOfBirth', 'ssnLastFour'],
  email: ['email'],
  phone: ['phone'],
  preferredContactMethod: ['preferredContactMethod'],
  address: ['streetAddress', 'city', 'state', 'zipCode'],
  notes: ['notes'],
} as const satisfies Record<string, readonly OnboardingField[]>

export type Correction = keyof typeof corrections

export const correctionNames = keysOf(corrections)

/** Columns of `enrollments` with their new values; the others stay as they are. An optional value left empty is null. */
export type CorrectedColumns = Partial<Record<ClientColumn, string | null>>

/** The columns that a correction writes, from valid values of its fields. */
export function correctedColumns(correction: Correction, values: Partial<Record<OnboardingField, string>>): CorrectedColumns {
  const columns: CorrectedColumns = {}
  for (const field of corrections[correction]) {
    const { column, need } = enrollmentFields[field]
    columns[column] = need === 'optional' ? values[field] || null : (values[field] ?? null)
  }
  const { firstName = '', middleName = '', lastName = '' } = values
  return correction === 'name' ? { ...columns, customer_name: customerName({ firstName, middleName, lastName }) } : columns
}
