import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { coaching, plans } from '../domain/plans.ts'
import { readStripeEvent } from './stripe-events.ts'
import type { PaymentSettings } from './settings.ts'

const secret = 'whsec_0123456789abcdef0123456789abcdef'
const older = 'whsec_fedcba9876543210fedcba9876543210'
const settings: PaymentSettings = { stripeSecrets: [secret, older], mode: 'live', webhookSecrets: [] }
const checkout = { audit: '', light: '', standard: 'https://buy.stripe.com/standard', advanced: '', complex: '', coaching: '' }
const catalogue = { checkout, paymentIds: { plink_1: 'light', price_1: 'coaching' } as const }

const now = () => Math.floor(Date.now() / 1000)
const session = {
  id: 'cs_live_1',
  object: 'checkout.session',
  livemode: true,
  mode: 'payment',
  payment_status: 'paid',
  payment_intent: 'pi_1',
  amount_total: plans.standard.priceCents,
  currency: 'usd',
  customer_details: { email: ' Ruth@Example.com ' },
  metadata: { plan: 'standard' },
  payment_link: null,
}
const event = (type: string, object: object, more: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  livemode: true,
  created: 1_767_225_600,
  type,
  data: { object },
  ...more,
})
const completed = (change: object = {}, more: object = {}) => event('checkout.session.completed', { ...session, ...change }, more)

async function read(payload: unknown, { signedBy = secret, timestamp = now(), tamper = (text: string) => text, at = settings } = {}) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload: text, secret: signedBy, timestamp })
  return readStripeEvent(tamper(text), signature, at, catalogue)
}

const paid = {
  id: 'stripe:evt_1',
  happened_at: '2026-01-01T00:00:00.000Z',
  kind: 'paid',
  payment_reference: 'pi_1',
  amount_cents: plans.standard.priceCents,
  currency: 'usd',
  payer_email: 'Ruth@Example.com',
  plan_name: plans.standard.name,
  is_add_on: false,
  doubt: null,
}

describe('a signature', () => {
  test.each([secret, older])('by any of the secrets is taken', async (signedBy) => {
    expect(await read(completed(), { signedBy })).toEqual({ ok: paid })
  })

  test.each<[string, Parameters<typeof read>[1]]>([
    ['another secret', { signedBy: 'whsec_somebody_elses_secret_00000000' }],
    ['six minutes ago', { timestamp: now() - 360 }],
    ['six minutes ahead', { timestamp: now() + 360 }],
    ['another body', { tamper: (text) => text.replace(String(plans.standard.priceCents), '1') }],
    ['a body with one more space', { tamper: (text) => `${text} ` }],
    ['no secret', { at: { ...settings, stripeSecrets: [] } }],
  ])('of %s is none', async (_, how) => {
    expect(await read(completed(), how)).toEqual({ fault: 'unsigned' })
  })

  test.each(['', 't=1', 'v1=00', 't=,v1=', `t=${now()},v1=`, `t=${now()},v0=${'0'.repeat(64)}`, '\u0000', 't=1,'.repeat(10_000)])(
    'of no form is none: %#',
    async (signature) => {
      expect(await readStripeEvent(JSON.stringify(completed()), signature, settings, catalogue)).toEqual({ fault: 'unsigned' })
    },
  )
})

test.each([
  [true, 'test'],
  [false, 'live'],
] as const)('livemode %s is refused in %s mode', async (livemode, mode) => {
  expect(await read(completed({}, { livemode }), { at: { ...settings, mode } })).toEqual({ fault: 'other-mode' })
})

test.each([
  ['checkout.session.completed', 'paid', 'paid'],
  ['checkout.session.completed', 'unpaid', 'pending'],
  ['checkout.session.async_payment_succeeded', 'paid', 'paid'],
  ['checkout.session.async_payment_failed', 'unpaid', 'failed'],
])('%s with %s is %s', async (type, status, kind) => {
  expect(await read(event(type, { ...session, payment_status: status }))).toMatchObject({ ok: { ...paid, kind } })
})

test('what is paid in test mode stays known as such', async () => {
  const at: PaymentSettings = { ...settings, mode: 'test' }
  expect(await read(completed({ livemode: false }, { livemode: false }), { at })).toMatchObject({ ok: { id: 'stripetest:evt_1', kind: 'paid' } })
})

