import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asPostgrest } from '../../tests/helpers/as-postgrest.ts'
import { addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

let database: OpenDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Row = Record<string, unknown>

const paidAt = new Date(Date.now() - 3_600_000)
const at = (seconds: number) => new Date(paidAt.getTime() + seconds * 1000).toISOString()

let reference: string
let payer: string
beforeEach(() => {
  reference = `pi_${randomUUID()}`
  payer = `${randomUUID()}@example.com`
})

const paid = (more: Row = {}): Row => ({
  id: `stripe:paid-${reference}`,
  happened_at: at(0),
  kind: 'paid',
  payment_reference: reference,
  amount_cents: 350_00,
  currency: 'usd',
  payer_email: payer,
  plan_name: 'Standard Repair',
  ...more,
})

const part = (kind: 'refund' | 'dispute', outcome: string, seconds: number, more: Row = {}): Row => ({
  id: `stripe:${kind}-${outcome}-${reference}`,
  happened_at: at(seconds),
  kind,
  payment_reference: reference,
  part: `${kind}-${reference}`,
  outcome,
  amount_cents: 350_00,
  currency: 'usd',
  ...more,
})

const asService = <Value>(work: (client: PoolClient) => Promise<Value>) => asPostgrest(database, { role: 'service_role' }, work)
const select = (text: string, values: unknown[] = []) =>
  database.transaction(async (client) => (await client.query<Row>(text, values)).rows)

async function recordOn(client: PoolClient, event: Row): Promise<unknown> {
  const { rows } = await client.query<{ answer: unknown }>('select public.record_payment_event($1) as answer', [event])
  return rows[0]?.answer
}
const record = (event: Row) => asService((client) => recordOn(client, event))

const paymentOf = async (wanted = reference): Promise<Row | undefined> =>
  (await select('select * from payments where reference = $1', [wanted]))[0]
const enrollmentsOf = (email = payer) => select('select * from enrollments where lower(customer_email) = lower($1) order by created_at', [email])

async function enroll({ id, claims }: TestUser, values: Parameters<typeof validRow>[1] = {}, plan = 'Standard Repair'): Promise<string> {
  const enrollment = randomUUID()
  const { text, values: given } = insertOf({ id: enrollment, ...validRow(id, values), plan_name: plan })
  await database.transactionAs(claims, (client) => client.query(text, given))
  return enrollment
}

const deliveryOf = async (id: unknown) => (await select('select state, reason from deliveries where enrollment_id = $1', [id]))[0]

const pending = () => paid({ id: `stripe:pending-${reference}`, kind: 'pending', happened_at: at(-60) })

const retry = (id: unknown) => asService((client) => client.query(`update deliveries set state = 'queued', reason = null where enrollment_id = $1`, [id]))

const finishEmail = (number: number) => asService((client) => client.query('select finish_payment_email($1, $2)', [reference, number]))

const letPass = (interval: string) => select(`update payments set email_due_at = email_due_at - $2::interval where reference = $1`, [reference, interval])

const claimEmail = () =>
  asService(async (client) => (await client.query<{ mail: Row | null }>('select claim_payment_email() as mail')).rows[0]?.mail)

describe('a payment', () => {
  test('of somebody without an account prepares an enrollment without an owner, once', async () => {
    expect([await record(paid()), await record(paid())]).toEqual(['recorded', 'known'])
    const [prepared, ...others] = await enrollmentsOf()
    expect(others).toEqual([])
    expect(prepared).toMatchObject({
      user_id: null,
      onboarding_completed: false,
      plan_name: 'Standard Repair',
      plan_price: '350.00',
      payment_status: 'completed',
      payment_verified_at: paidAt,
      payment_source: 'stripe',
      payment_reference: reference,
    })
    expect(await paymentOf()).toMatchObject({ status: 'paid', enrollment_id: prepared?.id, review: null })
    expect(await deliveryOf(prepared?.id)).toBeUndefined()
  })

  test('is proven on the open form of the account with this confirmed address, in whatever case', async () => {
    const client = await addUser(database, payer)
    const id = await enroll(client, {}, 'Credit Repair Plan')
    await record(paid({ payer_email: payer.toUpperCase() }))
    const [row] = await select('select * from enrollments where id = $1', [id])
    expect(row).toMatchObject({ plan_name: 'Standard Repair', plan_price: '350.00', payment_reference: reference })
    expect(await paymentOf()).toMatchObject({ enrollment_id: id })
  })

  test('is not proven on the form of an account whose address is not confirmed', async () => {
    const client = await addUser(database, payer, false)
    const id = await enroll(client)
    await record(paid())
    expect(await paymentOf()).not.toMatchObject({ enrollment_id: id })
    expect(await select('select payment_verified_at from enrollments where id = $1', [id])).toEqual([{ payment_verified_at: null }])
  })

  test('prefers the form of its plan, and leaves two of them to a person', async () => {
    const client = await addUser(database, payer)
    const [standard] = [await enroll(client), await enroll(client, {}, 'Light Repair')]
    await record(paid())
    expect(await paymentOf()).toMatchObject({ enrollment_id: standard })

    const other = await addUser(database, `other-${payer}`)
    await enroll(other)
    await enroll(other)
    await record(paid({ id: 'stripe:two-forms', payment_reference: 'pi_two_forms', payer_email: `other-${payer}` }))
    expect(await paymentOf('pi_two_forms')).toMatchObject({ enrollment_id: null, review: 'several-forms' })
  })

  test('leaves a cancelled form and an old one alone', async () => {
    const client = await addUser(database, payer)
    const [cancelled, old] = [await enroll(client), await enroll(client)]
    await select(`update deliveries set state = 'cancelled' where enrollment_id = $1`, [cancelled])
    await select('alter table enrollments disable trigger user')
    await select(`update enrollments set updated_at = now() - interval '40 days' where id = $1`, [old])
    await select('alter table enrollments enable trigger user')
    await record(paid())
    const { enrollment_id: chosen } = (await paymentOf()) ?? {}
    expect([cancelled, old]).not.toContain(chosen)
    expect(chosen).toEqual(expect.any(String))
  })

  test('with a doubt waits for a person, who assigns or dismisses it', async () => {
    await record(paid({ doubt: 'unknown-plan', plan_name: null }))
    expect(await paymentOf()).toMatchObject({ enrollment_id: null, review: 'unknown-plan', email_due_at: null })
    expect(await enrollmentsOf()).toEqual([])
    const assign = (enrollment: string | null, plan: string | null) =>
      database.transaction(async (client) => {
        const { rows } = await client.query<{ answer: string }>('select assign_payment($1, $2, $3) as answer', [reference, enrollment, plan])
        return rows[0]?.answer
      })
    expect(await assign(null, null)).toBe('no-plan')
    expect(await assign(randomUUID(), 'Light Repair')).toBe('no-open-enrollment')
    expect(await assign(null, 'Light Repair')).toBe('proven')
    expect(await assign(null, 'Light Repair')).toBe('proven-already')
    expect(await paymentOf()).toMatchObject({ review: null, plan_name: 'Light Repair' })
    expect(await enrollmentsOf()).toMatchObject([{ plan_name: 'Light Repair', payment_reference: reference }])
    // Later events do not bring the doubt back.
    await record(part('refund', 'made', 60, { amount_cents: 1_00 }))
    expect(await paymentOf()).toMatchObject({ review: null, plan_name: 'Light Repair', status: 'partly_refunded' })

    await record(paid({ id: 'stripe:donation', payment_reference: 'pi_donation', doubt: 'unknown-plan' }))
    const { rows } = await database.transaction((client) => client.query(`select dismiss_payment('pi_donation') as answer`))
    expect(rows).toEqual([{ answer: 'settled' }])
    expect(await paymentOf('pi_donation')).toMatchObject({ review: null, enrollment_id: null })
  })

  test('for the same plan again waits for a person', async () => {
    await record(paid())
    await record(paid({ id: 'stripe:again', payment_reference: 'pi_again' }))
    expect(await paymentOf('pi_again')).toMatchObject({ enrollment_id: null, review: 'paid-again' })
    expect(await enrollmentsOf()).toHaveLength(1)
  })

  test('for an add-on goes to the enrollment that is paid for, and changes nothing of it', async () => {
    await record(paid())
    const [before] = await enrollmentsOf()
    await record(paid({ id: 'stripe:add-on', payment_reference: 'pi_add_on', plan_name: 'Coaching', is_add_on: true, amount_cents: 149_00 }))
    expect(await paymentOf('pi_add_on')).toMatchObject({ enrollment_id: before?.id, review: null })
    const [after] = await enrollmentsOf()
    expect(after).toMatchObject({ plan_name: 'Standard Repair', plan_price: '350.00', payment_reference: reference })
  })

  test('for an add-on that a person assigns goes to an enrollment that is paid for, which a plan does not', async () => {
    await record(paid())
    const [before] = await enrollmentsOf()
    await record(paid({ id: 'stripe:unclear', payment_reference: 'pi_unclear', doubt: 'unknown-plan', plan_name: null, amount_cents: 149_00 }))
    const assign = async (plan: string, isAddOn: boolean) =>
      (await database.transaction((client) => client.query<{ answer: string }>('select assign_payment($1, $2, $3, $4) as answer', ['pi_unclear', before?.id, plan, isAddOn]))).rows[0]?.answer
    expect(await assign('Light Repair', false)).toBe('no-open-enrollment')
    expect(await assign('Coaching', true)).toBe('proven')
    expect(await paymentOf('pi_unclear')).toMatchObject({ enrollment_id: before?.id, plan_name: 'Coaching', is_add_on: true })
    expect(await enrollmentsOf()).toEqual([before])
  })

  test('comes once however many senders deliver it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => record(paid())))
    expect(answers.filter((answer) => answer === 'recorded')).toHaveLength(1)
    expect(await enrollmentsOf()).toHaveLength(1)
  })
})

