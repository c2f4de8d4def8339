import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../../../tests/helpers/gateway.ts'

// The function in the gateway: the database, the mailer and the limits are the real ones.

const stripeSecret = 'whsec_0123456789abcdef0123456789abcdef'
const webhookSecret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
const logged: string[] = []
let gateway: TestGateway
let database: Client

beforeAll(async () => {
  gateway = await startGateway(undefined, {
    payments: { stripeSecrets: [stripeSecret], mode: 'live', webhookSecrets: [webhookSecret] },
    log: (event, fields) => logged.push(JSON.stringify({ event, ...fields })),
    trustedProxies: 1,
  })
  database = new Client({ connectionString: gateway.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await gateway?.stop()
})

const address = () => `${gateway.url}/functions/v1/payment-received`

const session = (email: string, change: object = {}) => ({
  id: `cs_${randomUUID()}`,
  livemode: true,
  mode: 'payment',
  payment_status: 'paid',
  payment_intent: `pi_${randomUUID()}`,
  amount_total: 350_00,
  currency: 'usd',
  customer_details: { email },
  metadata: { plan: 'standard' },
  payment_link: null,
  ...change,
})

const eventOf = (object: object, type = 'checkout.session.completed') => ({
  id: `evt_${randomUUID()}`,
  livemode: true,
  created: Math.floor(Date.now() / 1000),
  type,
  data: { object },
})

async function post(body: string, headers: Record<string, string>): Promise<{ status: number; body: unknown }> {
  const response = await fetch(address(), { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  return { status: response.status, body: await response.json() }
}

async function fromStripe(event: unknown, secret = stripeSecret, headers: Record<string, string> = {}) {
  const payload = JSON.stringify(event)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
  return post(payload, { 'stripe-signature': signature, ...headers })
}

function fromOthers(message: unknown, id = `msg_${randomUUID()}`) {
  const body = JSON.stringify(message)
  const now = new Date()
  const signature = new Webhook(webhookSecret).sign(id, now, body)
  return post(body, { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)), 'webhook-signature': signature })
}

const rowsFor = async (email: string) =>
  (await database.query<Record<string, unknown>>('select * from enrollments where customer_email = $1', [email])).rows
const newAddress = () => `${randomUUID()}@example.com`

describe('an event', () => {
  test('of Stripe is stored once, with all that follows from it', async () => {
    const email = newAddress()
    const event = eventOf(session(email))
    expect(await fromStripe(event)).toEqual({ status: 200, body: { status: 'recorded' } })
    expect(await fromStripe(event)).toEqual({ status: 200, body: { status: 'known' } })
    expect(await rowsFor(email)).toMatchObject([{ plan_name: 'Standard Repair', plan_price: '350.00', payment_source: 'stripe' }])
  })

  test('of any other sender too', async () => {
    const email = newAddress()
    const data = { payment: randomUUID(), email, item: 'light', amount: 200_00, currency: 'usd', live: true }
    const message = { type: 'payment.paid', timestamp: new Date().toISOString(), data }
    expect(await fromOthers(message)).toEqual({ status: 200, body: { status: 'recorded' } })
    expect(await rowsFor(email)).toMatchObject([{ plan_name: 'Light Repair', payment_source: 'webhook' }])
  })

  test('of a type that we do not know is acknowledged and noted', async () => {
    const event = eventOf({}, 'payout.paid')
    expect(await fromStripe(event)).toEqual({ status: 200, body: { status: 'recorded' } })
    const { rows } = await database.query('select kind from payment_events where id = $1', [`stripe:${event.id}`])
    expect(rows).toEqual([{ kind: 'noted' }])
  })

  test('that cannot be stored is 500, so that it comes again, and leaves nothing', async () => {
    const email = newAddress()
    const event = eventOf(session(email))
    await database.query('alter table enrollments add constraint broken check (customer_email is null) not valid')
    expect((await fromStripe(event)).status).toBe(500)
    await database.query('alter table enrollments drop constraint broken')
    const { rows } = await database.query('select from payment_events where id = $1', [`stripe:${event.id}`])
    expect(rows).toEqual([])
    expect(await fromStripe(event)).toEqual({ status: 200, body: { status: 'recorded' } })
  })

  test('that we do not understand is 500, and the log says so', async () => {
    expect((await fromStripe(eventOf({ id: 'cs_1' }))).status).toBe(500)
    expect(logged.some((line) => line.includes('"reason":"not-understood"'))).toBe(true)
  })
})

describe('without a valid signature the answer is 400, and nothing is stored', () => {
  const body = JSON.stringify(eventOf(session('nobody@example.com')))
  const signedAt = Math.floor(Date.now() / 1000)

  test.each<[string, Record<string, string>]>([
    ['none at all', {}],
    ['one of somebody else', { 'stripe-signature': `t=${signedAt},v1=${'0'.repeat(64)}` }],
    ['one of no form', { 'stripe-signature': 'please' }],
    ["another sender's of no form", { 'webhook-id': 'msg_1', 'webhook-timestamp': 'now', 'webhook-signature': 'v1,AAAA' }],
    ["a user's token", { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }],
  ])('%s', async (_, headers) => {
    expect(await post(body, headers)).toEqual({ status: 400, body: { status: 'no valid signature' } })
    expect(await rowsFor('nobody@example.com')).toEqual([])
  })

  test('not even for the service: the key of tables signs no payment', async () => {
    expect((await post(body, { authorization: `Bearer ${gateway.serviceKey}` })).status).toBe(400)
  })

  test('too often, from one network, it is 429; senders with a signature go on', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const statuses = new Set<number>()
    for (let count = 0; count < 70; count += 1) statuses.add((await post(body, headers)).status)
    expect(statuses).toEqual(new Set([400, 429]))
    expect((await fromStripe(eventOf({}, 'payout.paid'), stripeSecret, headers)).status).toBe(200)
  })
})

test('a body beyond 256 kB is 413, and other methods are 405', async () => {
  expect((await post('x'.repeat(300_000), {})).status).toBe(413)
  expect((await fetch(address())).status).toBe(405)
})

test('fifty deliveries of one event at once are one', async () => {
  const email = newAddress()
  const event = eventOf(session(email))
  const answers = await Promise.all(Array.from({ length: 50 }, () => fromStripe(event)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(await rowsFor(email)).toHaveLength(1)
})

/** The e-mails that were kept for this address, the newest last, as text. */
async function emailsTo(email: string): Promise<string[]> {
  const folder = path.join(gateway.dataFolder, 'mail')
  const files = (await readdir(folder).catch((): string[] => [])).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return texts.filter((text) => text.includes(email)).map((text) => text.replaceAll(/=\n|\n(?=[ \t])/g, '').replaceAll('=3D', '='))
}

describe('whoever has paid', () => {
  test('gets a receipt with the way on, and a reminder that can be stopped', async () => {
    const email = newAddress()
    await fromStripe(eventOf(session(email)))
    const [{ id } = {}] = await rowsFor(email)
    await expect.poll(() => emailsTo(email)).toHaveLength(1)
    const [receipt = ''] = await emailsTo(email)
    expect(receipt).toContain('$350')
    expect(receipt).toContain(`client-onboarding?enrollment_id=${String(id)}&plan=Standard+Repair#email=${encodeURIComponent(email)}&account=new`)
    expect(receipt).not.toContain('List-Unsubscribe')

    await database.query('update payments set email_due_at = now() where payer_email = $1', [email])
    // Any new event sends what is due.
    await fromStripe(eventOf({}, 'payout.paid'))
    await expect.poll(() => emailsTo(email)).toHaveLength(2)
    const [, reminder = ''] = await emailsTo(email)
    const endpoint = /List-Unsubscribe:\s*<(.*?)>/.exec(reminder)?.[1] ?? ''
    expect(reminder).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const stop = `${address()}${new URL(endpoint).search}`
    expect((await fetch(stop)).status).toBe(405)
    const { rows: before } = await database.query('select from payments where payer_email = $1 and reminders_stopped_at is null', [email])
    expect(before).toHaveLength(1)
    const answers = [await fetch(stop, { method: 'POST', body: 'List-Unsubscribe=One-Click' }), await fetch(`${address()}?stop=${randomUUID()}`, { method: 'POST' })]
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{ status: 'stopped' }, { status: 'stopped' }])
    const { rows: after } = await database.query('select from payments where payer_email = $1 and reminders_stopped_at is null', [email])
    expect(after).toHaveLength(0)
  })
})

test('the log names nobody', () => {
  expect(logged.filter((line) => line.includes('payment-event')).length).toBeGreaterThan(0)
  expect(logged.join('\n')).not.toMatch(/@example\.com/)
})