describe('the plan', () => {
  test.each<[string, object, object]>([
    ['the metadata of the payment link', {}, paid],
    ['a payment link', { metadata: {}, payment_link: 'plink_1', amount_total: plans.light.priceCents }, { plan_name: plans.light.name, doubt: null }],
    ['an expanded link', { metadata: {}, payment_link: { id: 'plink_1' }, amount_total: plans.light.priceCents }, { plan_name: plans.light.name, doubt: null }],
    [
      'a price',
      { metadata: null, line_items: { data: [{ price: { id: 'price_1' } }] }, amount_total: coaching.priceCents },
      { is_add_on: true, doubt: null },
    ],
  ])('follows from %s', async (_, change, expected) => {
    expect(await read(completed(change))).toMatchObject({ ok: expected })
  })

  test.each<[string, object, string]>([
    ['its price alone, which a donation may have too', { metadata: {} }, 'unknown-plan'],
    ['a name of no plan', { metadata: { plan: 'premium' } }, 'unknown-plan'],
    ['a name of every object', { metadata: { plan: 'constructor' }, payment_link: '__proto__' }, 'unknown-plan'],
    ['another amount', { amount_total: 1_00 }, 'wrong-amount'],
    ['nothing to pay', { payment_status: 'no_payment_required', payment_intent: null, amount_total: 0 }, 'wrong-amount'],
    ['other money', { currency: 'jpy' }, 'wrong-currency'],
    ['nobody', { customer_details: null }, 'no-email'],
    ['an address that is none', { customer_details: { email: 'ruth' } }, 'no-email'],
  ])('of %s is a doubt', async (_, change, doubt) => {
    expect(await read(completed(change))).toMatchObject({ ok: { doubt } })
  })
})

test('without a payment intent the session is the reference', async () => {
  expect(await read(completed({ payment_intent: null }))).toMatchObject({ ok: { payment_reference: 'cs_live_1' } })
})

test.each([
  ['refund.created', 'pending', 'pending'],
  ['refund.created', 'succeeded', 'made'],
  ['refund.updated', 'requires_action', 'pending'],
  ['refund.updated', 'canceled', 'undone'],
  ['refund.failed', 'failed', 'undone'],
  ['refund.updated', null, 'pending'],
  ['charge.dispute.created', 'needs_response', 'open'],
  ['charge.dispute.created', 'warning_needs_response', 'open'],
  ['charge.dispute.closed', 'won', 'won'],
  ['charge.dispute.closed', 'warning_closed', 'won'],
  ['charge.dispute.closed', 'lost', 'lost'],
])('%s as %s is %s', async (type, status, outcome) => {
  const object = { id: 're_1', payment_intent: 'pi_1', charge: 'ch_1', amount: 100_00, currency: 'usd', status }
  const kind = type.startsWith('refund') ? 'refund' : 'dispute'
  expect(await read(event(type, object))).toMatchObject({ ok: { kind, part: 're_1', outcome, payment_reference: 'pi_1', amount_cents: 100_00 } })
})

test.each<[string, object]>([
  ['another type', event('invoice.paid', {})],
  ['a type that may come one day', event('refund.reversed', {})],
  ['a subscription', completed({ mode: 'subscription' })],
  ['a saved card', completed({ mode: 'setup', amount_total: null, currency: null })],
  ['a refund of a charge without an intent', event('refund.created', { id: 're_1', payment_intent: null, amount: 1, currency: 'usd', status: 'succeeded' })],
])('%s is noted, and nothing follows', async (_, payload) => {
  expect(await read(payload)).toEqual({ ok: { id: 'stripe:evt_1', happened_at: '2026-01-01T00:00:00.000Z', kind: 'noted' } })
})

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"evt_1"'],
  ['no id', completed({}, { id: undefined })],
  ['an id with a line break', completed({}, { id: 'evt\n1' })],
  ['an endless id', completed({}, { id: 'e'.repeat(10_000) })],
  ['no time', completed({}, { created: undefined })],
  ['a time of no calendar', completed({}, { created: 1e300 })],
  ['no mode', completed({}, { livemode: 'yes' })],
  ['no data', completed({}, { data: undefined })],
  ['no session', event('checkout.session.completed', [])],
  ['an amount below zero', completed({ amount_total: -1 })],
  ['half a cent', completed({ amount_total: 0.5 })],
  ['an amount as text', completed({ amount_total: '35000' })],
  ['an amount beyond any', completed({ amount_total: 1e15 })],
  ['a currency that is none', completed({ currency: 'dollars' })],
  ['another payment status', completed({ payment_status: 'maybe' })],
  ['an intent with a space', completed({ payment_intent: 'pi 1' })],
  ['metadata as text', completed({ metadata: 'standard' })],
  ['an address as object', completed({ customer_details: { email: {} } })],
  ['a refund without an id', event('refund.created', { payment_intent: 'pi_1', amount: 1, currency: 'usd', status: 'succeeded' })],
  ['a dispute without an amount', event('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1', currency: 'usd', status: 'lost' })],
])('%s is not understood', async (_, payload) => {
  expect(await read(payload)).toEqual({ fault: 'not-understood' })
})
