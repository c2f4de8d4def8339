import { emailLimit } from './email-address.ts'
import { keysOf } from './tables.ts'

/** One field of an enrollment: a field of the form, or a parameter of the page. */
interface FieldRule {
  source: 'form' | 'address'
  /** `text` has one line, `lines` any number. */
  kind: 'text' | 'lines' | 'email' | 'date' | 'digits' | 'choice'
  /** Lengths in characters, as PostgreSQL counts them (R-ONBOARDING-LIMITS). The table's constraints have the same limits. */
  min: number
  max: number
  /** An optional field that is left empty is null in the row, and '' in the payload and the webhook. */
  need: 'required' | 'optional'
  /**
   * A sensitive field is never stored in the browser, is purged after delivery (R-RETENTION), and is part of a webhook or
   * an export only on request.
   */
  privacy: 'ordinary' | 'sensitive'
  /** Its column of `enrollments`. First and last name share one, with the middle name between them (R-CUSTOMER-NAME). */
  column: string
  /** Its place in `clientData` (R-CLIENT-DATA). */
  payload: string
  /** In the dispute system's web form: a separate field, or a line of the free text. */
  webform: 'field' | 'details'
}

/**
 * Every field of an enrollment. Row, payload, stored columns, webhook and web form are derived from this table. Schema,
 * words, controls, receipt, the staff's masks and the export are records with its keys, so the compiler reports each
 * place that lacks a field; `supabase/migrations/enrollment-fields.test.ts` reports each place in the SQL.
 */
export const enrollmentFields = {
  firstName: { source: 'form', kind: 'text', min: 1, max: 100, need: 'required', privacy: 'ordinary', column: 'customer_name', payload: 'firstName', webform: 'field' },
  middleName: { source: 'form', kind: 'text', min: 1, max: 100, need: 'optional', privacy: 'ordinary', column: 'middle_name', payload: 'middleName', webform: 'details' },
  lastName: { source: 'form', kind: 'text', min: 1, max: 100, need: 'required', privacy: 'ordinary', column: 'customer_name', payload: 'lastName', webform: 'field' },
  email: { source: 'form', kind: 'email', min: 1, max: emailLimit, need: 'required', privacy: 'ordinary', column: 'customer_email', payload: 'email', webform: 'field' },
  phone: { source: 'form', kind: 'text', min: 10, max: 20, need: 'required', privacy: 'ordinary', column: 'customer_phone', payload: 'phone', webform: 'field' },
  dateOfBirth: { source: 'form', kind: 'date', min: 10, max: 10, need: 'required', privacy: 'sensitive', column: 'date_of_birth', payload: 'dateOfBirth', webform: 'field' },
  ssnLastFour: { source: 'form', kind: 'digits', min: 4, max: 4, need: 'required', privacy: 'sensitive', column: 'ssn_last_four', payload: 'ssnLastFour', webform: 'field' },
  streetAddress: { source: 'form', kind: 'text', min: 1, max: 200, need: 'required', privacy: 'ordinary', column: 'street_address', payload: 'address.street', webform: 'field' },
  city: { source: 'form', kind: 'text', min: 1, max: 100, need: 'required', privacy: 'ordinary', column: 'city', payload: 'address.city', webform: 'field' },
  state: { source: 'form', kind: 'choice', min: 2, max: 2, need: 'required', privacy: 'ordinary', column: 'state', payload: 'address.state', webform: 'field' },
  zipCode: { source: 'form', kind: 'text', min: 5, max: 10, need: 'required', privacy: 'ordinary', column: 'zip_code', payload: 'address.zipCode', webform: 'field' },
  preferredContactMethod: { source: 'form', kind: 'choice', min: 4, max: 5, need: 'required', privacy: 'ordinary', column: 'preferred_contact_method', payload: 'preferredContactMethod', webform: 'details' },
  planName: { source: 'address', kind: 'text', min: 1, max: 100, need: 'required', privacy: 'ordinary', column: 'plan_name', payload: 'planName', webform: 'details' },
  notes: { source: 'form', kind: 'lines', min: 1, max: 1000, need: 'optional', privacy: 'ordinary', column: 'notes', payload: 'notes', webform: 'details' },
} as const satisfies Record<string, FieldRule>

type Fields = typeof enrollmentFields
export type EnrollmentField = keyof Fields

/** The fields whose property `Key` is `Value`. */
export type FieldWith<Key extends keyof FieldRule, Value> = {
  [Field in EnrollmentField]: Fields[Field][Key] extends Value ? Field : never
}[EnrollmentField]

/** In the order of the table. */
export const enrollmentFieldNames = keysOf(enrollmentFields)

/** The fields whose property `key` is `value`, in the order of the table. */
export function fieldsWith<const Key extends keyof FieldRule, const Value>(key: Key, value: Value): FieldWith<Key, Value>[]
export function fieldsWith(key: keyof FieldRule, value: unknown): string[] {
  return enrollmentFieldNames.filter((field) => enrollmentFields[field][key] === value)
}

export type OnboardingField = FieldWith<'source', 'form'>
export type SensitiveField = FieldWith<'privacy', 'sensitive'>

export const sensitiveFields = fieldsWith('privacy', 'sensitive')
export const isSensitive = (field: EnrollmentField): field is SensitiveField => enrollmentFields[field].privacy === 'sensitive'

/** A column with a client's value. */
export type ClientColumn = Fields[EnrollmentField]['column']
export type SensitiveColumn = Fields[SensitiveField]['column']
