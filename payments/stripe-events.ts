import { Stripe } from 'stripe'
import * as v from 'valibot'
import type { Result } from '../domain/result.ts'
import { type EventFault, type PaymentEvent, sourceOf } from './payment-event.ts'
import { type Catalogue, purchaseOf } from './purchase.ts'
import type { PaymentSettings } from './settings.ts'

/** Events from which something follows (https://docs.stripe.com/api/events/types). The endpoint at Stripe has to send these. */
export const stripeEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

/** As in the package, which allows any time to come. Older signatures may be copies that somebody sends again. */
const toleranceSeconds = 300

/** Whether a signature was made later than any clock of Stripe's can be. */
function isAhead(signature: string): boolean {
  const latest = Date.now() / 1000 + toleranceSeconds
  return [...signature.matchAll(/(?:^|,)t=(\d+)/g)].some(([, signedAt]) => Number(signedAt) > latest)
}

/** The event that one of the secrets has signed; otherwise `unsigned`. */
export async function readStripeEvent(
  text: string,
  signature: string,
  { stripeSecrets, mode }: PaymentSettings,
  catalogue: Catalogue,
): Promise<Result<PaymentEvent, EventFault>> {
  if (isAhead(signature)) return { fault: 'unsigned' }
  for (const secret of stripeSecrets) {
    try {
      const event = await Stripe.webhooks.constructEventAsync(text, signature, secret, toleranceSeconds)
      return interpret(event, mode, catalogue)
    } catch (error) {
      // The body is parsed once the signature is found right. Whatever else is thrown is of the signature.
      if (error instanceof SyntaxError) return { fault: 'not-understood' }
    }
  }
  return { fault: 'unsigned' }
}

const id = v.pipe(v.string(), v.regex(/^[!-~]{1,200}$/))
/** Stripe sends an id, or the object if it was asked to expand it. */
const reference = v.union([id, v.pipe(v.object({ id }), v.transform((object) => object.id))])
const cents = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999_999_999))
const currency = v.pipe(v.string(), v.regex(/^[a-z]{3}$/))

const eventSchema = v.object({
  id,
  type: v.string(),
  livemode: v.boolean(),
  created: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99_999_999_999)),
  data: v.object({ object: v.unknown() }),
})

const sessionSchema = v.object({
  id,
  livemode: v.boolean(),
  mode: v.string(),
  payment_status: v.picklist(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: v.nullable(reference),
  amount_total: v.nullable(cents),
  currency: v.nullable(currency),
  customer_details: v.nullable(v.object({ email: v.nullable(v.string()) })),
  metadata: v.nullable(v.record(v.string(), v.string())),
  payment_link: v.nullable(reference),
  line_items: v.optional(v.object({ data: v.array(v.object({ price: v.nullable(v.object({ id })) })) })),
})

const refundSchema = v.object({ id, payment_intent: v.nullable(reference), amount: cents, currency, status: v.nullable(v.string()) })
const disputeSchema = v.object({ id, payment_intent: v.nullable(reference), amount: cents, currency, status: v.string() })

/** An event of Stripe as one of ours; also for those that were fetched, which nobody has signed. */
export function interpret(given: unknown, mode: PaymentSettings['mode'], catalogue: Catalogue): Result<PaymentEvent, EventFault> {
  const event = v.safeParse(eventSchema, given)
  if (!event.success) return { fault: 'not-understood' }
  const { type, livemode, created, data } = event.output
  if (livemode !== (mode === 'live')) return { fault: 'other-mode' }
  const facts: Facts = { id: `${sourceOf('stripe', mode)}:${event.output.id}`, happened_at: new Date(created * 1000).toISOString() }
  if (type.startsWith('checkout.session.') && isKnown(type)) return ofSession(type, data.object, facts, catalogue)
  if (type.startsWith('refund.') && isKnown(type)) return ofPart('refund', refundSchema, data.object, facts)
  if (type.startsWith('charge.dispute.') && isKnown(type)) return ofPart('dispute', disputeSchema, data.object, facts)
  return { ok: { ...facts, kind: 'noted' } }
}

const isKnown = (type: string) => stripeEventTypes.some((known) => known === type)

type Facts = Pick<PaymentEvent, 'id' | 'happened_at'>

function ofSession(type: string, object: unknown, facts: Facts, catalogue: Catalogue): Result<PaymentEvent, EventFault> {
  const parsed = v.safeParse(sessionSchema, object)
  if (!parsed.success) return { fault: 'not-understood' }
  const session = parsed.output
  // Subscriptions and saved cards are no plan of ours.
  if (session.mode !== 'payment' || session.amount_total === null || session.currency === null) return { ok: { ...facts, kind: 'noted' } }
  const prices = session.line_items?.data.map(({ price }) => price?.id) ?? []
  const sale = {
    names: [session.metadata?.plan, session.payment_link, ...prices],
    email: session.customer_details?.email,
    amountCents: session.amount_total,
    currency: session.currency,
  }
  return {
    ok: {
      ...facts,
      kind: type.endsWith('failed') ? 'failed' : session.payment_status === 'unpaid' ? 'pending' : 'paid',
      payment_reference: session.payment_intent ?? session.id,
      amount_cents: session.amount_total,
      currency: session.currency,
      ...purchaseOf(sale, catalogue),
    },
  }
}

function ofPart(
  kind: 'refund' | 'dispute',
  schema: typeof refundSchema | typeof disputeSchema,
  object: unknown,
  facts: Facts,
): Result<PaymentEvent, EventFault> {
  const parsed = v.safeParse(schema, object)
  if (!parsed.success) return { fault: 'not-understood' }
  const { id: part, payment_intent: payment, amount, currency: unit, status } = parsed.output
  if (payment === null) return { ok: { ...facts, kind: 'noted' } }
  const money = { payment_reference: payment, amount_cents: amount, currency: unit, part }
  return {
    ok:
      kind === 'refund'
        ? { ...facts, kind, ...money, outcome: refundOutcomes.get(status ?? '') ?? 'pending' }
        : { ...facts, kind, ...money, outcome: disputeOutcomes.get(status ?? '') ?? 'open' },
  }
}

// https://docs.stripe.com/api/refunds/object#refund_object-status; others wait for something.
const refundOutcomes = new Map<string, 'made' | 'undone'>([
  ['succeeded', 'made'],
  ['failed', 'undone'],
  ['canceled', 'undone'],
])

// https://docs.stripe.com/api/disputes/object#dispute_object-status. A warning that is closed took no money.
const disputeOutcomes = new Map<string, 'won' | 'lost'>([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
])
