import * as v from 'valibot'

/**
 * The onboarding form: its fields, limits and messages (§5), and the two shapes that its values
 * travel in: a row of the table `enrollments` (§3) and the payload of the delivery function (§7.5).
 */

export const contactMethods = ['email', 'phone', 'text'] as const
export type ContactMethod = (typeof contactMethods)[number]

export const states = [
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY',
  'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND',
  'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY',
] as const

/** Lengths in characters (§5, §9). The check constraints of the table carry the same figures. */
export const limits = {
  firstName: 100,
  middleName: 100,
  lastName: 100,
  email: 255,
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

/** The plan recorded when the address names none or an empty one (§2). */
export const defaultPlanName = 'Credit Repair Plan'

const tooLong = (field: string, most: number) => `${field} must be at most ${most} characters`

/** A trimmed text that may not be blank. */
const required = (field: string, most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(`${field} is required`), v.maxLength(most, tooLong(field, most)))

const optional = (field: string, most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, tooLong(field, most)))

/** Values as typed in, trimmed values out; each field stops at its first fault (§5). */
export const onboardingSchema = v.object({
  firstName: required('First name', limits.firstName),
  middleName: optional('Middle name', limits.middleName),
  lastName: required('Last name', limits.lastName),
  // A native date control gives '' for anything that is not a date.
  dateOfBirth: v.pipe(v.string(), v.trim(), v.isoDate('Date of birth is required')),
  ssnLastFour: v.pipe(
    v.string(),
    v.trim(),
    v.length(limits.ssnLastFour, 'Must be exactly 4 digits'),
    v.regex(/^[0-9]+$/, 'Must be numbers only'),
  ),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.email('Invalid email address'),
    v.maxLength(limits.email, tooLong('Email', limits.email)),
  ),
  phone: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(limits.phoneMin, 'Phone number must be at least 10 digits'),
    v.maxLength(limits.phone, tooLong('Phone number', limits.phone)),
  ),
  preferredContactMethod: v.picklist(contactMethods, 'Please select a contact method'),
  streetAddress: required('Street address', limits.streetAddress),
  city: required('City', limits.city),
  state: v.picklist(states, 'Please select a state'),
  zipCode: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(limits.zipCodeMin, 'ZIP code must be at least 5 digits'),
    v.maxLength(limits.zipCode, tooLong('ZIP code', limits.zipCode)),
  ),
  notes: optional('Notes', limits.notes),
})

export type OnboardingValues = v.InferOutput<typeof onboardingSchema>
export type OnboardingField = keyof OnboardingValues

/** The plan's name from the address: free text, trimmed, capped, never empty (§2). */
export function planNameFrom(parameter: string | null): string {
  return (parameter ?? '').trim().slice(0, limits.planName).trim() || defaultPlanName
}

/** First, middle (where given) and last name, joined by one space (§3). */
export function customerName(names: Pick<OnboardingValues, 'firstName' | 'middleName' | 'lastName'>): string {
  return [names.firstName, names.middleName, names.lastName].filter(Boolean).join(' ')
}

/** The columns that onboarding writes (§3). An optional value left empty is null. */
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
    // §3 has the browser write these two; the database never takes them as proof of payment.
    payment_status: 'completed',
    plan_price: 0,
    user_id: userId,
  }
}

/** The payload's `clientData` (§7.5). An optional value left empty is '' with its key present. */
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
