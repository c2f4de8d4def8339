import * as v from 'valibot'
import { isInCalendar } from './day.ts'
import { emailSchema } from './email-address.ts'
import { type ClientColumn, type EnrollmentField, enrollmentFieldNames, enrollmentFields, type FieldWith, type OnboardingField } from './enrollment-fields.ts'
import { plainLine, plainText } from './plain-text.ts'
import { problem } from './problems.ts'
import { recordOf } from './tables.ts'

/**
 * The onboarding form: the validation of its fields (R-ONBOARDING-LIMITS), and the two shapes of its values: a row of the table
 * `enrollments` (R-ENROLLMENT-ROW) and the payload of the delivery function (R-CLIENT-DATA). The fields themselves are in
 * `enrollment-fields.ts`.
 */

export const contactMethods = ['email', 'phone', 'text'] as const
export type ContactMethod = (typeof contactMethods)[number]

export const states = [
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY',
  'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND',
  'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY',
] as const

/** `YYYY-MM-DD`; an earlier date is a typo (R-ONBOARDING-BIRTH). The table has the same limit. */
export const earliestDateOfBirth = '1900-01-01'

/** The plan recorded when the address names none or an empty one (R-ONBOARDING-PARAMETERS). */
const defaultPlanName = 'Credit Repair Plan'

/** A trimmed text within the field's length, without control characters; only `lines` keep tabs and line breaks. */
function plain(field: FieldWith<'kind', 'text' | 'lines'>) {
  const { kind, min, max, need } = enrollmentFields[field]
  return v.pipe(
    v.string(),
    v.transform(kind === 'lines' ? plainText : plainLine),
    v.minCodePoints(need === 'optional' ? 0 : min, problem(min > 1 ? 'too-short' : 'required')),
    v.maxCodePoints(max, problem('too-long')),
  )
}

/** Validates typed values and returns them trimmed, in the order of the form. Of a field's faults, the first is shown (R-ONBOARDING-LIMITS). */
export const onboardingSchema = v.object({
  firstName: plain('firstName'),
  middleName: plain('middleName'),
  lastName: plain('lastName'),
  // A native date control gives '' for anything that is not a date.
  dateOfBirth: v.pipe(
    v.string(),
    v.trim(),
    v.isoDate(problem('required')),
    v.check(isInCalendar, problem('required')),
    v.minValue(earliestDateOfBirth, problem('too-early')),
  ),
  // R-ONBOARDING-SSN: the length first, then the digits.
  ssnLastFour: v.pipe(
    v.string(),
    v.trim(),
    v.length(enrollmentFields.ssnLastFour.max, problem('wrong-length')),
    v.regex(/^[0-9]+$/, problem('not-digits')),
  ),
  email: emailSchema,
  phone: plain('phone'),
  preferredContactMethod: v.picklist(contactMethods, problem('not-chosen')),
  streetAddress: plain('streetAddress'),
  city: plain('city'),
  state: v.picklist(states, problem('not-chosen')),
  zipCode: plain('zipCode'),
  notes: plain('notes'),
} satisfies Record<OnboardingField, v.GenericSchema<string>>)

/** In the payload only: the form takes the plan from its address. */
export const planNameSchema = v.pipe(
  v.string(),
  v.transform(plainLine),
  v.nonEmpty('must not be empty'),
  v.maxCodePoints(enrollmentFields.planName.max, `must be at most ${enrollmentFields.planName.max} characters`),
)

/** The same with a date of birth in the past; `today` is the visitor's own date, `YYYY-MM-DD`. */
export const onboardingSchemaOn = (today: string) =>
  v.object({
    ...onboardingSchema.entries,
    dateOfBirth: v.pipe(
      onboardingSchema.entries.dateOfBirth,
      // ISO dates sort as strings.
      v.ltValue(today, problem('not-past')),
    ),
  })

export type OnboardingValues = v.InferOutput<typeof onboardingSchema>

/** The plan's name from the address: free text, capped, never empty (R-ONBOARDING-PARAMETERS). */
export function planNameFrom(parameter: string | null): string {
  // Cut between code points: half of a surrogate pair can be neither sent nor stored.
  const characters = Array.from(plainLine(parameter ?? ''))
  return characters.slice(0, enrollmentFields.planName.max).join('').trim() || defaultPlanName
}

/** First, middle (where given) and last name, joined by one space (R-CUSTOMER-NAME). */
export function customerName(names: Pick<OnboardingValues, 'firstName' | 'middleName' | 'lastName'>): string {
  return [names.firstName, names.middleName, names.lastName].filter(Boolean).join(' ')
}

/** The columns that onboarding writes (R-ENROLLMENT-ROW). An optional value left empty is null. */
export function toEnrollmentRow(values: OnboardingValues, planName: string, userId: string) {
  const given = { ...values, planName }
  const columns = new Map<ClientColumn, string | null>(
    enrollmentFieldNames.map((field) => {
      const { column, need } = enrollmentFields[field]
      return [column, need === 'optional' ? given[field] || null : given[field]]
    }),
  )
  columns.set('customer_name', customerName(values))
  return {
    ...recordOf([...columns.keys()], (column) => columns.get(column)),
    onboarding_completed: true,
    // The browser writes these two, and the database never takes them as proof of payment (R-PAYMENT-PROOF).
    payment_status: 'completed',
    plan_price: 0,
    user_id: userId,
  }
}

type PayloadPlace = (typeof enrollmentFields)[EnrollmentField]['payload']
type AddressKey<Place = PayloadPlace> = Place extends `address.${infer Key}` ? Key : never

/** The shape of `clientData` (R-CLIENT-DATA): flat except for the address. */
export type Payload<Value> = Record<Exclude<PayloadPlace, `address.${string}`>, Value> & {
  address: Record<AddressKey, Value>
}

/** Puts a value for each field at its place in the payload. */
export function inPayload<Value>(valueOf: (field: EnrollmentField) => Value): Payload<Value>
export function inPayload(valueOf: (field: EnrollmentField) => unknown): object {
  const payload: Record<string, unknown> = {}
  for (const field of enrollmentFieldNames) {
    const [outer = '', inner] = enrollmentFields[field].payload.split('.')
    payload[outer] = inner ? Object.assign(payload[outer] ?? {}, { [inner]: valueOf(field) }) : valueOf(field)
  }
  return payload
}

/** The payload's `clientData` (R-CLIENT-DATA). An optional value left empty is '' with its key present. */
export function toClientData(values: OnboardingValues, planName: string): Payload<string> {
  const given = { ...values, planName }
  return inPayload((field) => given[field])
}

export type EnrollmentRow = ReturnType<typeof toEnrollmentRow>
export type ClientData = Payload<string>
