import { expect, test } from 'vitest'
import { validValues } from '../../../tests/helpers/enrollments.ts'
import { blankEntries, checkField, checkOnboarding, onboardingFields, type OnboardingEntries } from './onboarding-problems.ts'

const today = '2031-03-04'

const complete: OnboardingEntries = validValues

test('an untouched form lists every required field in the order of the form, e-mail being the contact method', () => {
  expect(checkOnboarding(blankEntries, today)).toEqual({
    outcome: 'problems',
    problems: {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      dateOfBirth: 'Date of birth is required',
      ssnLastFour: 'Must be exactly 4 digits',
      email: 'Invalid email address',
      phone: 'Phone number must be at least 10 digits',
      streetAddress: 'Street address is required',
      city: 'City is required',
      state: 'Please select a state',
      zipCode: 'ZIP code must be at least 5 digits',
    },
  })
  expect(onboardingFields).toEqual(Object.keys(complete))
})

test('a complete form gives its trimmed values', () => {
  expect(checkOnboarding({ ...complete, city: ' Springfield ' }, today)).toEqual({ outcome: 'valid', values: complete })
})

test.for([
  ['ssnLastFour', '12', 'Must be exactly 4 digits'],
  ['ssnLastFour', '1a', 'Must be exactly 4 digits'],
  ['ssnLastFour', '12a4', 'Must be numbers only'],
  ['firstName', '   ', 'First name is required'],
  ['preferredContactMethod', '', 'Please select a contact method'],
  ['dateOfBirth', '2031-03-04', 'Date of birth must be in the past'],
  ['dateOfBirth', '2031-03-03', undefined],
  ['notes', 'x'.repeat(1001), 'Notes must be at most 1000 characters'],
  ['notes', 'x'.repeat(1000), undefined],
] as const)('checked alone, %s says one thing at a time', ([field, entry, problem]) => {
  expect(checkField(field, entry, today)).toBe(problem)
})
