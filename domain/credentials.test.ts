import * as v from 'valibot'
import { expect, test } from 'vitest'
import { credentialProblem } from '../content/auth.ts'
import { credentialsSchema } from './credentials.ts'

const valid = { email: 'ruth@example.com', password: 'secret' }

function problemOf(entries: Partial<typeof valid>): string | undefined {
  const result = v.safeParse(credentialsSchema, { ...valid, ...entries })
  return result.success ? undefined : credentialProblem('password' in entries ? 'password' : 'email', result.issues[0])
}

const addressOf = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
const invalid = 'Invalid email address'

test.each([
  ['', invalid],
  ['ruth', invalid],
  ['ruth@example', invalid],
  ['ru th@example.com', invalid],
  ['a@b.co', undefined],
  ["o'brien@example.com", undefined],
  [addressOf(254), undefined],
  [addressOf(255), undefined],
  [addressOf(256), 'Email must be at most 255 characters'],
])('the e-mail %j: %s', (email, problem) => {
  expect(problemOf({ email })).toBe(problem)
})

test.each([
  [0, 'Password must be at least 6 characters'],
  [5, 'Password must be at least 6 characters'],
  [6, undefined],
  [7, undefined],
  [99, undefined],
  [100, undefined],
  [101, 'Password must be at most 100 characters'],
])('a password of %i characters: %s', (length, problem) => {
  expect(problemOf({ password: 'p'.repeat(length) })).toBe(problem)
})

test('the e-mail comes first where both are wrong', () => {
  expect(v.safeParse(credentialsSchema, { email: '', password: '' }).issues?.[0].path?.[0].key).toBe('email')
})

test('the e-mail is trimmed, the password is what was typed', () => {
  const typed = { email: ' ruth@example.com\n', password: ' 123 5 ' }
  expect(v.parse(credentialsSchema, typed)).toEqual({ email: 'ruth@example.com', password: ' 123 5 ' })
})
