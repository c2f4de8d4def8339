import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Claims } from '../../server/postgres/database.ts'
import { addFactor, addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

let database: OpenDatabase
let ruth: TestUser
let boaz: TestUser
/** What Boaz, who has no second factor, has stored. */
let bystander: string

beforeAll(async () => {
  database = await openTestDatabase()
  boaz = await addUser(database, 'boaz@example.com')
  bystander = await enroll(boaz.claims, boaz)
})

beforeEach(async () => {
  await database.transaction((client) => client.query(`delete from auth.users where email = 'ruth@example.com'`))
  ruth = await addUser(database, 'ruth@example.com')
})

afterAll(() => database.close())

const run = (claims: Claims, text: string, values: unknown[] = []) =>
  database.transactionAs(claims, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

async function enroll(claims: Claims, user: TestUser): Promise<string> {
  const { text, values } = insertOf(validRow(user.id))
  const [row] = await run(claims, `${text} returning id`, values)
  return String(row?.id)
}

const find = (claims: Claims, id: string) => run(claims, 'select id from enrollments where id = $1', [id])

const change = (claims: Claims, id: string) =>
  run(claims, `update enrollments set city = 'Chicago' where id = $1 returning id`, [id])

/** A row without an owner that waits for Ruth's confirmed e-mail. */
async function prepare(): Promise<string> {
  const text = `insert into enrollments (customer_email) values ('ruth@example.com') returning id`
  const [row] = await run({ role: 'service_role' }, text)
  return String(row?.id)
}

const foreign = { code: '42501', message: expect.stringMatching(/row-level security/) }

describe.each(['totp', 'phone', 'webauthn'])('a client with a verified %s factor', (factorType) => {
  // Tokens of services that know no levels have none.
  test.each([{ aal: 'aal1' }, {}, { aal: null }])('touches nothing with %j', async (level) => {
    const id = await enroll(ruth.claims, ruth)
    const waiting = await prepare()
    await addFactor(database, ruth, factorType, 'verified')
    const claims = { ...ruth.claims, ...level }
    await expect(enroll(claims, ruth)).rejects.toMatchObject(foreign)
    for (const target of [id, waiting]) {
      expect(await find(claims, target)).toEqual([])
      expect(await change(claims, target)).toEqual([])
    }
    // Without a condition nothing has to be readable.
    await run(claims, `update enrollments set user_id = $1, onboarding_completed = true`, [ruth.id])
    const question = 'select city, user_id from enrollments where id in ($1, $2) order by city'
    const untouched = [{ city: 'Springfield', user_id: ruth.id }, { city: null, user_id: null }]
    expect(await run({ role: 'service_role' }, question, [id, waiting])).toEqual(untouched)
  })

  test('does with aal2 what any client does', async () => {
    await addFactor(database, ruth, factorType, 'verified')
    const claims = { ...ruth.claims, aal: 'aal2' }
    const id = await enroll(claims, ruth)
    expect(await find(claims, id)).toEqual([{ id }])
    expect(await change(claims, id)).toEqual([{ id }])
  })

  test('reaches no row of another client with aal2', async () => {
    await addFactor(database, ruth, factorType, 'verified')
    const claims = { ...ruth.claims, aal: 'aal2' }
    expect(await find(claims, bystander)).toEqual([])
    expect(await change(claims, bystander)).toEqual([])
  })
})

test('a factor that is not verified yet changes nothing', async () => {
  await addFactor(database, ruth, 'totp', 'unverified')
  const claims = { ...ruth.claims, aal: 'aal1' }
  const id = await enroll(claims, ruth)
  expect(await change(claims, id)).toEqual([{ id }])
})

test("another account's factor changes nothing", async () => {
  await addFactor(database, ruth, 'totp', 'verified')
  expect(await find({ ...boaz.claims, aal: 'aal1' }, bystander)).toEqual([{ id: bystander }])
})
