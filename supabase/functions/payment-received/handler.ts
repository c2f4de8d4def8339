import * as v from 'valibot'
import { readBoundedText } from '../../../deliveries/bounded-text.ts'
import { tooManyRequests } from '../../../domain/caller-faults.ts'
import { errorName } from '../../../domain/error-facts.ts'
import type { Result } from '../../../domain/result.ts'
import type { EventFault, PaymentEvent } from '../../../payments/payment-event.ts'
import type { PaymentStore } from '../../../payments/payment-store.ts'
import type { Catalogue } from '../../../payments/purchase.ts'
import type { PaymentSettings } from '../../../payments/settings.ts'
import { readSignedWebhook } from '../../../payments/signed-webhook.ts'

export interface PaymentDependencies {
  store: PaymentStore
  settings: PaymentSettings
  catalogue: Catalogue
  /** Fields hold identifiers and codes, never what a person typed. */
  log: (event: string, fields?: Record<string, string | number | undefined>) => void
  /** Answers for whoever has proven to be a sender, or for anybody, unless there were too many requests. */
  withinLimits: (
    caller: 'service' | undefined,
    respond: () => Promise<Response>,
    refuse: (waitSeconds: number) => Response,
  ) => Promise<Response>
  /** Hears of a new event, to send the e-mails that are due. Must not reject. */
  recorded: () => void
}

/** Stripe's largest events have some ten kilobytes. */
const limitBytes = 256 * 1024

/**
 * `payment-received` (R-PAYMENT): takes a signed event of a checkout, by Stripe's signature or by Standard Webhooks. 200 only
 * once it is stored with all that follows from it, so that the sender repeats whatever failed. Without a valid signature the
 * answer is 400, whatever else is wrong. With `?stop=` and the token of a reminder, it ends the reminders (RFC 8058).
 */
export function createPaymentHandler(dependencies: PaymentDependencies): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await respond(request, dependencies)
    } catch (error) {
      dependencies.log('payment-event-failed', { reason: errorName(error) })
      return answer(500, 'failed')
    }
  }
}

async function respond(request: Request, dependencies: PaymentDependencies): Promise<Response> {
  const { withinLimits } = dependencies
  if (request.method !== 'POST') return withinLimits(undefined, async () => answer(405, 'only POST is possible here', { allow: 'POST' }), tooMany)
  const token = new URL(request.url).searchParams.get('stop')
  if (token !== null) return withinLimits(undefined, () => stop(token, dependencies), tooMany)
  const text = await readBoundedText(request.body, limitBytes)
  const read = text === undefined ? ({ fault: 'too-large' } as const) : await readEvent(text, request.headers, dependencies)
  if ('ok' in read) return withinLimits('service', () => record(read.ok, dependencies), tooMany)
  return withinLimits(read.fault === 'unsigned' || read.fault === 'too-large' ? undefined : 'service', async () => refuse(read.fault, dependencies), tooMany)
}

async function readEvent(
  text: string,
  headers: Headers,
  { settings, catalogue }: PaymentDependencies,
): Promise<Result<PaymentEvent, EventFault>> {
  const signature = headers.get('stripe-signature')
  if (signature === null) return readSignedWebhook(text, headers, settings, catalogue)
  if (settings.stripeSecrets.length === 0) return { fault: 'unsigned' }
  // A large package, loaded where it is used.
  const { readStripeEvent } = await import('../../../payments/stripe-events.ts')
  return readStripeEvent(text, signature, settings, catalogue)
}

async function record(event: PaymentEvent, { store, log, recorded }: PaymentDependencies): Promise<Response> {
  const outcome = await store.record(event)
  log('payment-event', { id: event.id, kind: event.kind, outcome, doubt: ('doubt' in event && event.doubt) || undefined })
  if (outcome === 'recorded') recorded()
  return answer(200, outcome)
}

/** What a sender has signed and we do not take is its operator's to correct, so the log says it. */
function refuse(fault: EventFault | 'too-large', { log }: PaymentDependencies): Response {
  if (fault === 'unsigned') return answer(400, 'no valid signature')
  if (fault === 'too-large') return answer(413, 'too large', { connection: 'close' })
  log('payment-event-refused', { reason: fault })
  return fault === 'other-mode' ? answer(400, 'test and live mode are never mixed') : answer(500, 'not understood')
}

const uuid = v.pipe(v.string(), v.uuid())

/** The same answer whether there is such a token or not. */
async function stop(token: string, { store }: PaymentDependencies): Promise<Response> {
  if (v.is(uuid, token)) await store.stopReminders(token)
  return answer(200, 'stopped')
}

const tooMany = (waitSeconds: number) => answer(429, tooManyRequests.message, { 'retry-after': String(waitSeconds) })

/** The page of the reminders may be on another origin than this function. */
const answer = (httpStatus: number, status: string, headers: Record<string, string> = {}) =>
  Response.json({ status }, { status: httpStatus, headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store', ...headers } })
