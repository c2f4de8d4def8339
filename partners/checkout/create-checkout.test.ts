import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { formatUsd } from '../../content/format.ts'
import { plans } from '../../domain/plans.ts'
import { readStripeEvent } from '../../payments/stripe-events.ts'
import { createPartners } from '../app.ts'
import { stepNames, steps } from './payments.ts'

const { standard } = plans
const secret = 'whsec_0123456789abcdef0123456789abcdef'
const now = () => new Date('2026-01-01T00:00:00Z')
const catalogue = {
  checkout: { audit: '', light: '', standard: '', advanced: '', complex: '', coaching: '' },
  paymentIds: {},
}

/** As the site reads it, signed. */
const read = async (event: object | undefined) => {
  const payload = JSON.stringify(event)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
  return readStripeEvent(payload, signature, { stripeSecrets: [secret], mode: 'test', webhookSecrets: [] }, catalogue)
}

/** A stand-in that keeps what it reports. */
function createStandIn(status = 200) {
  const events: object[] = []
  const partners = createPartners({
    now,
    checkout: {
      services: { standard },
      returnTo: 'http://127.0.0.1:3000/welcome',
      deliver: async (event) => {
        events.push(event)
        return status
      },
    },
  })
  const press = (path: string, fields: Record<string, string>) =>
    partners.request(path, { method: 'POST', body: new URLSearchParams(fields) })
  const pay = async (step = 'pay') => {
    const response = await press('/checkout/standard', { email: 'ruth@example.com', step })
    return response.headers.get('location') ?? ''
  }
  return { partners, events, press, pay }
}

test('the page says what is sold and for how much, and the one after it leads back to the site', async () => {
  const { partners, pay } = createStandIn()
  const page = await (await partners.request('/checkout/standard')).text()
  expect(page).toContain(standard.name)
  expect(page).toContain(`Pay ${formatUsd(standard.priceCents)}<`)
  expect(await (await partners.request(await pay())).text()).toContain('href="http://127.0.0.1:3000/welcome"')
})

test('a payment is reported as one of Stripe, of that plan and price', async () => {
  const { events, pay } = createStandIn()
  const at = await pay()
  expect(await read(events[0])).toMatchObject({
    ok: {
      kind: 'paid',
      payment_reference: at.replace('/checkout/payments/', ''),
      amount_cents: standard.priceCents,
      payer_email: 'ruth@example.com',
      plan_name: standard.name,
      doubt: null,
    },
  })
})

test.each([
  [['pay', 'refund'], [{ kind: 'paid' }, { kind: 'refund', outcome: 'made' }]],
  [['pay', 'dispute', 'win', 'refund'], [{ kind: 'paid' }, { kind: 'dispute', outcome: 'open' }, { kind: 'dispute', outcome: 'won' }, { kind: 'refund' }]],
  [['pay', 'dispute', 'lose'], [{ kind: 'paid' }, { kind: 'dispute', outcome: 'open' }, { kind: 'dispute', outcome: 'lost' }]],
  [['order', 'arrive'], [{ kind: 'pending' }, { kind: 'paid' }]],
  [['order', 'refuse'], [{ kind: 'pending' }, { kind: 'failed' }]],
])('%j is reported step by step', async ([first, ...rest], expected) => {
  const { events, press, pay } = createStandIn()
  const at = await pay(first)
  for (const step of rest) await press(at, { step })
  expect(await Promise.all(events.map(read))).toMatchObject(expected.map((ok) => ({ ok })))
})

test('each payment page offers what can happen to it, and takes nothing else', async () => {
  const { partners, events, press, pay } = createStandIn()
  const at = await pay()
  const page = await (await partners.request(at)).text()
  const offered = stepNames.filter((name) => page.includes(`value="${name}"`))
  expect(offered).toEqual(stepNames.filter((name) => steps[name].from === 'paid'))
  for (const step of ['arrive', 'pay', 'win']) expect((await press(at, { step })).status).toBe(303)
  for (const step of ['', 'constructor']) expect((await press(at, { step })).status).toBe(404)
  expect(events).toHaveLength(1)
})

test.each([{ email: '', step: 'pay' }, { email: 'ruth', step: 'pay' }, { email: 'ruth@example.com', step: 'refund' }, {}])(
  'nothing is reported of %j',
  async (fields) => {
    const { press, events } = createStandIn()
    expect((await press('/checkout/standard', { ...fields })).status).toBe(400)
    expect(events).toEqual([])
  },
)

test('what the site has not taken has not happened', async () => {
  const { press } = createStandIn(500)
  const response = await press('/checkout/standard', { email: 'ruth@example.com', step: 'pay' })
  expect(response.status).toBe(502)
  expect(await response.text()).toContain('HTTP 500')
})

test('a payment that is not known is not found', async () => {
  expect((await createStandIn().partners.request('/checkout/payments/pi_1')).status).toBe(404)
})
