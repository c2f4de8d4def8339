import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { SMTPServerOptions } from 'smtp-server'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type Command, startCommand } from '../../tests/helpers/command.ts'
import { startMailServer } from '../../tests/helpers/mail-server.ts'
import { freePort } from '../../tests/helpers/ports.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'

// A gateway in a process of its own is killed with SIGKILL between two steps, while a checkout repeats what is not answered
// with 200, as Stripe does.

const secret = 'whsec_0123456789abcdef0123456789abcdef'
let place: TestDatabase
let folder: string
let database: Client
let gateway: Command | undefined
let port: number
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  place = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'payment-crash-'))
  await mkdir(path.join(folder, 'dist'))
  await Promise.all(['_headers', '404.html'].map((name) => writeFile(path.join(folder, 'dist', name), '')))
  database = new Client({ connectionString: place.url })
  await database.connect()
  port = await freePort()
})
afterEach(async () => {
  await kill()
  for (const end of ends.splice(0)) await end()
})
afterAll(async () => {
  await database?.end()
  await place?.drop()
  if (folder) await rm(folder, { recursive: true })
})

async function start(smtpPort: number): Promise<void> {
  const variables = {
    PORT: String(port),
    PARTNERS_PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: path.join(folder, 'dist'),
    DATABASE_URL: place.url,
    PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'),
    SITE_STAGE: 'development',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    STRIPE_WEBHOOK_SECRET: secret,
  }
  const starting = startCommand(variables, 'server/main.ts')
  gateway = starting
  let hasEnded = false
  void starting.ended.then(() => (hasEnded = true))
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (hasEnded) throw new Error(starting.output())
    await wait(20)
  }
}

async function kill(): Promise<void> {
  gateway?.child.kill('SIGKILL')
  await gateway?.ended
  gateway = undefined
}

async function mailServer(options?: SMTPServerOptions) {
  const server = await startMailServer(options)
  ends.push(() => server.stop())
  return server
}

const payment = (email: string, change: object = {}) => ({
  id: `evt_${randomUUID()}`,
  livemode: true,
  created: Math.floor(Date.now() / 1000),
  type: 'checkout.session.completed',
  data: {
    object: {
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
    },
  },
  ...change,
})

/** The status of the answer; undefined if there was none. */
async function post(event: object): Promise<number | undefined> {
  const payload = JSON.stringify(event)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
  const request = { method: 'POST', body: payload, headers: { 'stripe-signature': signature } }
  return fetch(`http://127.0.0.1:${port}/functions/v1/payment-received`, request).then(({ status }) => status, () => undefined)
}

/** How many events, payments and enrollments there are of this payer, and how many e-mails count as sent. */
async function stored(email: string): Promise<unknown> {
  const { rows } = await database.query(
    `select (select count(*)::int from payment_events where payer_email = $1) as events, (select count(*)::int from payments where payer_email = $1) as payments,
       (select count(*)::int from enrollments where customer_email = $1 and payment_verified_at is not null) as enrollments,
       (select coalesce(sum(emails_sent), 0)::int from payments where payer_email = $1) as emails`,
    [email],
  )
  return rows[0]
}

const nothing = { events: 0, payments: 0, enrollments: 0, emails: 0 }
const once = { events: 1, payments: 1, enrollments: 1, emails: 1 }

/** As after a quarter of an hour: what was being sent is due again, and any event sends it. */
async function passTime(email: string): Promise<void> {
  await database.query('update payments set email_due_at = now() where payer_email = $1 and emails_sent = 0', [email])
  expect(await post(payment(email, { type: 'payout.paid', data: { object: {} } }))).toBe(200)
}

test('killed while the event is being stored, nothing is stored, and all of it when it comes again', async () => {
  const mail = await mailServer()
  const email = `${randomUUID()}@example.com`
  const event = payment(email)
  await start(mail.port)
  const holder = new Client({ connectionString: place.url })
  await holder.connect()
  ends.push(() => holder.end())
  await holder.query('begin; lock table enrollments in access exclusive mode')
  const unanswered = post(event)
  const waits = `select from pg_locks where not granted and relation = 'public.enrollments'::regclass`
  while ((await database.query(waits)).rowCount === 0) await wait(20)
  await kill()
  await holder.query('rollback')
  expect(await unanswered).toBeUndefined()
  // The database ends the transaction once it notices that nobody is there.
  const openTransactions = `select from pg_stat_activity where datname = current_database() and application_name = 'gateway'`
  while ((await database.query(openTransactions)).rowCount) await wait(20)
  expect(await stored(email)).toEqual(nothing)
  await start(mail.port)
  expect(await post(event)).toBe(200)
  await mail.arrived(1)
  await expect.poll(() => stored(email)).toEqual(once)
})

test('killed after it was stored and before it was answered, it counts once when it comes again', async () => {
  const mail = await mailServer()
  const email = `${randomUUID()}@example.com`
  const event = payment(email)
  await start(mail.port)
  void post(event)
  while ((await database.query('select from payments where payer_email = $1', [email])).rowCount === 0) await wait(1)
  await kill()
  await start(mail.port)
  expect(await post(event)).toBe(200)
  await passTime(email)
  await mail.arrived(1)
  await expect.poll(() => stored(email)).toEqual(once)
})

test('killed before the e-mail is sent, it is sent later, once', async () => {
  const email = `${randomUUID()}@example.com`
  const event = payment(email)
  const reached = Promise.withResolvers<void>()
  const silent = await mailServer({ onMailFrom: () => reached.resolve() })
  await start(silent.port)
  expect(await post(event)).toBe(200)
  await reached.promise
  await kill()
  expect(await stored(email)).toEqual({ ...once, emails: 0 })
  const mail = await mailServer()
  await start(mail.port)
  expect(await post(event)).toBe(200)
  expect(mail.received).toEqual([])
  await passTime(email)
  await mail.arrived(1)
  await expect.poll(() => stored(email)).toEqual(once)
  expect(mail.received).toHaveLength(1)
})

test('killed after the e-mail is sent and before that is stored, it may come twice, and no more', async () => {
  const email = `${randomUUID()}@example.com`
  const reached = Promise.withResolvers<void>()
  const mail = await mailServer({
    onData(stream) {
      // Has taken all of it, and never says so.
      stream.resume().on('end', () => reached.resolve())
    },
  })
  await start(mail.port)
  expect(await post(payment(email))).toBe(200)
  await reached.promise
  await kill()
  const later = await mailServer()
  await start(later.port)
  await passTime(email)
  await later.arrived(1)
  await expect.poll(() => stored(email)).toEqual(once)
  await passTime(email)
  await expect.poll(() => stored(email)).toEqual(once)
  expect(later.received).toHaveLength(1)
})
