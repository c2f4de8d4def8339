import { expect, test } from 'vitest'
import type { OnboardingValues } from '../../../domain/enrollment.ts'
import { noteSignOut } from '../../backend/deliberate-sign-out.ts'
import { forgetReceipt, keepReceipt, receiptOf } from './onboarding-receipt.ts'

const values: OnboardingValues = {
  firstName: 'Hannah',
  middleName: '',
  lastName: 'Reed',
  dateOfBirth: '1988-04-12',
  ssnLastFour: '0742',
  email: 'hannah@example.com',
  phone: '5555550117',
  preferredContactMethod: 'text',
  streetAddress: '100 Example Street',
  city: 'Anytown',
  state: 'GA',
  zipCode: '00000',
  notes: '',
}
const sent = { userId: 'a1', sentAtMs: 1000, planName: 'Standard Repair', values }

test('a receipt holds what was sent, the birthday and the number masked, nothing for what was left empty', () => {
  keepReceipt(sent)
  expect(receiptOf('a1')?.lines).toEqual([
    { label: 'Plan', text: 'Standard Repair' },
    { label: 'Name', text: 'Hannah Reed' },
    { label: 'Date of birth', text: '••/••/1988' },
    { label: 'Last 4 of Social Security number', text: '•••-••-0742' },
    { label: 'Email', text: 'hannah@example.com' },
    { label: 'Phone', text: '5555550117' },
    { label: 'Preferred contact method', text: 'Text Message' },
    { label: 'Address', text: '100 Example Street, Anytown, GA 00000' },
  ])
})

test('a receipt is for the one who sent it, until it is forgotten', () => {
  keepReceipt(sent)
  expect(receiptOf('b2')).toBeUndefined()
  forgetReceipt()
  expect(receiptOf('a1')).toBeUndefined()
})

test('a sign-out on purpose takes the receipt away', () => {
  keepReceipt({ ...sent, userId: 'c3' })
  noteSignOut('c3', 2000)
  expect(receiptOf('c3')).toBeUndefined()
})