describe('whatever the order of its events', () => {
  /** All orders of a few things. */
  const orders = <Item>(items: Item[]): Item[][] =>
    items.length < 2 ? [items] : items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

  const standing = `select status, amount_cents, paid_at, refunded_cents, refunded_at, disputed_at, review,
      (select array_agg((plan_name, plan_price, payment_status, payment_verified_at, payment_reference, customer_email)::text)
       from enrollments where enrollments.payment_reference = payments.reference) as proven,
      (select array_agg((state, reason)::text) from deliveries where enrollment_id = payments.enrollment_id) as deliveries
    from payments where reference = $1`

  const histories: [string, string, () => Row[]][] = [
    ['a refund in full', 'refunded', () => [paid(), part('refund', 'pending', 10), part('refund', 'made', 20)]],
    [
      'a refund that fails',
      'paid',
      () => [pending(), paid(), part('refund', 'pending', 10), part('refund', 'made', 20), part('refund', 'undone', 30)],
    ],
    [
      'two refunds in part',
      'partly_refunded',
      () => [
        paid(),
        part('refund', 'made', 10, { amount_cents: 100_00 }),
        part('refund', 'made', 20, { id: `stripe:second-${reference}`, part: 're_2', amount_cents: 50_00 }),
        part('refund', 'undone', 30, { id: `stripe:third-${reference}`, part: 're_3', amount_cents: 200_00 }),
      ],
    ],
    ['an open dispute', 'disputed', () => [pending(), paid(), part('dispute', 'open', 10)]],
    ['a dispute that is won', 'paid', () => [paid(), part('dispute', 'open', 10), part('dispute', 'won', 20)]],
    [
      'a lost dispute beside a refund',
      'lost',
      () => [paid(), part('dispute', 'open', 10), part('dispute', 'lost', 20), part('refund', 'made', 5, { amount_cents: 10_00 })],
    ],
    ['a payment that fails first', 'paid', () => [pending(), paid({ id: `stripe:failed-${reference}`, kind: 'failed', happened_at: at(-30) }), paid()]],
    ['one that never comes', 'failed', () => [pending(), paid({ id: `stripe:failed-${reference}`, kind: 'failed' })]],
  ]

  test.each(histories)('%s ends as %s', async (_, status, eventsOf) => {
    const client = await addUser(database, payer)
    await enroll(client)
    const ends = new Set<string>()
    for (const order of orders(eventsOf())) {
      await database
        .transaction(async (connection) => {
          await connection.query(`set local role service_role`)
          // Each may come twice.
          for (const event of order) {
            await recordOn(connection, event)
            await recordOn(connection, event)
          }
          await connection.query('reset role')
          const { rows } = await connection.query<Row>(standing, [reference])
          ends.add(JSON.stringify(rows))
          throw new Error('undone, so that the next order starts alike')
        })
        .catch((error: Error) => {
          if (!error.message.startsWith('undone')) throw error
        })
    }
    expect(ends.size).toBe(1)
    expect(JSON.parse([...ends][0] ?? '')).toMatchObject([{ status }])
  })

  test('a refund of something that was never paid here leaves no payment', async () => {
    await record(part('refund', 'made', 10))
    expect(await paymentOf()).toBeUndefined()
  })
})

