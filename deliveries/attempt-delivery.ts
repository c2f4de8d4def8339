import type { DeliveryState } from '../domain/delivery-states.ts'
import { errorName } from '../domain/error-facts.ts'
import { clientName } from './client-name.ts'
import type { AttemptReport, Lease } from './delivery-store.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import type { Outcome } from './outcome.ts'
import { retryAfterMs, retryDelayMs } from './retry-delay.ts'
import type { Destination } from './settings.ts'
import type { StoredEnrollment } from './stored-enrollment.ts'
import { type Attempt, send } from './transport.ts'
import * as webform from './webform.ts'
import * as webhook from './webhook.ts'

/**
 * Bounds the whole exchange with the destination. Longer than the 10 s after which Node gives up connecting (undici's
 * connect timeout), since only that failure proves that nothing was sent and the delivery can be repeated.
 */
export const sendTimeoutMs = 12_000

/** Covers the attempt, and recording its outcome despite a short outage of the database. */
export const leaseSeconds = 30

/** Sends a leased delivery once, or holds it, and records the outcome. Returns the delivery's new state. */
export async function attemptDelivery(
  lease: Lease,
  settings: Destination,
  dependencies: DeliveryDependencies,
): Promise<DeliveryState | null> {
  const report = await openAndSend(lease, settings, dependencies)
  const state = await finish(report, dependencies)
  const { outcome } = report
  dependencies.log(outcome.outcome === 'accepted' ? 'enrollment-delivered' : 'enrollment-not-delivered', {
    enrollmentId: lease.enrollment.id,
    outcome: outcome.outcome,
    reason: 'reason' in outcome ? outcome.reason : undefined,
    attempt: lease.attempts,
    state: state ?? 'decided-elsewhere',
  })
  return state
}

async function openAndSend(lease: Lease, settings: Destination, dependencies: DeliveryDependencies): Promise<AttemptReport> {
  const { openDetails, fetch, now, random } = dependencies
  const { personal_details: ciphertext, ...ordinary } = lease.enrollment
  const details = await openDetails(ciphertext, ordinary.id)
  if (!details) return unreadable(lease)
  const request = await requestFor(settings, lease, { ...ordinary, ...details }, now())
  const sent = await send(request, fetch, sendTimeoutMs)
  const classified = settings.mode === 'webform' ? webform.classify(sent, settings) : webhook.classify(sent)
  const outcome: Outcome = settings.isStandIn && classified.outcome === 'accepted' ? { ...classified, reason: 'stand-in' } : classified
  return reportOn(lease, outcome, sent, { settings, now: now(), random })
}

const unreadable = ({ id }: Lease): AttemptReport => ({
  leaseId: id,
  outcome: { outcome: 'held', reason: 'details-unreadable' },
  retrySeconds: undefined,
  pauseSeconds: undefined,
})

function requestFor(settings: Destination, lease: Lease, enrollment: StoredEnrollment, now: Date) {
  const name = clientName(enrollment, lease.first_name_length)
  return settings.mode === 'webform'
    ? webform.buildRequest(enrollment, name, settings)
    : webhook.buildRequest(enrollment, name, settings, now)
}

/** The outcome with whether and when to retry: never if a retry could create the client twice. */
export function reportOn(
  { id, attempts }: Lease,
  outcome: Outcome,
  attempt: Attempt,
  { settings, now, random }: { settings: Pick<Destination, 'repeats'>; now: Date; random: () => number },
): AttemptReport {
  const repeatable =
    outcome.outcome === 'retry' || (outcome.outcome === 'ambiguous' && settings.repeats !== 'never')
  const backoffMs = repeatable ? retryDelayMs(attempts, random) : undefined
  const askedMs = attempt.result === 'answered' ? retryAfterMs(attempt.retryAfter, now) : undefined
  return {
    leaseId: id,
    outcome,
    retrySeconds: backoffMs === undefined ? undefined : seconds(Math.max(backoffMs, askedMs ?? 0)),
    pauseSeconds: outcome.outcome === 'retry' && askedMs !== undefined ? seconds(askedMs) : undefined,
  }
}

const seconds = (durationMs: number) => Math.ceil(durationMs / 1000)

/** Their sum and `sendTimeoutMs` fit into the lease. */
export const finishRetryDelaysMs = [250, 500, 1_000, 2_000, 4_000, 8_000]

/** Only this process knows the outcome, so it retries while the database is down. Recording is idempotent. */
async function finish(
  report: AttemptReport,
  { store, wait, log }: DeliveryDependencies,
): Promise<DeliveryState | null> {
  for (const delayMs of finishRetryDelaysMs) {
    try {
      return await store.finish(report)
    } catch (error) {
      log('delivery-not-recorded', { reason: errorName(error) })
      await wait(delayMs)
    }
  }
  return store.finish(report)
}
