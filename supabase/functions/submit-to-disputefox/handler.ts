import { readBoundedText } from '../../../deliveries/bounded-text.ts'
import { firstNameLength } from '../../../deliveries/client-name.ts'
import { deliverNow } from '../../../deliveries/deliver-now.ts'
import type { User } from '../../../deliveries/delivery-store.ts'
import type { DeliveryDependencies } from '../../../deliveries/dependencies.ts'
import { drain } from '../../../deliveries/drain.ts'
import type { DeliverySettings } from '../../../deliveries/settings.ts'
import { type CallerFault, callerFaults, tooManyRequests } from '../../../domain/caller-faults.ts'
import type { DeliveryState } from '../../../domain/delivery-states.ts'
import { errorName } from '../../../domain/error-facts.ts'
import { answer, answerPreflight, failed, onlyPost } from '../_shared/answers.ts'
import { readSubmission } from './submission.ts'

/** Whom a valid token names, or a holder of the service key. */
export type Caller = User | 'service'

export interface HandlerDependencies extends DeliveryDependencies {
  /** Who calls; undefined if the token or key is forged, expired, or neither a user's nor the service's. */
  identify: (request: Request) => Promise<Caller | undefined>
  settings: DeliverySettings
  /** Periodic work, run at each call with the service key. */
  runUpkeep: () => Promise<void>
  /** Answers for the caller, or refuses if there were too many requests: then `refuse` is told the seconds to wait. */
  withinLimits: (
    caller: Caller | undefined,
    respond: () => Promise<Response>,
    refuse: (waitSeconds: number) => Response,
  ) => Promise<Response>
  /** Keeps the instance alive for work that continues after the response. */
  waitUntil: (promise: Promise<unknown>) => void
}

/**
 * `submit-to-disputefox` (R-DELIVERY): delivers the stored row of the enrollment that the caller has just saved.
 * Answers `{ status }`, with 200 only if the destination has accepted the client. Called with the service key, it sends
 * whatever is due.
 */
export function createHandler(dependencies: HandlerDependencies): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return answerPreflight()
    try {
      return await respond(request, dependencies)
    } catch (error) {
      dependencies.log('submission-failed', { reason: errorName(error) })
      return failed()
    }
  }
}

async function respond(request: Request, dependencies: HandlerDependencies): Promise<Response> {
  if (request.method !== 'POST') return onlyPost()
  const caller = await dependencies.identify(request)
  return dependencies.withinLimits(caller, () => answerCaller(request, caller, dependencies), tooMany)
}

async function answerCaller(
  request: Request,
  caller: Caller | undefined,
  dependencies: HandlerDependencies,
): Promise<Response> {
  if (!caller) return unauthorized({ message: 'A valid access token is required' })
  if (caller === 'service') return drainQueue(request, dependencies)
  const fault = await dependencies.store.callerFault(caller)
  return fault ? refuseCaller(fault) : submit(request, caller.userId, dependencies)
}

/** Somebody with a valid token who may not act (R-CALLER). */
function refuseCaller(code: CallerFault): Response {
  const { status, message } = callerFaults[code]
  return status === 401 ? unauthorized({ code, message }) : answer(status, 'forbidden', { code, message })
}

const tooMany = (waitSeconds: number) =>
  answer(429, 'limited', { ...tooManyRequests }, { 'retry-after': String(waitSeconds) })

const unauthorized = (more: object) => answer(401, 'unauthorized', more, { 'www-authenticate': 'Bearer' })

async function submit(request: Request, userId: string, dependencies: HandlerDependencies): Promise<Response> {
  const { settings, store, now } = dependencies
  const read = await readSubmission(request, now())
  if ('fault' in read) return answer(read.fault.httpStatus, 'invalid', { message: read.fault.message })
  const { enrollmentId, clientData } = read.ok

  const enrollment = await store.loadEnrollment(enrollmentId, userId)
  if (!enrollment) return answer(404, 'not_found', { message: 'There is no such enrollment' })

  const length = firstNameLength(enrollment, clientData)
  if (length) await store.keepFirstNameLength(enrollmentId, length)
  if (settings.mode === 'off') return answer(503, 'not_configured')

  const delivery = deliverNow(enrollmentId, settings, dependencies)
  dependencies.waitUntil(delivery.ended)
  const { httpStatus, status } = answerTo[(await delivery.state) ?? 'queued']
  return answer(httpStatus, status)
}

/** 200 only for an accepted delivery: the client library reports anything else as an error. */
const answerTo = {
  delivered: { httpStatus: 200, status: 'delivered' },
  queued: { httpStatus: 503, status: 'queued' },
  sending: { httpStatus: 503, status: 'queued' },
  needs_review: { httpStatus: 504, status: 'needs_review' },
  rejected: { httpStatus: 502, status: 'rejected' },
  cancelled: { httpStatus: 502, status: 'rejected' },
} as const satisfies Record<DeliveryState, { httpStatus: number; status: string }>

/** Cron calls every minute, so draining for a minute leaves no gap. */
const drainLimitMs = 60_000

async function drainQueue(request: Request, dependencies: HandlerDependencies): Promise<Response> {
  const { settings, runUpkeep } = dependencies
  const body = await readBoundedText(request.body, 1024)
  if (body?.trim() !== '' && body?.trim() !== '{}') {
    return answer(400, 'invalid', { message: 'The service sends an empty body: only a client submits an enrollment' })
  }
  const { attempts, nextMs } = await drain(settings, dependencies, AbortSignal.timeout(drainLimitMs))
  await runUpkeep()
  return answer(200, settings.mode === 'off' ? 'not_configured' : 'drained', { attempts, nextMs })
}
