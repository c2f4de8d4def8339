import { expect, test } from 'vitest'
import { passwordFault } from '../contract/account-fields.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords(4, 2)

async function hashed(password: string): Promise<string> {
  const answer = await passwords.hash(password)
  if ('fault' in answer) throw new Error(answer.fault.message)
  return answer.ok
}

async function matches(...pair: Parameters<typeof passwords.matches>): Promise<boolean> {
  const answer = await passwords.matches(...pair)
  if ('fault' in answer) throw new Error(answer.fault.message)
  return answer.ok
}

test('a password matches its own hash only', async () => {
  const hash = await hashed('correct horse')
  expect(await matches('correct horse', hash)).toBe(true)
  expect(await matches('correct horsf', hash)).toBe(false)
})

test('hashes are bcrypt of the cost that was set, as Supabase Auth reads them', async () => {
  expect(await hashed('correct horse')).toMatch(/^\$2[aby]\$04\$[./A-Za-z0-9]{53}$/)
})

test('an account without a password matches nothing', async () => {
  expect(await matches('', '')).toBe(false)
  expect(await matches('anything', null)).toBe(false)
  expect(await matches('anything', undefined)).toBe(false)
})

test('what bcrypt would cut off never matches', async () => {
  const hash = await hashed('x'.repeat(72))
  expect(await matches('x'.repeat(72), hash)).toBe(true)
  expect(await matches('x'.repeat(73), hash)).toBe(false)
})

test('six characters are enough and 72 bytes are the most', () => {
  expect(passwordFault('123456')).toBeUndefined()
  expect(passwordFault('x'.repeat(72))).toBeUndefined()
  expect(passwordFault('12345')).toMatchObject({ code: 'weak_password', reasons: ['length'] })
  expect(passwordFault('é'.repeat(37))).toMatchObject({ message: 'Password cannot be longer than 72 characters' })
  expect(passwordFault('')).toMatchObject({ message: 'Signup requires a valid password' })
})

test.each([
  ['for known addresses', '$2b$04$abcdefghijklmnopqrstuuM4Eqv1u5pQ3v2k0pXyW6Xj8o5K9bXbO'],
  ['for unknown addresses', undefined],
])('beyond two at work and 64 waiting sign-ins are refused %s, and sign-ups with them', async (_, passwordHash) => {
  const crowded = createPasswords(4, 2)
  const signIns = Array.from({ length: 70 }, () => crowded.matches('correct horse', passwordHash))
  const signUp = crowded.hash('correct horse')
  const answers = await Promise.all(signIns)
  expect(answers.slice(0, 66).filter((answer) => 'fault' in answer)).toEqual([])
  for (const answer of [...answers.slice(66), await signUp]) {
    expect(answer).toMatchObject({ fault: { status: 429, code: 'over_request_rate_limit' } })
  }
  expect(await crowded.matches('correct horse', passwordHash)).toEqual({ ok: false })
})