describe('a client who paid', () => {
  test('and claims the prepared enrollment keeps plan, price and status, whatever the browser sends', async () => {
    await record(paid())
    const [prepared] = await enrollmentsOf()
    const client = await addUser(database, payer)
    const row: Row = { ...validRow(client.id), plan_name: 'Light Repair' }
    const columns = Object.keys(row)
    const assignments = columns.map((column, index) => `${column} = $${index + 2}`).join(', ')
    const { rowCount } = await asPostgrest(database, client.claims, (connection) =>
      connection.query(`update enrollments set ${assignments} where id = $1`, [prepared?.id, ...Object.values(row)]),
    )
    expect(rowCount).toBe(1)
    const [claimed] = await select('select * from enrollments where id = $1', [prepared?.id])
    expect(claimed).toMatchObject({ user_id: client.id, plan_name: 'Standard Repair', plan_price: '350.00', payment_status: 'completed' })
    expect(await deliveryOf(prepared?.id)).toEqual({ state: 'queued', reason: null })
  })

  test('and fills in a new form takes over what was prepared', async () => {
    await record(paid())
    const [prepared] = await enrollmentsOf()
    const client = await addUser(database, payer)
    const id = await enroll(client, { email: payer }, 'Credit Repair Plan')
    expect(await enrollmentsOf()).toMatchObject([{ id, plan_name: 'Standard Repair', plan_price: '350.00', payment_reference: reference }])
    expect(await paymentOf()).toMatchObject({ enrollment_id: id })
    expect(id).not.toBe(prepared?.id)
  })

  test('twice, and sends the first form again as an upsert, still has what was prepared', async () => {
    await record(paid())
    const client = await addUser(database, payer)
    const first = await enroll(client, { email: payer })
    const second = { id: `stripe:again-${reference}`, payment_reference: `again-${reference}`, plan_name: 'Light Repair' }
    await record(paid(second))
    const { text, values } = insertOf({ id: first, ...validRow(client.id) })
    await asPostgrest(database, client.claims, (connection) => connection.query(`${text} on conflict (id) do nothing`, values))
    expect(await select('select user_id, plan_name from enrollments where payment_reference = $1', [second.payment_reference])).toEqual([
      { user_id: null, plan_name: 'Light Repair' },
    ])
    const taken = await enroll(client, { email: payer })
    expect(await paymentOf(second.payment_reference)).toMatchObject({ enrollment_id: taken })
  })

  test.each([
    ['another address', (email: string) => addUser(database, `not-${email}`)],
    ['an address that is not confirmed', (email: string) => addUser(database, email, false)],
  ])('is nobody with %s: a new form takes nothing over', async (_, someone) => {
    await record(paid())
    const stranger = await someone(payer)
    const id = await enroll(stranger, { email: payer })
    const [own] = await select('select payment_verified_at, plan_price from enrollments where id = $1', [id])
    expect(own).toEqual({ payment_verified_at: null, plan_price: '0.00' })
    expect(await paymentOf()).not.toMatchObject({ enrollment_id: id })
  })

  test('beside a form that is being sent is proven once, whichever comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `${randomUUID()}@example.com`
      const client = await addUser(database, email)
      const event = paid({ id: `stripe:${email}`, payment_reference: email, payer_email: email })
      await Promise.all([record(event), enroll(client, { email })])
      expect(await enrollmentsOf(email)).toMatchObject([{ payment_reference: email, onboarding_completed: true }])
    }
  })
})

