import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { onboardingProblem } from '../content/onboarding.ts'
import { validValues } from '../tests/helpers/enrollments.ts'
import { nameOf, onboardingBoundaries } from '../tests/helpers/onboarding-boundaries.ts'
import {
  customerName,
  onboardingSchemaOn,
  type OnboardingValues,
  planNameFrom,
  states,
  toClientData,
  toEnrollmentRow,
} from './enrollment.ts'
import { enrollmentFields, fieldsWith, type OnboardingField } from './enrollment-fields.ts'

const today = '2026-03-01'

/** The first problem of each field that has one, in words. */
function problemsOf(entries: object): Record<string, string | undefined> {
  const result = v.safeParse(onboardingSchemaOn(today), entries)
  const found = fieldsWith('source', 'form').flatMap((field) => {
    const issue = result.issues?.find(({ path }) => path?.[0].key === field)
    return issue ? [[field, onboardingProblem(field, issue)]] : []
  })
  return Object.fromEntries(found)
}

test.each(onboardingBoundaries.map((boundary) => ({ name: nameOf(boundary), ...boundary })))(
  '$name: $problem',
  ({ field, entry, problem }) => {
    expect(problemsOf({ ...validValues, [field]: entry })).toEqual(problem ? { [field]: problem } : {})
  },
)

test.each([
  ['2026-02-28', undefined],
  ['2026-03-01', 'Date of birth must be in the past'],
  ['2026-03-02', 'Date of birth must be in the past'],
  ['9999-12-31', 'Date of birth must be in the past'],
  // PostgreSQL would accept these; the form has only one date format.
  ['yesterday', 'Date of birth is required'],
  ['02/29/1980', 'Date of birth is required'],
  ['1980-2-9', 'Date of birth is required'],
])('a date of birth of %s on March 1, 2026: %s', (dateOfBirth, problem) => {
  expect(problemsOf({ ...validValues, dateOfBirth }).dateOfBirth).toBe(problem)
})

test('every field of an empty form says what it needs', () => {
  const blank = Object.fromEntries(Object.keys(validValues).map((field) => [field, ' ']))
  expect(problemsOf(blank)).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    dateOfBirth: 'Date of birth is required',
    ssnLastFour: 'Must be exactly 4 digits',
    email: 'Invalid email address',
    phone: 'Phone number must be at least 10 digits',
    preferredContactMethod: 'Please select a contact method',
    streetAddress: 'Street address is required',
    city: 'City is required',
    state: 'Please select a state',
    zipCode: 'ZIP code must be at least 5 digits',
  })
})

test('what was typed with blanks around it is taken without them', () => {
  const chosen = new Set(['preferredContactMethod', 'state'])
  const typed = Object.fromEntries(
    Object.entries(validValues).map(([field, value]) => [field, chosen.has(field) ? value : ` ${value}\u00a0\n`]),
  )
  expect(v.parse(onboardingSchemaOn(today), typed)).toEqual(validValues)
})

const isText = (field: OnboardingField) => ['text', 'lines'].includes(enrollmentFields[field].kind)

test('what a paste brings along unseen is left out of every text, and no text is made of it alone', () => {
  for (const field of fieldsWith('source', 'form').filter(isText)) {
    const entries = { ...validValues, [field]: '12345\0\u000c67890\u0085\ud800' }
    expect(v.parse(onboardingSchemaOn(today), entries)[field]).toBe('1234567890')
  }
  expect(problemsOf({ ...validValues, firstName: '\0' })).toEqual({ firstName: 'First name is required' })
})

test('notes keep tabs and line breaks, which become blanks in a text of one line', () => {
  const typed = 'Call after\r\n\tfive'
  expect(v.parse(onboardingSchemaOn(today), { ...validValues, notes: typed }).notes).toBe(typed)
  for (const field of fieldsWith('source', 'form').filter((each) => enrollmentFields[each].kind === 'text')) {
    const entries = { ...validValues, [field]: '12345\t\u20286789' }
    expect(v.parse(onboardingSchemaOn(today), entries)[field]).toBe('12345 6789')
  }
  expect(planNameFrom('Light\tRepair\n')).toBe('Light Repair')
})

test('there are 50 states, each once', () => {
  expect(new Set(states).size).toBe(50)
})

describe('the two shapes of what was typed', () => {
  const values: OnboardingValues = {
    firstName: 'Ruth',
    middleName: 'Ann',
    lastName: 'Example',
    dateOfBirth: '1980-02-29',
    ssnLastFour: '0042',
    email: 'ruth@example.com',
    phone: '555-010-0100',
    preferredContactMethod: 'text',
    streetAddress: '1 Example Street',
    city: 'Springfield',
    state: 'IL',
    zipCode: '62701',
    notes: 'Call after five',
  }

  test('a row holds every column of R-ENROLLMENT-ROW', () => {
    expect(toEnrollmentRow(values, 'Light Repair', 'ruth-id')).toStrictEqual({
      customer_name: 'Ruth Ann Example',
      customer_email: 'ruth@example.com',
      customer_phone: '555-010-0100',
      middle_name: 'Ann',
      date_of_birth: '1980-02-29',
      ssn_last_four: '0042',
      street_address: '1 Example Street',
      city: 'Springfield',
      state: 'IL',
      zip_code: '62701',
      preferred_contact_method: 'text',
      notes: 'Call after five',
      plan_name: 'Light Repair',
      onboarding_completed: true,
      payment_status: 'completed',
      plan_price: 0,
      user_id: 'ruth-id',
    })
  })

  test('a payload holds every key of R-CLIENT-DATA', () => {
    expect(toClientData(values, 'Light Repair')).toStrictEqual({
      firstName: 'Ruth',
      middleName: 'Ann',
      lastName: 'Example',
      email: 'ruth@example.com',
      phone: '555-010-0100',
      dateOfBirth: '1980-02-29',
      ssnLastFour: '0042',
      address: { street: '1 Example Street', city: 'Springfield', state: 'IL', zipCode: '62701' },
      preferredContactMethod: 'text',
      planName: 'Light Repair',
      notes: 'Call after five',
    })
  })

  test('an optional value left empty is null in the row and an empty text in the payload', () => {
    const empty = { ...values, middleName: '', notes: '' }
    expect(toEnrollmentRow(empty, 'Light Repair', 'ruth-id')).toMatchObject({
      customer_name: 'Ruth Example',
      middle_name: null,
      notes: null,
    })
    expect(toClientData(empty, 'Light Repair')).toMatchObject({ middleName: '', notes: '' })
  })

  test('a name is joined by one space, with the middle name where there is one', () => {
    expect(customerName(values)).toBe('Ruth Ann Example')
    expect(customerName({ ...values, middleName: '' })).toBe('Ruth Example')
  })
})

test.each([
  [null, 'Credit Repair Plan'],
  ['', 'Credit Repair Plan'],
  [' \n', 'Credit Repair Plan'],
  [' Light Repair ', 'Light Repair'],
  ['\0Light\u0007 Repair', 'Light Repair'],
  ['\0', 'Credit Repair Plan'],
  ['p'.repeat(100), 'p'.repeat(100)],
  ['p'.repeat(101), 'p'.repeat(100)],
  [`${'p'.repeat(99)} more`, 'p'.repeat(99)],
  // A surrogate pair is never cut.
  [`${'p'.repeat(99)}\u{1f600}more`, `${'p'.repeat(99)}\u{1f600}`],
])('the plan %j in the address is recorded as %j', (parameter, planName) => {
  expect(planNameFrom(parameter)).toBe(planName)
})
