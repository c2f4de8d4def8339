import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onboardingSchema, type OnboardingValues, planNameFrom } from '../../domain/enrollment.ts'
import type { Claims } from '../../server/postgres/database.ts'
import { addUser, insertOf, type TestUser, validRow, validValues } from '../../tests/helpers/enrollments.ts'
import { controlCharacters } from '../../tests/helpers/onboarding-boundaries.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

// The limits of R-ONBOARDING-LIMITS one by one, as seen by a client: server/rest/boundaries.integration.test.ts.

let database: OpenDatabase
let ruth: TestUser

const service: Claims = { role: 'service_role' }

beforeAll(async () => {
  database = await openTestDatabase()
  ruth = await addUser(database, 'ruth@example.com')
})

afterAll(() => database.close())

/** The name of the broken rule, or undefined where the table takes the row. */
async function brokenRule(row: Record<string, unknown>, claims: Claims = ruth.claims): Promise<string | undefined> {
  const { text, values } = insertOf(row)
  return database
    .transactionAs(claims, (client) => client.query(text, values))
    .then(
      () => undefined,
      (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
    )
}

const withValue = (column: string, value: unknown) => ({ ...validRow(ruth.id), [column]: value })

/** Whether the form sends the value just as it is. */
function isSentByForm(field: keyof OnboardingValues, value: string): boolean {
  const result = v.safeParse(onboardingSchema, { ...validValues, [field]: value })
  return result.success && result.output[field] === value
}

/** Whether the form sends the whole name for some first and last name around this middle name. */
function isWholeName(name: string, middleName: string): boolean {
  const joint = middleName ? ` ${middleName} ` : ' '
  return Array.from({ length: name.length }, (_, end) => end).some(
    (end) =>
      name.startsWith(joint, end) &&
      isSentByForm('firstName', name.slice(0, end)) &&
      isSentByForm('lastName', name.slice(end + joint.length)),
  )
}

describe('form and table agree', () => {
  test('on every e-mail address, in both directions', async () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'Z', '0'), maxLength: 3 })
    const odd = fc.string({ unit: fc.constantFrom(...Array.from("a0._+-'/%`^[\\@ \0\n\u00e9\u0131")), maxLength: 3 })
    const part = fc.oneof(plain, odd)
    const nearly = fc.tuple(part, odd, part, part, part).map(([a, b, c, d, e]) => `${a}${b}@${c}${d}.${e}`)
    const whole = fc.tuple(odd, fc.emailAddress(), odd).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.oneof(nearly, whole), async (address) => {
        const isTaken = (await brokenRule(withValue('customer_email', address))) === undefined
        expect({ address, isTaken }).toEqual({ address, isTaken: isSentByForm('email', address) })
      }),
      { numRuns: 500 },
    )
  })

  test('on what is blank at the end of a text, on control characters, and on how long it is', async () => {
    const blanks = Array.from(' \t\n\v\u00a0\u1680\u2000\u2028\u3000\ufeff')
    const controls = Array.from('\0\u0001\b\u000e\u001f\u007f\u0085\u009f')
    const others = fc.constantFrom(...Array.from('a5\u180e\u200b\u{1f600}'))
    const unit = fc.oneof({ weight: 4, arbitrary: others }, fc.constantFrom(...blanks), fc.constantFrom(...controls))
    const text = fc.string({ unit, maxLength: 12 })
    const fields = fc.constantFrom('middleName', 'phone', 'zipCode', 'city', 'streetAddress', 'notes')
    await fc.assert(
      fc.asyncProperty(fields, text, async (field, value) => {
        const isTaken = (await brokenRule(validRow(ruth.id, { [field]: value }))) === undefined
        expect({ field, value, isTaken }).toEqual({ field, value, isTaken: isSentByForm(field, value) })
      }),
      { numRuns: 500 },
    )
  })

  test('on every control character, at the start, inside and at the end of every text', async () => {
    const fields = ['firstName', 'middleName', 'lastName', 'phone', 'zipCode', 'city', 'streetAddress', 'notes'] as const
    for (const control of controlCharacters) {
      for (const value of [`${control}12345678`, `1234${control}5678`, `12345678${control}`]) {
        for (const field of fields) {
          const long = field === 'phone' ? `${value}90` : value
          const isTaken = (await brokenRule(validRow(ruth.id, { [field]: long }))) === undefined
          expect({ field, long, isTaken }).toEqual({ field, long, isTaken: isSentByForm(field, long) })
        }
        const isTaken = (await brokenRule(withValue('plan_name', value))) === undefined
        expect({ value, isTaken }).toEqual({ value, isTaken: planNameFrom(value) === value })
      }
    }
  })

  test('on which names make up a whole name, wherever one ends and the next begins', async () => {
    const word = fc.oneof(fc.constantFrom('a', 'b', ' ', 'a'.repeat(99), 'b'.repeat(100)), fc.constant('\u{1f600}'))
    const whole = fc.array(word, { maxLength: 6 }).map((words) => words.join(''))
    const middle = fc.constantFrom('', '', 'a', 'b', 'a b')
    await fc.assert(
      fc.asyncProperty(whole, middle, async (name, middleName) => {
        const row = { ...withValue('customer_name', name), middle_name: middleName || null }
        const isTaken = (await brokenRule(row)) === undefined
        expect({ name, middleName, isTaken }).toEqual({ name, middleName, isTaken: isWholeName(name, middleName) })
      }),
      { numRuns: 500 },
    )
  })
})

describe('a date of birth', () => {
  test.each([
    // At UTC+14, where each day begins first, it is the last minute of February 28, then the first of March 1.
    ['2026-02-28', '2026-02-28 09:59:59Z', 'date_of_birth_is_in_the_past'],
    ['2026-02-28', '2026-02-28 10:00:00Z', undefined],
    ['2026-03-01', '2026-02-28 10:00:00Z', 'date_of_birth_is_in_the_past'],
  ])('%s written at %s: %s', async (date_of_birth, updated_at, rule) => {
    expect(await brokenRule({ date_of_birth, ssn_last_four: '0042', updated_at }, service)).toBe(rule)
  })

  test('is compared with the time of the write, whenever the staff say that the row was created', async () => {
    const imported = { ...validRow(ruth.id), created_at: '1970-01-01', updated_at: '1990-01-01' }
    expect(await brokenRule(imported, service)).toBeUndefined()
    const change = `update enrollments set date_of_birth = '1995-01-01', ssn_last_four = '0042' where created_at = '1970-01-01'`
    const { rowCount } = await database.transactionAs(service, (client) => client.query(change))
    expect(rowCount).toBe(1)
  })

  test.each(['-infinity', '0001-01-01 BC'])('is not %s', async (value) => {
    expect(await brokenRule(withValue('date_of_birth', value))).toBe('date_of_birth_is_in_1900_or_later')
  })
})

test.each(['-0.01', 'NaN'])('%s is no price', async (value) => {
  expect(await brokenRule(withValue('plan_price', value))).toBe('plan_price_is_zero_or_more')
})

test.each(['1234\n', '\u0661\u0662\u0663\u0664'])('%j is no end of a social security number', async (value) => {
  expect(await brokenRule(withValue('ssn_last_four', value))).toBe('ssn_last_four_is_4_digits')
})

describe('the staff', () => {
  test('may prepare a row that holds nothing yet', async () => {
    expect(await brokenRule({ user_id: ruth.id }, service)).toBeUndefined()
  })

  test('complete no onboarding that lacks a value', async () => {
    expect(await brokenRule({ user_id: ruth.id, onboarding_completed: true }, service)).toBe('city_is_required')
  })
})
