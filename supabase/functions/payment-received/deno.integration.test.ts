import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standInVariables } from '../../../partners/disputefox/web-form.ts'
import { checkDenoTypes, type DenoFunction, startDenoFunction } from '../../../tests/helpers/deno-function.ts'
import { startGateway, type TestGateway } from '../../../tests/helpers/gateway.ts'
import { createLocalhostCertificate } from '../../../tests/helpers/localhost-certificate.ts'
import { startMailServer, type TestMailServer } from '../../../tests/helpers/mail-server.ts'

// The Edge Function in the real Deno, on the gateway in the place of a Supabase project, with a real mail server over TLS.

const stripeSecret = 'whsec_0123456789abcdef0123456789abcdef'
const webhookSecret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
let gateway: TestGateway
let deno: DenoFunction
let worker: DenoFunction
let mail: TestMailServer
let database: Client
let folder: string

beforeAll(async () => {
  gateway = await startGateway({ mode: 'off' })
  // Otherwise it may send what is due before the function does.
  gateway.rest()
  database = new Client({ connectionString: gateway.databaseUrl })
  await database.connect()
  const { cert, key } = createLocalhostCertificate()
  mail = await startMailServer({ cert, key, secure: true, disabledCommands: [] })
  folder = await mkdtemp(path.join(tmpdir(), 'deno-'))
  const certificate = path.join(folder, 'certificate.pem')
  await writeFile(certificate, cert)
  const variables = {
    STRIPE_WEBHOOK_SECRET: stripeSecret,
    PAYMENT_WEBHOOK_SECRET: webhookSecret,
    SMTP_URL: `smtps://localhost:${mail.port}`,
    SITE_ORIGIN: 'https://www.example.org',
    BASE_PATH: '/credit/',
  }
  // Without a port: nodemailer asks for the address of the name.
  const hosts = ['localhost', `127.0.0.1:${mail.port}`]
  deno = await startDenoFunction(gateway, variables, hosts, { name: 'payment-received', certificate })
  worker = await startDenoFunction(gateway, { ...standInVariables(gateway.partnersUrl), ...variables }, [new URL(gateway.partnersUrl).host, ...hosts], { certificate })
})

afterAll(async () => {
  await deno?.stop()
  await worker?.stop()
  await mail?.stop()
  await database?.end()
  await gateway?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const newAddress = () => `${randomUUID()}@example.com`

const stripeEvent = (email: string) => ({
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
})

async function post(body: string, headers: Record<string, string>): Promise<[number, unknown]> {
  const response = await fetch(deno.url, { method: 'POST', body, headers })
  return [response.status, await response.json()]
}

async function fromStripe(event: unknown, secret = stripeSecret) {
  const payload = JSON.stringify(event)
  return post(payload, { 'stripe-signature': await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret }) })
}

function fromOthers(message: unknown, secret = webhookSecret) {
  const body = JSON.stringify(message)
  const id = `msg_${randomUUID()}`
  const now = new Date()
  const signature = new Webhook(secret).sign(id, now, body)
  return post(body, { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)), 'webhook-signature': signature })
}

const proven = async (email: string) =>
  (await database.query<{ plan: string }>('select plan_name as plan from enrollments where customer_email = $1 and payment_verified_at is not null', [email])).rows

test('Deno finds no fault in the types of its entry', async () => {
  expect(await checkDenoTypes('payment-received')).toBe(0)
})

test('in Deno an event of Stripe is stored once, and the receipt is sent by TLS', async () => {
  const email = newAddress()
  const event = stripeEvent(email)
  expect(await fromStripe(event)).toEqual([200, { status: 'recorded' }])
  expect(await fromStripe(event)).toEqual([200, { status: 'known' }])
  expect(await proven(email)).toEqual([{ plan: 'Standard Repair' }])
  const [receipt] = await emailsTo(email, 1)
  expect(receipt).toMatchObject({ recipients: [email], encrypted: true })
  expect(receipt?.email.text).toContain('https://www.example.org/credit/client-onboarding?enrollment_id=')
})

test('in Deno an event of any other sender too', async () => {
  const email = newAddress()
  const data = { payment: randomUUID(), email, item: 'light', amount: 200_00, currency: 'usd', live: true }
  expect(await fromOthers({ type: 'payment.paid', timestamp: new Date().toISOString(), data })).toEqual([200, { status: 'recorded' }])
  expect(await proven(email)).toEqual([{ plan: 'Light Repair' }])
})

test('in Deno what is not signed, or by somebody else, is 400 and leaves nothing', async () => {
  const email = newAddress()
  const event = stripeEvent(email)
  const refused = [400, { status: 'no valid signature' }]
  expect(await fromStripe(event, 'whsec_ffffffffffffffffffffffffffffffff')).toEqual(refused)
  expect(await fromOthers({ type: 'payment.paid' }, `whsec_${btoa('fedcba9876543210fedcba9876543210')}`)).toEqual(refused)
  expect(await post(JSON.stringify(event), {})).toEqual(refused)
  expect(await post(JSON.stringify(event), { authorization: `Bearer ${gateway.serviceKey}`, apikey: gateway.serviceKey })).toEqual(refused)
  const { rows } = await database.query('select from payment_events where id = $1', [`stripe:${event.id}`])
  expect(rows).toEqual([])
  expect((await fetch(deno.url)).status).toBe(405)
})

/** The e-mails to an address, once there are so many. */
async function emailsTo(email: string, count: number) {
  const own = () => mail.received.filter(({ recipients }) => recipients.includes(email))
  await expect.poll(() => own().length, { timeout: 90_000 }).toBe(count)
  return own()
}

/** Calls the worker as Cron does. Gives the status of its answer. */
async function wake(): Promise<number> {
  const { status } = await fetch(worker.url, { method: 'POST', headers: { apikey: gateway.serviceKey }, body: '{}' })
  return status
}

test('in Deno, what could not be sent at once is sent by the function that Cron wakes', async () => {
  const email = newAddress()
  const paid = {
    id: `stripe:evt_${randomUUID()}`, happened_at: new Date().toISOString(), kind: 'paid', payment_reference: `pi_${randomUUID()}`,
    amount_cents: 350_00, currency: 'usd', payer_email: email, plan_name: 'Standard Repair',
  }
  // As if the process that stored it had ended there.
  await database.query('select record_payment_event($1)', [paid])
  expect(await wake()).toBe(200)
  await emailsTo(email, 1)
  const sent = async () => (await database.query('select from payments where payer_email = $1 and emails_sent = 1', [email])).rowCount
  await expect.poll(sent, { timeout: 60_000 }).toBe(1)
  // The reminder is due.
  await database.query('update payments set email_due_at = now() where payer_email = $1', [email])
  expect(await wake()).toBe(200)
  const reminder = (await emailsTo(email, 2))[1]
  const stop = /<.*(\?stop=[0-9a-f-]+)>/.exec(reminder?.source.replaceAll(/=\r\n|\r\n(?=[ \t])/g, '').replaceAll('=3D', '=') ?? '')?.[1]
  expect((await fetch(`${deno.url}/${stop}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  const { rows } = await database.query('select from payments where payer_email = $1 and reminders_stopped_at is not null', [email])
  expect(rows).toHaveLength(1)
})