describe('a refund', () => {

  test('in full keeps a form that was not sent from being sent until a person says so', async () => {
    const client = await addUser(database, payer)
    const id = await enroll(client)
    await record(paid())
    await record(part('refund', 'made', 60))
    expect(await deliveryOf(id)).toEqual({ state: 'needs_review', reason: 'refunded' })
    expect(await select('select payment_status from enrollments where id = $1', [id])).toEqual([{ payment_status: 'refunded' }])
    await retry(id)
    expect(await deliveryOf(id)).toEqual({ state: 'queued', reason: null })
  })

  test('in full before the form holds it when it comes', async () => {
    await record(paid())
    await record(part('refund', 'made', 60))
    const client = await addUser(database, payer)
    const id = await enroll(client, { email: payer })
    expect(await deliveryOf(id)).toEqual({ state: 'needs_review', reason: 'refunded' })
  })

  test('while it is being sent holds what would be tried again', async () => {
    const client = await addUser(database, payer)
    const id = await enroll(client)
    await record(paid())
    await select(
      `update deliveries set state = 'sending', lease_id = gen_random_uuid(), leased_until = now(), leased_version = 1,
         lease_repeats = 'never' where enrollment_id = $1`,
      [id],
    )
    await record(part('refund', 'made', 60))
    expect(await deliveryOf(id)).toMatchObject({ state: 'sending' })
    await retry(id)
    expect(await deliveryOf(id)).toEqual({ state: 'needs_review', reason: 'refunded' })
  })

  test('in part holds nothing', async () => {
    const client = await addUser(database, payer)
    const id = await enroll(client)
    await record(paid())
    await record(part('refund', 'made', 60, { amount_cents: 50_00 }))
    expect(await deliveryOf(id)).toEqual({ state: 'queued', reason: null })
  })
})

