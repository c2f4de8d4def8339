import { expect, test } from 'vitest'
import { validValues } from '../../../tests/helpers/enrollments.ts'
import { noteSignOut } from '../../backend/deliberate-sign-out.ts'
import { forgetReceipt, keepReceipt, receiptOf } from './onboarding-receipt.ts'

const sent = { userId: 'a1', sentAtMs: 1000, planName: 'Standard Repair', values: validValues }

test('a receipt holds what was sent, the birthday and the number masked, nothing for what was left empty', () => {
  keepReceipt(sent)
  expect(receiptOf('a1')?.lines).toEqual([
    { label: 'Plan', text: 'Standard Repair' },
    { label: 'Name', text: 'Ruth Example' },
    { label: 'Date of birth', text: '••/••/1980' },
    { label: 'Last 4 of Social Security number', text: '•••-••-0042' },
    { label: 'Email', text: 'ruth@example.com' },
    { label: 'Phone', text: '555-010-0100' },
    { label: 'Preferred contact method', text: 'Email' },
    { label: 'Address', text: '1 Example Street, Springfield, IL 62701' },
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
