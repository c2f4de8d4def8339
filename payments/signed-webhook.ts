import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import * as v from 'valibot'
import { isInCalendar } from '../domain/day.ts'
import type { Result } from '../domain/result.ts'
import { type EventFault, type PaymentEvent, sourceOf } from './payment-event.ts'
import { type Catalogue, purchaseOf } from './purchase.ts'
import type { PaymentSettings } from './settings.ts'

const word = v.pipe(v.string(), v.regex(/^[!-~]{1,200}$/))
const common = {
  payment: word,
  amount: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999_999_999)),
  currency: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z]{3}$/)),
  live: v.boolean(),
}
const sale = v.object({ ...common, email: v.nullish(v.string()), item: v.nullish(v.string()) })
const timestamp = v.pipe(v.string(), v.isoTimestamp(), v.check((text) => isInCalendar(text.slice(0, 10))))

/** The JSON of a sender other than Stripe, as docs/payments.md has it. */
const messageSchema = v.variant('type', [
  v.object({ type: v.picklist(['payment.pending', 'payment.paid', 'payment.failed']), timestamp, data: sale }),
  v.object({ type: v.picklist(['refund.pending', 'refund.made', 'refund.undone']), timestamp, data: v.object({ ...common, refund: word }) }),
  v.object({ type: v.picklist(['dispute.open', 'dispute.won', 'dispute.lost']), timestamp, data: v.object({ ...common, dispute: word }) }),
])
const anyMessage = v.object({ type: v.string(), timestamp })

/**
 * The event that one of the secrets has signed (https://www.standardwebhooks.com, five minutes of tolerance); otherwise
 * `unsigned`.
 */
export function readSignedWebhook(
  text: string,
  headers: Headers,
  { webhookSecrets, mode }: PaymentSettings,
  catalogue: Catalogue,
): Result<PaymentEvent, EventFault> {
  const id = headers.get('webhook-id') ?? ''
  if (!webhookSecrets.some((secret) => isSigned(secret, text, headers)) || !v.is(word, id)) return { fault: 'unsigned' }
  const source = sourceOf('webhook', mode)
  const json = parseJson(text)
  const parsed = v.safeParse(messageSchema, json)
  if (!parsed.success) {
    const other = v.safeParse(anyMessage, json)
    const isKnown = other.success && /^(payment|refund|dispute)\./.test(other.output.type)
    return other.success && !isKnown ? { ok: { id: `${source}:${id}`, happened_at: other.output.timestamp, kind: 'noted' } } : { fault: 'not-understood' }
  }
  const message = parsed.output
  if (message.data.live !== (mode === 'live')) return { fault: 'other-mode' }
  return { ok: { id: `${source}:${id}`, happened_at: message.timestamp, ...said(message, catalogue) } }
}

type Message = v.InferOutput<typeof messageSchema>
type Said = PaymentEvent extends infer Each ? (Each extends PaymentEvent ? Omit<Each, 'id' | 'happened_at'> : never) : never

function said(message: Message, catalogue: Catalogue): Said {
  const { payment, amount, currency } = message.data
  const money = { payment_reference: payment, amount_cents: amount, currency }
  switch (message.type) {
    case 'refund.pending':
    case 'refund.made':
    case 'refund.undone':
      return { kind: 'refund', ...money, part: message.data.refund, outcome: refundOutcomes[message.type] }
    case 'dispute.open':
    case 'dispute.won':
    case 'dispute.lost':
      return { kind: 'dispute', ...money, part: message.data.dispute, outcome: disputeOutcomes[message.type] }
    default: {
      const { email, item } = message.data
      return { kind: paymentKinds[message.type], ...money, ...purchaseOf({ names: [item], email, amountCents: amount, currency }, catalogue) }
    }
  }
}

const paymentKinds = { 'payment.pending': 'pending', 'payment.paid': 'paid', 'payment.failed': 'failed' } as const
const refundOutcomes = { 'refund.pending': 'pending', 'refund.made': 'made', 'refund.undone': 'undone' } as const
const disputeOutcomes = { 'dispute.open': 'open', 'dispute.won': 'won', 'dispute.lost': 'lost' } as const

function isSigned(secret: string, text: string, headers: Headers): boolean {
  try {
    new Webhook(secret).verify(text, Object.fromEntries(headers), { jsonParse: false })
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
