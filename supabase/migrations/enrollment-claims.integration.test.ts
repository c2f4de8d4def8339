import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Claims } from '../../server/postgres/database.ts'
import { addUser, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

let database: OpenDatabase
let ruth: TestUser

const service: Claims = { role: 'service_role' }

beforeAll(async () => {
  database = await openTestDatabase()
  ruth = await addUser(database, 'ruth@example.com')
})

afterAll(() => database.close())

const run = (claims: Claims, text: string, values: unknown[] = []) =>
  database.transactionAs(claims, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

/** A row that the staff prepared: it has an e-mail and no owner. */
async function prepare(email: string | null): Promise<string> {
  const [row] = await run(service, 'insert into enrollments (customer_email) values ($1) returning id', [email])
  return String(row?.id)
}

/** What the onboarding form sends for a row that exists. */
function claim(user: TestUser, id: string, row: Record<string, unknown> = validRow(user.id)) {
  const assignments = Object.keys(row).map((column, index) => `${column} = $${index + 2}`)
  const text = `update enrollments set ${assignments.join(', ')} where id = $1 returning id`
  return run(user.claims, text, [id, ...Object.values(row)])
}

/** What the service does when a payment has arrived. */
const verify = (id: string) =>
  run(
    service,
    `update enrollments set payment_verified_at = now(), payment_status = 'verified', plan_price = 350,
       plan_name = 'Advanced Repair' where id = $1`,
    [id],
  )

const stored = async (id: string) => (await run(service, 'select * from enrollments where id = $1', [id]))[0]

describe('an enrollment without an owner', () => {
  test('is claimed by the user whose confirmed e-mail it carries, in whatever case', async () => {
    const id = await prepare('Ruth@Example.com')
    expect(await claim(ruth, id)).toEqual([{ id }])
    expect(await stored(id)).toMatchObject({ user_id: ruth.id, onboarding_completed: true })
  })

  test('is not claimed by an unconfirmed e-mail', async () => {
    const unconfirmed = await addUser(database, 'naomi@example.com', false)
    const id = await prepare('naomi@example.com')
    expect(await claim(unconfirmed, id)).toEqual([])
    expect(await stored(id)).toMatchObject({ user_id: null })
  })

  test('is not claimed by another e-mail, even one that the token names', async () => {
    const boaz = await addUser(database, 'boaz@example.com')
    const id = await prepare('orpah@example.com')
    expect(await claim(boaz, id)).toEqual([])
    expect(await claim({ ...boaz, claims: { ...boaz.claims, email: 'orpah@example.com' } }, id)).toEqual([])
    expect(await stored(id)).toMatchObject({ user_id: null })
  })

  test('is claimed by nobody where it carries no e-mail', async () => {
    const id = await prepare(null)
    const nameless = await addUser(database, '')
    expect(await claim(ruth, id)).toEqual([])
    expect(await claim(nameless, id)).toEqual([])
  })

  test('is not changed without being claimed', async () => {
    const id = await prepare('ruth@example.com')
    await expect(claim(ruth, id, { notes: 'mine' })).rejects.toMatchObject({ code: '42501' })
  })

  test('is no longer claimable once it has an owner', async () => {
    const id = await prepare('shared@example.com')
    const first = await addUser(database, 'shared@example.com')
    await claim(first, id)
    await database.transaction((client) =>
      client.query(`update auth.users set email = 'moved@example.com' where id = $1`, [first.id]),
    )
    const second = await addUser(database, 'shared@example.com')
    expect(await claim(second, id)).toEqual([])
    expect(await stored(id)).toMatchObject({ user_id: first.id })
  })
})

describe('payment', () => {
  const verified = { payment_status: 'verified', plan_price: '350.00', plan_name: 'Advanced Repair' }

  test('keeps the verified plan, price and status, whatever the browser sends', async () => {
    const id = await prepare('ruth@example.com')
    await verify(id)
    expect(await claim(ruth, id)).toEqual([{ id }])
    expect(await stored(id)).toMatchObject({ ...verified, city: 'Springfield' })
    await claim(ruth, id, { payment_status: 'refunded', plan_price: 1, plan_name: 'Bankruptcy / Complex Cases' })
    expect(await stored(id)).toMatchObject(verified)
  })

  test('takes what the browser sends while nothing is verified, and never as a proof', async () => {
    const id = await prepare('ruth@example.com')
    await claim(ruth, id)
    expect(await stored(id)).toMatchObject({
      payment_status: 'completed',
      plan_price: '0.00',
      payment_verified_at: null,
    })
  })

  test('lets the service correct what it verified', async () => {
    const id = await prepare('ruth@example.com')
    await verify(id)
    const correction = `plan_price = 200, payment_status = 'refunded', plan_name = 'Light Repair'`
    await run(service, `update enrollments set ${correction} where id = $1`, [id])
    expect(await stored(id)).toMatchObject({ plan_price: '200.00', payment_status: 'refunded', plan_name: 'Light Repair' })
  })
})
