import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/postgres.ts'
import { openStaffTerminal, type StaffTerminal } from '../../../tests/helpers/staff-terminal.ts'

let place: TestDatabase
let database: Client
let staff: StaffTerminal

beforeAll(async () => {
  place = await createTestDatabase()
  database = new Client({ connectionString: place.url })
  await database.connect()
  staff = openStaffTerminal(place.url)
})
afterAll(async () => {
  await database?.end()
  await place?.drop()
})

/** Records a payment as an event, and gives its reference. */
async function paid(change: Record<string, unknown> = {}): Promise<string> {
  const reference = `pi_${randomUUID()}`
  const event = {
    id: `stripe:evt_${randomUUID()}`,
    happened_at: new Date().toISOString(),
    kind: 'paid',
    payment_reference: reference,
    amount_cents: 350_00,
    currency: 'usd',
    payer_email: `${randomUUID()}@example.com`,
    plan_name: 'Standard Repair',
    is_add_on: false,
    doubt: null,
    ...change,
  }
  await database.query('select record_payment_event($1)', [event])
  return reference
}

const lastEntry = async () =>
  (await database.query<{ staff: string; action: string }>('select staff, action from staff_log order by id desc limit 1')).rows[0]

test('list has each payment, and --review those that wait for a person; nobody is named', async () => {
  expect((await staff.payments('list')).output).toBe('There is none.')
  expect((await staff.payments('list --review')).output).toBe('Nothing waits for a person.')
  const clear = await paid()
  const unclear = await paid({ doubt: 'unknown-plan', plan_name: null })
  const { output } = await staff.payments('list')
  expect(output).toContain(clear)
  expect(output).toContain(unclear)
  expect(output).not.toContain('@')
  const review = (await staff.payments('list --review')).output
  expect(review).toContain('unknown-plan')
  expect(review).not.toContain(clear)
  expect(JSON.parse((await staff.payments('list --json')).output)).toContainEqual(expect.objectContaining({ reference: clear, status: 'paid', amountCents: 350_00 }))
})

test('show masks the payer, and what shows the address is recorded', async () => {
  const reference = await paid({ payer_email: 'naomi@example.com', doubt: 'wrong-amount' })
  const masked = await staff.payments(`show ${reference}`)
  expect(masked.output).toContain('n•••@example.com')
  expect(masked.output).toContain('Ask the payer')
  expect(masked.output).toMatch(/stripe:evt_\S+ .*paid +\$350/)
  expect(await staff.payments(`show ${reference} --reveal`)).toMatchObject({ exitCode: 1, output: '' })
  expect((await staff.payments(`show ${reference} --reveal`, 'reveal')).output).toContain('naomi@example.com')
  expect(await lastEntry()).toEqual({ staff: 'ruth', action: 'reveal' })
  expect(await staff.payments('show pi_nobody')).toMatchObject({ exitCode: 1, faults: 'There is no such payment.' })
})

test('assign proves a payment once, for a plan that exists, and is recorded', async () => {
  const reference = await paid({ doubt: 'unknown-plan', plan_name: null })
  expect((await staff.payments(`assign ${reference}`)).faults).toBe('Say for which plan: --plan.')
  expect((await staff.payments(`assign ${reference} --plan gold`)).faults).toContain('There is no such plan')
  const done = await staff.payments(`assign ${reference} --plan audit`)
  expect(done).toMatchObject({ exitCode: 0, faults: '' })
  const { rows } = await database.query<{ id: string }>('select id, plan_name as plan from enrollments where payment_reference = $1', [reference])
  expect(done.output).toContain(rows[0]?.id)
  expect(await lastEntry()).toEqual({ staff: 'ruth', action: 'assign-payment' })
  expect((await staff.payments(`assign ${reference} --plan audit`)).faults).toBe('It is proven on an enrollment already.')
  const other = await paid({ doubt: 'several-forms' })
  expect((await staff.payments(`assign ${other} --enrollment ${rows[0]?.id}`)).faults).toBe('That enrollment is paid for already.')
  expect((await staff.payments(`assign ${other} --enrollment ${randomUUID()}`)).faults).toBe('There is no such enrollment.')
})

