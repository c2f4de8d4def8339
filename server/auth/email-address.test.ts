import { expect, test } from 'vitest'
import { parseEmail } from './email-address.ts'

test('addresses are kept in lower case', () => {
  expect(parseEmail('Ruth.Adams+Credit@Example.COM')).toEqual({ ok: 'ruth.adams+credit@example.com' })
})

const noAddresses = ['', 'ruth', 'ruth@', '@a.com', 'a@b@a.com', ' ruth@example.com', 'ruth@example.com\n', 'r\0@a.com']

test.each(noAddresses)('refuses %j as an address', (text) => {
  expect(parseEmail(text)).toMatchObject({
    fault: { code: 'validation_failed', message: 'Unable to validate email address: invalid format' },
  })
})

test('refuses addresses of more than 255 characters before reading them', () => {
  expect(parseEmail(`${'a'.repeat(250)}@example.com`)).toMatchObject({
    fault: { message: 'An email address is too long' },
  })
})
