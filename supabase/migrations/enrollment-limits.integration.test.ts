import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactMethods, limits, onboardingSchema, type OnboardingValues, states } from '../../domain/enrollment.ts'
import { connectDatabase, type Database } from '../../server/postgres/database.ts'
import { addUser, insertOf, type TestUser, validRow, validValues } from '../../tests/helpers/enrollments.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'

let testDatabase: TestDatabase
let database: Database
let ruth: TestUser

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase(testDatabase.url, () => undefined)
  ruth = await addUser(database, 'ruth@example.com')
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

/** The name of the broken rule, or undefined where the table takes the row. */
async function brokenRule(row: Record<string, unknown>): Promise<string | undefined> {
  const { text, values } = insertOf(row)
  return database
    .transactionAs(ruth.claims, (client) => client.query(text, values))
    .then(
      () => undefined,
      (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
    )
}

const withValue = (column: string, value: unknown) => ({ ...validRow(ruth.id), [column]: value })
const addressOf = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`

/** Lengths of §5, each for one field of the form and the column that it becomes. */
const lengths: [field: keyof OnboardingValues, column: string, least: number, most: number][] = [
  ['middleName', 'middle_name', 1, limits.middleName],
  ['phone', 'customer_phone', limits.phoneMin, limits.phone],
  ['streetAddress', 'street_address', 1, limits.streetAddress],
  ['city', 'city', 1, limits.city],
  ['zipCode', 'zip_code', limits.zipCodeMin, limits.zipCode],
  ['notes', 'notes', 1, limits.notes],
]

describe('lengths', () => {
  test.each(lengths)('%s: form and table take the same ones', async (field, column, least, most) => {
    for (const length of [least - 1, least, least + 1, most - 1, most, most + 1]) {
      const value = '1'.repeat(length)
      const allowed = length >= least && length <= most
      const refusedBy = (await brokenRule(withValue(column, value)))?.replace(/_has_.*/, '')
      expect({ length, refusedBy }).toEqual({ length, refusedBy: allowed ? undefined : column })
      // An optional value left empty is null in the table.
      if (length === 0 && (field === 'middleName' || field === 'notes')) continue
      expect([length, v.is(onboardingSchema, { ...validValues, [field]: value })]).toEqual([length, allowed])
    }
  })

  test('e-mail: form and table take the same ones', async () => {
    for (const length of [limits.email - 1, limits.email, limits.email + 1]) {
      const value = addressOf(length)
      const allowed = length <= limits.email
      expect(v.is(onboardingSchema, { ...validValues, email: value })).toBe(allowed)
      const rule = await brokenRule(withValue('customer_email', value))
      expect(rule).toBe(allowed ? undefined : 'customer_email_is_an_address_of_at_most_255_characters')
    }
  })

  test('the longest three names fit, and not one character more', async () => {
    const names = {
      firstName: 'a'.repeat(limits.firstName),
      middleName: 'b'.repeat(limits.middleName),
      lastName: 'c'.repeat(limits.lastName),
    }
    const row = validRow(ruth.id, names)
    expect(await brokenRule(row)).toBeUndefined()
    const longer = { ...row, customer_name: `${row.customer_name}d` }
    expect(await brokenRule(longer)).toBe('customer_name_has_1_to_302_characters')
  })

  test('the plan has a name of 1 to 100 characters', async () => {
    expect(await brokenRule(withValue('plan_name', 'p'.repeat(limits.planName)))).toBeUndefined()
    for (const name of ['', 'p'.repeat(limits.planName + 1)]) {
      expect(await brokenRule(withValue('plan_name', name))).toBe('plan_name_has_1_to_100_characters')
    }
  })
})

describe('formats', () => {
  test.each(['customer_name', 'customer_phone', 'middle_name', 'street_address', 'city', 'zip_code', 'plan_name'])(
    'a blank %s is refused',
    async (column) => {
      for (const blank of [' '.repeat(10), '\t\n\t\n\t\n\t\n\t\n']) {
        expect(await brokenRule(withValue(column, blank))).toMatch(new RegExp(`^${column}_`))
      }
    },
  )

  test.each(['042', '00042', '12a4', '\u0661\u0662\u0663\u0664', '1234\n', ' 123'])(
    '%j is no end of a social security number',
    async (value) => {
      expect(await brokenRule(withValue('ssn_last_four', value))).toBe('ssn_last_four_is_4_digits')
    },
  )

  test('the states are the 50 of the form, and no others', async () => {
    for (const state of states) expect([state, await brokenRule(withValue('state', state))]).toEqual([state, undefined])
    for (const state of ['DC', 'PR', 'al', 'XX', '']) {
      expect(await brokenRule(withValue('state', state))).toBe('state_is_one_of_the_50_states')
    }
  })

  test('the contact methods are those of the form, and no others', async () => {
    for (const method of contactMethods) {
      expect(await brokenRule(withValue('preferred_contact_method', method))).toBeUndefined()
    }
    expect(await brokenRule(withValue('preferred_contact_method', 'fax'))).toMatch(/^preferred_contact_method_is/)
  })

  test.each(['ruth', 'ruth@', '@example.com', 'ruth@example', 'ru th@example.com', 'a@b@example.com', ''])(
    '%j is no e-mail address',
    async (value) => {
      expect(await brokenRule(withValue('customer_email', value))).toMatch(/^customer_email_is_an_address/)
    },
  )

  test.each(['infinity', '-infinity', '10000-01-01', '0001-01-01 BC'])('%s is no date of birth', async (value) => {
    expect(await brokenRule(withValue('date_of_birth', value))).toBe('date_of_birth_has_a_year_of_four_digits')
  })

  test.each(['-0.01', 'NaN'])('%s is no price', async (value) => {
    expect(await brokenRule(withValue('plan_price', value))).toBe('plan_price_is_zero_or_more')
  })
})

describe('required values', () => {
  const optional = new Set(['middle_name', 'notes', 'user_id', 'onboarding_completed'])
  const required = Object.keys(validRow('')).filter((column) => !optional.has(column))

  test.each(required)('a completed onboarding needs %s', async (column) => {
    expect(await brokenRule(withValue(column, null))).toBe('completed_onboarding_has_every_required_value')
  })

  test('before onboarding a row may be empty but for its owner', async () => {
    expect(await brokenRule({ user_id: ruth.id })).toBeUndefined()
    expect(await brokenRule({ user_id: ruth.id, onboarding_completed: true })).toMatch(/^completed_onboarding/)
  })
})
