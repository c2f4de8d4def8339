import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { plans } from '../domain/plans.ts'
import type { PaymentSettings } from './settings.ts'
import { readSignedWebhook } from './signed-webhook.ts'

const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
const older = `whsec_${btoa('fedcba9876543210fedcba9876543210')}`
const settings: PaymentSettings = { stripeSecrets: [], mode: 'live', webhookSecrets: [secret, older] }
const checkout = { audit: '', light: 'https://pay.example/light', standard: '', advanced: '', complex: '', coaching: '' }
const catalogue = { checkout, paymentIds: {} }

const sale = { payment: 'order-7', email: 'ruth@example.com', item: 'standard', amount: plans.standard.priceCents, currency: 'USD', live: true }
const message = (data: object = {}, more: object = {}) => ({ type: 'payment.paid', timestamp: '2026-01-01T00:00:00Z', data: { ...sale, ...data }, ...more })

function read(payload: unknown, { signedBy = secret, at = new Date(), tamper = (text: string) => text, with: changed = settings } = {}) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const headers = new Headers({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(signedBy).sign('msg_1', at, text),
  })
  return readSignedWebhook(tamper(text), headers, changed, catalogue)
}

const paid = {
  id: 'webhook:msg_1',
  happened_at: '2026-01-01T00:00:00Z',
  kind: 'paid',
  payment_reference: 'order-7',
  amount_cents: plans.standard.priceCents,
  currency: 'usd',
  payer_email: 'ruth@example.com',
  plan_name: plans.standard.name,
  is_add_on: false,
  doubt: null,
}

test.each([secret, older])('what one of the secrets has signed is taken', (signedBy) => {
  expect(read(message(), { signedBy })).toEqual({ ok: paid })
})

test('a plan may be named by the address of its checkout', () => {
  expect(read(message({ item: 'https://pay.example/light', amount: plans.light.priceCents }))).toMatchObject({ ok: { plan_name: plans.light.name, doubt: null } })
})

test.each<[string, Parameters<typeof read>[1]]>([
  ['another secret', { signedBy: `whsec_${btoa('somebody elses secret 0123456789')}` }],
  ['six minutes ago', { at: new Date(Date.now() - 360_000) }],
  ['six minutes ahead', { at: new Date(Date.now() + 360_000) }],
  ['another body', { tamper: (text) => text.replace(String(plans.standard.priceCents), '1') }],
  ['no secret', { with: { ...settings, webhookSecrets: [] } }],
])('a signature of %s is none', (_, how) => {
  expect(read(message(), how)).toEqual({ fault: 'unsigned' })
})

test('a request without the headers is unsigned', () => {
  expect(readSignedWebhook(JSON.stringify(message()), new Headers(), settings, catalogue)).toEqual({ fault: 'unsigned' })
})

test('another mode is refused', () => {
  expect(read(message({ live: false }))).toEqual({ fault: 'other-mode' })
  expect(read(message(), { with: { ...settings, mode: 'test' } })).toEqual({ fault: 'other-mode' })
})

test('what is paid in test mode stays known as such', () => {
  expect(read(message({ live: false }), { with: { ...settings, mode: 'test' } })).toMatchObject({ ok: { id: 'webhooktest:msg_1', kind: 'paid' } })
})

describe('each type', () => {
  test.each(['pending', 'paid', 'failed'])('payment.%s', (kind) => {
    expect(read(message({}, { type: `payment.${kind}` }))).toEqual({ ok: { ...paid, kind } })
  })

  test.each([
    ['refund', 'pending'],
    ['refund', 'made'],
    ['refund', 'undone'],
    ['dispute', 'open'],
    ['dispute', 'won'],
    ['dispute', 'lost'],
  ])('%s.%s', (kind, outcome) => {
    const { payer_email: _, plan_name: __, is_add_on: ___, doubt: ____, ...money } = paid
    expect(read(message({ [kind]: 'part-1' }, { type: `${kind}.${outcome}` }))).toEqual({ ok: { ...money, kind, part: 'part-1', outcome } })
  })

  test('another one is noted', () => {
    expect(read({ type: 'customer.created', timestamp: '2026-01-01T00:00:00Z', data: {} })).toEqual({
      ok: { id: 'webhook:msg_1', happened_at: '2026-01-01T00:00:00Z', kind: 'noted' },
    })
  })
})

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['no timestamp', message({}, { timestamp: undefined })],
  ['a day that does not exist', message({}, { timestamp: '2026-02-30T00:00:00Z' })],
  ['an amount as text', message({ amount: '35000' })],
  ['no payment', message({ payment: '' })],
  ['no mode', message({ live: undefined })],
  ['a refund without an id', message({}, { type: 'refund.made' })],
  ['a payment of another kind', message({}, { type: 'payment.maybe' })],
])('%s is not understood', (_, payload) => {
  expect(read(payload)).toEqual({ fault: 'not-understood' })
})
