import type { Attempt } from './transport.ts'

/** What one attempt to deliver came to, and why. Reasons are codes of ours, never text from the other side. */
export type Outcome =
  | { outcome: 'accepted' }
  /** The other side said no, and would say so again. */
  | { outcome: 'rejected'; reason: 'error-message' | 'account-disabled' | 'http-status' }
  /** Nothing arrived, or it was turned away for now: another attempt is safe. */
  | { outcome: 'retry'; reason: 'no-connection' | 'http-status' }
  /** It may have arrived: another attempt may create the client twice. */
  | { outcome: 'ambiguous'; reason: 'no-answer' | 'empty-body' | 'unknown-body' | 'redirect' }

/**
 * Classifies an attempt. Transport errors and HTTP statuses mean the same in every mode. The mode itself judges the body
 * of a 2xx answer, which is undefined if it was too long.
 */
export function attemptOutcome(attempt: Attempt, judgeBody: (body: string | undefined) => Outcome): Outcome {
  if (attempt.result === 'not-sent') return { outcome: 'retry', reason: 'no-connection' }
  if (attempt.result === 'no-answer') return { outcome: 'ambiguous', reason: 'no-answer' }
  const { httpStatus, body } = attempt
  if (httpStatus >= 500 || temporaryStatuses.includes(httpStatus)) return { outcome: 'retry', reason: 'http-status' }
  if (httpStatus >= 400) return { outcome: 'rejected', reason: 'http-status' }
  if (httpStatus >= 300) return { outcome: 'ambiguous', reason: 'redirect' }
  return judgeBody(body)
}

// Request Timeout, Too Early, Too Many Requests.
const temporaryStatuses = [408, 425, 429]
