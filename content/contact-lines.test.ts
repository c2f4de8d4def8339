import { expect, test } from 'vitest'
import { addressLines, hoursLines } from './contact-lines.ts'

test('the address has the form of an envelope', () => {
  expect(addressLines).toEqual(['100 Example Street, Suite 2', 'Anytown, GA 00000'])
})

test('the hours say when the week is open and when it is closed', () => {
  expect(hoursLines).toEqual(['Monday to Friday', '10:00 to 17:00', 'Closed Saturday and Sunday'])
})