test('dismiss ends the waiting of one that waits, and is recorded', async () => {
  const reference = await paid({ doubt: 'unknown-plan', plan_name: null })
  expect(await staff.payments(`dismiss ${reference}`)).toMatchObject({ exitCode: 0 })
  expect(await lastEntry()).toEqual({ staff: 'ruth', action: 'dismiss-payment' })
  expect((await staff.payments('list --review')).output).not.toContain(reference)
  expect(await staff.payments(`dismiss ${reference}`)).toMatchObject({ exitCode: 1, faults: 'No such payment waits for a person.' })
})

test('enrollments have the state of their payment', async () => {
  const reference = await paid()
  const { rows } = await database.query<{ id: string }>('select id from enrollments where payment_reference = $1', [reference])
  const id = rows[0]?.id ?? ''
  const stateOf = async () => (await staff.run(`show ${id}`)).output.match(/Payment +(\w+)/)?.[1]
  expect(await stateOf()).toBe('paid')
  expect((await staff.run(`show ${id}`)).output).toContain(reference)
  expect(JSON.parse((await staff.run('list --json')).output)).toContainEqual(expect.objectContaining({ id, payment: 'paid' }))
  const part = { kind: 'refund', part: 're_1', outcome: 'made', payment_reference: reference, payer_email: null, plan_name: null }
  await paid(part)
  expect(await stateOf()).toBe('refunded')
  const written = await database.query<{ id: string }>(`insert into enrollments (customer_email, payment_status) values ('a@example.com', 'completed') returning id`)
  expect((await staff.run(`show ${written.rows[0]?.id}`)).output).toMatch(/Payment +none/)
})

test('the doctor says when the last event came, and what waits for a person', async () => {
  await paid({ doubt: 'unknown-plan', plan_name: null })
  const { output } = await staff.doctor()
  expect(output).toMatch(/warning +Payments +\d+ wait for a person: npm run payments -- list --review; the last event came \d+s ago/)
  expect(output).toMatch(/Payments +Stripe, in test mode/)
  const trial = openStaffTerminal(place.url, { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef' })
  expect((await trial.doctor()).output).toMatch(/warning +Payments +Stripe, in live mode, but the site is a trial/)
  await database.query(`update payments set email_due_at = now() - interval '3 hours' where reference = $1`, [await paid()])
  expect((await staff.doctor()).output).toMatch(/warning +Payments +1 e-mails to payers could not be sent/)
})

test('what was paid in test mode is marked, and a fault once the site is in production', async () => {
  const reference = await paid({ id: `stripetest:evt_${randomUUID()}` })
  expect((await staff.payments('list')).output).toMatch(new RegExp(String.raw`^paid \(test\) .*${reference}$`, 'm'))
  expect((await staff.doctor()).output).not.toContain('were paid in test mode')
  const live = openStaffTerminal(place.url, { SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.example.org' })
  expect((await live.doctor()).output).toMatch(/^fault +Payments +1 were paid in test mode/m)
})

test("the team's digest counts what is unclear, and who has paid and sent no form for a day", async () => {
  await database.query('truncate payments, payment_events, enrollments cascade')
  const digest = async () => (await database.query<{ read: Record<string, unknown> }>('select read_digest() as read')).rows[0]?.read
  expect(await digest()).toMatchObject({ payments: 0, not_onboarded: 0, newest: null })
  const reference = await paid()
  await paid({ doubt: 'unknown-plan', plan_name: null })
  expect(await digest()).toMatchObject({ payments: 1, not_onboarded: 0, newest: expect.any(String) })
  await database.query(`update payments set proven_at = now() - interval '2 days' where reference = $1`, [reference])
  expect(await digest()).toMatchObject({ payments: 1, not_onboarded: 1 })
})