describe('e-mails', () => {

  beforeEach(async () => {
    await select('update payments set email_due_at = null')
    await record(paid())
  })

  test('are a receipt at once and two reminders, one claim each', async () => {
    expect(await claimEmail()).toMatchObject({ number: 0, to: payer, plan_name: 'Standard Repair', amount_cents: 350_00, onboarded: false, has_account: false })
    expect(await claimEmail()).toBeNull()
    await finishEmail(0)
    expect(await claimEmail()).toBeNull()
    await letPass('2 days')
    expect(await claimEmail()).toMatchObject({ number: 1 })
    await finishEmail(1)
    await letPass('5 days')
    expect(await claimEmail()).toMatchObject({ number: 2 })
    await finishEmail(2)
    expect(await paymentOf()).toMatchObject({ email_due_at: null, emails_sent: 3 })
  })

  test('whose sender dies are due again a quarter of an hour later, then ever later, eight times', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await letPass(`${15 * 2 ** (attempt - 1)} minutes`)
      expect(await claimEmail()).toMatchObject({ number: 0 })
      expect(await claimEmail()).toBeNull()
    }
    expect(await paymentOf()).toMatchObject({ email_due_at: null, emails_sent: 0 })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['the form is there', async () => enroll(await addUser(database, payer), { email: payer })],
    ['everything was paid back', () => record(part('refund', 'made', 60))],
    ['the bank asks for it back', () => record(part('dispute', 'open', 60))],
    [
      'they are stopped',
      async () => {
        const { stop_token: token } = (await paymentOf()) ?? {}
        await asService((client) => client.query('select stop_payment_reminders($1)', [token]))
      },
    ],
  ])('remind of nothing once %s', async (_, happen) => {
    await claimEmail()
    await finishEmail(0)
    await happen()
    await letPass('2 days')
    expect(await claimEmail()).toBeNull()
    expect(await paymentOf()).toMatchObject({ email_due_at: null })
  })
})

test('events can only be added, by whoever writes', async () => {
  await record(paid())
  for (const change of ['delete from payment_events', 'update payment_events set amount_cents = 0', 'delete from payments']) {
    await expect(asService((client) => client.query(change))).rejects.toMatchObject({ code: '42501' })
  }
})

test.each<[string, Row]>([
  ['an amount below zero', { amount_cents: -1 }],
  ['an amount with no currency', { currency: null }],
  ['another kind', { kind: 'gift' }],
  ['an id of no sender', { id: 'evt_1' }],
  ['a refund without its id', { kind: 'refund', outcome: 'made' }],
  ['an address that is none', { payer_email: 'nobody' }],
])('%s is refused, and nothing is stored', async (_, change) => {
  await expect(record(paid(change))).rejects.toMatchObject({ code: '23514' })
  expect(await paymentOf()).toBeUndefined()
})
