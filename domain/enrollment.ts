import * as v from 'valibot'
import { emailLimit, emailSchema } from './email-address.ts'
import { plainText } from './plain-text.ts'

/**
 * The onboarding form: its fields, limits and messages (R-ONBOARDING-LIMITS), and the two shapes of its values: a row of
 * the table `enrollments` (R-ENROLLMENT-ROW) and the payload of the delivery function (R-CLIENT-DATA).
 */

export const contactMethods = ['email', 'phone', 'text'] as const
export type ContactMethod = (typeof contactMethods)[number]

export const states = [
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY',
  'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND',
  'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY',
] as const

/** Lengths in characters, as PostgreSQL counts them (R-ONBOARDING-LIMITS). The table's constraints have the same figures. */
export const limits = {
  firstName: 100,
  middleName: 100,
  lastName: 100,
  email: emailLimit,
  phoneMin: 10,
  phone: 20,
  ssnLastFour: 4,
  streetAddress: 200,
  city: 100,
  zipCodeMin: 5,
  zipCode: 10,
  notes: 1000,
  planName: 100,
} as const

/** `YYYY-MM-DD`; an earlier date is a typo (R-ONBOARDING-BIRTH). The table has the same bound. */
export const earliestDateOfBirth = '1900-01-01'

/** The plan recorded when the address names none or an empty one (R-ONBOARDING-PARAMETERS). */
export const defaultPlanName = 'Credit Repair Plan'

const tooLong = (field: string, most: number) => `${field} must be at most ${most} characters`

const text = v.pipe(v.string(), v.transform(plainText))

const required = (field: string, most: number) =>
  v.pipe(text, v.nonEmpty(`${field} is required`), v.maxCodePoints(most, tooLong(field, most)))

const optional = (field: string, most: number) => v.pipe(text, v.maxCodePoints(most, tooLong(field, most)))

/** Typed values in, trimmed values out. Of a field's faults, the first is shown (R-ONBOARDING-LIMITS). */
export const onboardingSchema = v.object({
  firstName: required('First name', limits.firstName),
  middleName: optional('Middle name', limits.middleName),
  lastName: required('Last name', limits.lastName),
  // A native date control gives '' for anything that is not a date.
  dateOfBirth: v.pipe(
    v.string(),
    v.trim(),
    v.isoDate('Date of birth is required'),
    v.check(isInCalendar, 'Date of birth is required'),
    v.minValue(earliestDateOfBirth, 'Please check the year of birth'),
  ),
  // R-ONBOARDING-SSN: the length first, then the digits.
  ssnLastFour: v.pipe(
    v.string(),
    v.trim(),
    v.length(limits.ssnLastFour, 'Must be exactly 4 digits'),
    v.regex(/^[0-9]+$/, 'Must be numbers only'),
  ),
  email: emailSchema,
  phone: v.pipe(
    text,
    v.minCodePoints(limits.phoneMin, 'Phone number must be at least 10 digits'),
    v.maxCodePoints(limits.phone, tooLong('Phone number', limits.phone)),
  ),
  preferredContactMethod: v.picklist(contactMethods, 'Please select a contact method'),
  streetAddress: required('Street address', limits.streetAddress),
  city: required('City', limits.city),
  state: v.picklist(states, 'Please select a state'),
  zipCode: v.pipe(
    text,
    v.minCodePoints(limits.zipCodeMin, 'ZIP code must be at least 5 digits'),
    v.maxCodePoints(limits.zipCode, tooLong('ZIP code', limits.zipCode)),
  ),
  notes: optional('Notes', limits.notes),
})

/** The same where a calendar is at hand: `today` is the visitor's own date, `YYYY-MM-DD`. */
export const onboardingSchemaOn = (today: string) =>
  v.object({
    ...onboardingSchema.entries,
    dateOfBirth: v.pipe(
      onboardingSchema.entries.dateOfBirth,
      // Dates in this form sort as texts do.
      v.ltValue(today, 'Date of birth must be in the past'),
    ),
  })

/** Whether a `YYYY-MM-DD` names a day that exists: 2023-02-29 does not. */
function isInCalendar(isoDate: string): boolean {
  const day = new Date(`${isoDate}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(isoDate)
}

export type OnboardingValues = v.InferOutput<typeof onboardingSchema>
export type OnboardingField = keyof OnboardingValues

/** The plan's name from the address: free text, capped, never empty (R-ONBOARDING-PARAMETERS). */
export function planNameFrom(parameter: string | null): string {
  // By whole characters: half of one can be neither sent nor stored.
  const characters = Array.from(plainText(parameter ?? ''))
  return characters.slice(0, limits.planName).join('').trim() || defaultPlanName
}

/** First, middle (where given) and last name, joined by one space (R-CUSTOMER-NAME). */
export function customerName(names: Pick<OnboardingValues, 'firstName' | 'middleName' | 'lastName'>): string {
  return [names.firstName, names.middleName, names.lastName].filter(Boolean).join(' ')
}

/** The columns that onboarding writes (R-ENROLLMENT-ROW). An optional value left empty is null. */
export function toEnrollmentRow(values: OnboardingValues, planName: string, userId: string) {
  return {
    customer_name: customerName(values),
    customer_email: values.email,
    customer_phone: values.phone,
    middle_name: values.middleName || null,
    date_of_birth: values.dateOfBirth,
    ssn_last_four: values.ssnLastFour,
    street_address: values.streetAddress,
    city: values.city,
    state: values.state,
    zip_code: values.zipCode,
    preferred_contact_method: values.preferredContactMethod,
    notes: values.notes || null,
    plan_name: planName,
    onboarding_completed: true,
    // The browser writes these two, and the database never takes them as proof of payment (R-PAYMENT-PROOF).
    payment_status: 'completed',
    plan_price: 0,
    user_id: userId,
  }
}

/** The payload's `clientData` (R-CLIENT-DATA). An optional value left empty is '' with its key present. */
export function toClientData(values: OnboardingValues, planName: string) {
  return {
    firstName: values.firstName,
    middleName: values.middleName,
    lastName: values.lastName,
    email: values.email,
    phone: values.phone,
    dateOfBirth: values.dateOfBirth,
    ssnLastFour: values.ssnLastFour,
    address: {
      street: values.streetAddress,
      city: values.city,
      state: values.state,
      zipCode: values.zipCode,
    },
    preferredContactMethod: values.preferredContactMethod,
    planName,
    notes: values.notes,
  }
}

export type EnrollmentRow = ReturnType<typeof toEnrollmentRow>
export type ClientData = ReturnType<typeof toClientData>
