import { expect, test } from 'vitest'
import { enrollmentIdIn, maskFields } from './mask-fields.ts'

const id = '0b7e6c1d-3a52-4c0e-9f57-2f3b8f6f1a10'

test('masks every personal detail, and nothing tells its length', () => {
  const masked = maskFields({
    firstName: 'Mary',
    lastName: 'van der Berg',
    email1: 'mary@example.org',
    mobilePhone1: '(555) 555-0123',
    dateOfBirth: '1984-05-06',
    socialSecurityNumber1: '123-45-6789',
    currentAddress: '7 Orchard Street',
    city: 'Springfield',
    state: 'OH',
    zipCode1: '45501',
    textArea1: `Enrollment ${id}\nNotes: secret`,
  })
  expect(masked).toEqual({
    firstName: 'M•••',
    lastName: 'v•••',
    email1: 'm•••@…',
    mobilePhone1: '••••',
    dateOfBirth: '••••-••-••',
    socialSecurityNumber1: '••••',
    currentAddress: '••••',
    city: '••••',
    state: '••••',
    zipCode1: '••••',
    textArea1: `Enrollment ${id} ••••`,
  })
})

test('masks a field that it does not know', () => {
  expect(maskFields({ homePhone1: '555-0123', cust_type: '2', notes: '' })).toEqual({
    homePhone1: '••••',
    cust_type: '2',
    notes: '',
  })
})

test('takes the enrollment from the first line, not from what a client typed', () => {
  const other = '11111111-2222-4333-8444-555555555555'
  expect(enrollmentIdIn(`Enrollment ${id}\nNotes: x\nEnrollment ${other}`)).toBe(id)
  expect(enrollmentIdIn(`Notes: Enrollment ${other}`)).toBeUndefined()
})
