import { type OnboardingValues, toClientData } from '../../domain/enrollment.ts'
import type { StoredEnrollment } from '../../deliveries/stored-enrollment.ts'

/** A completed enrollment as the table holds it, every value different from every other. */
export const sampleEnrollment: StoredEnrollment = {
  id: '0b7e6c1d-3a52-4c0e-9f57-2f3b8f6f1a10',
  customer_name: 'Mary Jo Ann van der Berg',
  middle_name: 'Ann',
  customer_email: 'mary@example.org',
  customer_phone: '(555) 555-0123',
  date_of_birth: '1984-05-06',
  ssn_last_four: '4821',
  street_address: '7 Orchard Street',
  city: 'Springfield',
  state: 'OH',
  zip_code: '45501',
  preferred_contact_method: 'text',
  plan_name: 'Standard Repair',
  notes: 'Call after six',
}

/** What the client typed for it. */
export const sampleValues: OnboardingValues = {
  firstName: 'Mary Jo',
  middleName: 'Ann',
  lastName: 'van der Berg',
  dateOfBirth: '1984-05-06',
  ssnLastFour: '4821',
  email: 'mary@example.org',
  phone: '(555) 555-0123',
  preferredContactMethod: 'text',
  streetAddress: '7 Orchard Street',
  city: 'Springfield',
  state: 'OH',
  zipCode: '45501',
  notes: 'Call after six',
}

/** What the site sends for it (R-CLIENT-DATA). */
export const sampleSubmission = {
  enrollmentId: sampleEnrollment.id,
  clientData: toClientData(sampleValues, 'Standard Repair'),
}
