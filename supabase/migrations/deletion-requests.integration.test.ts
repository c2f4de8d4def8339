import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Claims } from '../../server/postgres/database.ts'
import { asPostgrest } from '../../tests/helpers/as-postgrest.ts'
import { machine } from '../../tests/helpers/desk-staff.ts'
import { addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

let database: OpenDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

const service: Claims = { role: 'service_role' }

const person = (email = `${randomUUID()}@example.com`, confirmed = true): Promise<TestUser> => addUser(database, email, confirmed)

const call = <Answer = unknown>(claims: Claims, text: string, values: unknown[] = []) =>
  asPostgrest(database, claims, async (client) => {
    const { rows } = await client.query<{ answer: Answer }>(`select ${text} as answer`, values)
    if (!rows[0]) throw new Error('no answer')
    return rows[0].answer
  })

interface OpenRequest {
  id: number
  account: string
}

const rowsOf = (text: string, values: unknown[]) =>
  database.transaction(async (client) => (await client.query(text, values)).rowCount)

async function enroll({ id, claims }: TestUser): Promise<string> {
  const row = { id: randomUUID(), ...validRow(id) }
  const { text, values } = insertOf(row)
  await database.transactionAs(claims, (client) => client.query(text, values))
  return row.id
}

const ask = ({ claims }: TestUser) => call(claims, 'ask_for_deletion()')
const openRequestOf = async ({ id }: TestUser) =>
  (await call<{ requests: OpenRequest[] }>(machine, 'staff_deletion_requests()')).requests.find(({ account }) => account === id)
const settle = (id: number | undefined, as: 'deleted' | 'kept') => call(machine, 'staff_settle_deletion($1, $2)', [id, as])
const askedAt = async ({ claims }: TestUser) =>
  (await call<{ deletion_asked_at: string | null }>(claims, 'own_account()')).deletion_asked_at

test('a request is open until it is taken back, and asking again changes nothing', async () => {
  const client = await person()
  const enrollment = await enroll(client)
  const since = await ask(client)
  expect(await ask(client)).toEqual(since)
  expect(await openRequestOf(client)).toMatchObject({ enrollments: [enrollment] })
  expect(await askedAt(client)).not.toBeNull()
  expect(await call(client.claims, 'withdraw_deletion()')).toBe(true)
  expect(await call(client.claims, 'withdraw_deletion()')).toBe(false)
  expect(await openRequestOf(client)).toBeUndefined()
  expect(await askedAt(client)).toBeNull()
})

test('of requests at once one is open', async () => {
  const client = await person()
  await Promise.all(Array.from({ length: 5 }, () => ask(client)))
  expect(await rowsOf('select from deletion_requests where user_id = $1', [client.id])).toBe(1)
})

test('nothing is deleted by the request itself, and nobody’s request is another’s', async () => {
  const [client, other] = [await person(), await person()]
  const enrollment = await enroll(client)
  await ask(client)
  expect(await rowsOf('select from enrollments where id = $1', [enrollment])).toBe(1)
  expect(await call(other.claims, 'withdraw_deletion()')).toBe(false)
  expect(await openRequestOf(client)).toBeDefined()
})

test('after ten requests in thirty days there is no eleventh', async () => {
  const client = await person()
  for (let time = 0; time < 10; time += 1) {
    expect(await ask(client)).not.toBeNull()
    await call(client.claims, 'withdraw_deletion()')
  }
  expect(await ask(client)).toBeNull()
})

test('settled as deleted, account and enrollments are gone, and that it was done is kept', async () => {
  const [client, bystander] = [await person(), await person()]
  const [own, others] = [await enroll(client), await enroll(bystander)]
  await ask(client)
  const id = (await openRequestOf(client))?.id
  expect(await settle(id, 'deleted')).toEqual({ outcome: 'done', account: client.id, enrollments: [own] })
  expect(await rowsOf('select from enrollments where id = any ($1)', [[own, others]])).toBe(1)
  expect(await rowsOf('select from deliveries where enrollment_id = any ($1)', [[own, others]])).toBe(1)
  expect(await rowsOf('select from auth.users where id = any ($1)', [[client.id, bystander.id]])).toBe(1)
  expect(await rowsOf(`select from deletion_requests where user_id = $1 and settled_as = 'deleted'`, [client.id])).toBe(1)
  expect(await settle(id, 'deleted')).toEqual({ outcome: 'refused', reason: 'not-open' })
})

/** A payment of an address, as the checkout tells of it. Gives its reference. */
async function paidBy(email: string): Promise<string> {
  const reference = `pi_${randomUUID()}`
  const event = {
    id: `stripe:evt_${randomUUID()}`, happened_at: '2026-07-01T15:00:00Z', kind: 'paid', payment_reference: reference,
    amount_cents: 350_00, currency: 'usd', payer_email: email, plan_name: 'Standard Repair',
  }
  await call(service, 'record_payment_event($1)', [event])
  return reference
}

const storedOf = (address: string) =>
  database.transaction(async (client) => {
    const { rows } = await client.query<Record<string, number>>(
      `select (select count(*)::integer from payment_events where lower(payer_email) = lower($1)) as events,
         (select count(*)::integer from payments where lower(payer_email) = lower($1)) as payments,
         (select count(*)::integer from enrollments where lower(customer_email) = lower($1)) as prepared`,
      [address],
    )
    return rows[0]
  })

test('whom a payment came from is forgotten with their account, and its sum is kept', async () => {
  const email = `${randomUUID()}@example.com`
  const client = await person(email)
  const reference = await paidBy(email.toUpperCase().replace('EXAMPLE.COM', 'example.com'))
  expect(await storedOf(email)).toEqual({ events: 1, payments: 1, prepared: 1 })
  await ask(client)
  expect(await settle((await openRequestOf(client))?.id, 'deleted')).toMatchObject({ outcome: 'done' })
  expect(await storedOf(email)).toEqual({ events: 0, payments: 0, prepared: 0 })
  expect(await rowsOf('select from payments where reference = $1 and amount_cents = 35000 and email_due_at is null', [reference])).toBe(1)
})

test('an account without a confirmed address takes nobody’s payment along', async () => {
  const email = `${randomUUID()}@example.com`
  await paidBy(email)
  const stranger = await person(email, false)
  await ask(stranger)
  expect(await settle((await openRequestOf(stranger))?.id, 'deleted')).toMatchObject({ outcome: 'done' })
  expect(await storedOf(email)).toEqual({ events: 1, payments: 1, prepared: 1 })
})

test('a form that is being saved at that moment is deleted too', async () => {
  const client = await person()
  await ask(client)
  const id = (await openRequestOf(client))?.id
  const late = { id: randomUUID(), ...validRow(client.id) }
  let settled: Promise<unknown> | undefined
  await database.transactionAs(client.claims, async (session) => {
    const { text, values } = insertOf(late)
    await session.query(text, values)
    settled = settle(id, 'deleted')
    // It waits for this transaction.
    while (!(await rowsOf(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%settle_deletion(%'`, []))) continue
  })
  expect(await settled).toMatchObject({ outcome: 'done', enrollments: [late.id] })
  expect(await rowsOf('select from enrollments where id = $1', [late.id])).toBe(0)
})

test('while an enrollment is being delivered nothing is deleted', async () => {
  const client = await person()
  const enrollment = await enroll(client)
  await ask(client)
  await rowsOf(
    `update deliveries set state = 'sending', lease_id = gen_random_uuid(), leased_until = now() + interval '1 minute',
       leased_version = version, lease_repeats = 'never' where enrollment_id = $1`,
    [enrollment],
  )
  const id = (await openRequestOf(client))?.id
  expect(await settle(id, 'deleted')).toEqual({ outcome: 'refused', reason: 'sending' })
  expect(await openRequestOf(client)).toBeDefined()
})

test('settled as kept, nothing is deleted, and the client may ask again', async () => {
  const client = await person()
  const enrollment = await enroll(client)
  await ask(client)
  const id = (await openRequestOf(client))?.id
  expect(await settle(id, 'kept')).toEqual({ outcome: 'done', account: client.id, enrollments: [] })
  expect(await rowsOf('select from enrollments where id = $1', [enrollment])).toBe(1)
  expect(await ask(client)).not.toBeNull()
})

test('only the staff settle one, by their own function', async () => {
  const client = await person()
  for (const claims of [client.claims, service, { role: 'anon' } as const]) {
    await expect(call(claims, `settle_deletion(1, 'deleted')`)).rejects.toMatchObject({ code: '42501' })
  }
})

test('nobody touches the table itself', async () => {
  const client = await person()
  await ask(client)
  for (const claims of [client.claims, { role: 'anon' } as const]) {
    for (const statement of ['select from deletion_requests', 'delete from deletion_requests', `insert into deletion_requests (user_id) values ('${client.id}')`]) {
      await expect(asPostgrest(database, claims, (session) => session.query(statement))).rejects.toMatchObject({ code: '42501' })
    }
  }
})
