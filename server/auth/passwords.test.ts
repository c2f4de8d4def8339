import { expect, test } from 'vitest'
import { createPasswords, passwordFault } from './passwords.ts'

const passwords = createPasswords(4)

test('a password matches its own hash only', async () => {
  const hash = await passwords.hash('correct horse')
  expect(await passwords.matches('correct horse', hash)).toBe(true)
  expect(await passwords.matches('correct horsf', hash)).toBe(false)
})

test('hashes are bcrypt of the cost that was set, as Supabase Auth reads them', async () => {
  expect(await passwords.hash('correct horse')).toMatch(/^\$2[aby]\$04\$[./A-Za-z0-9]{53}$/)
})

test('an account without a password matches nothing', async () => {
  expect(await passwords.matches('', '')).toBe(false)
  expect(await passwords.matches('anything', null)).toBe(false)
  expect(await passwords.matches('anything', undefined)).toBe(false)
})

test('what bcrypt would cut off never matches', async () => {
  const hash = await passwords.hash('x'.repeat(72))
  expect(await passwords.matches('x'.repeat(72), hash)).toBe(true)
  expect(await passwords.matches('x'.repeat(73), hash)).toBe(false)
})

test('six characters are enough and 72 bytes are the most', () => {
  expect(passwordFault('123456')).toBeUndefined()
  expect(passwordFault('x'.repeat(72))).toBeUndefined()
  expect(passwordFault('12345')).toMatchObject({ code: 'weak_password', reasons: ['length'] })
  expect(passwordFault('é'.repeat(37))).toMatchObject({ message: 'Password cannot be longer than 72 characters' })
  expect(passwordFault('')).toMatchObject({ message: 'Signup requires a valid password' })
})
