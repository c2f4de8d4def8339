import type { Attempt } from './transport.ts'

/** The outcome of one attempt, and why. Reasons are our own codes, never text from the destination. */
export type Outcome =
  /** With a reason where it was not the dispute-management system that accepted it. */
  | { outcome: 'accepted'; reason?: 'stand-in' }
  /** A permanent refusal. */
  | { outcome: 'rejected'; reason: 'error-message' | 'account-disabled' | 'http-status' }
  /** Nothing arrived, or it was refused temporarily: a retry is safe. */
  | { outcome: 'retry'; reason: 'no-connection' | 'http-status' }
  /** It may have arrived: a retry may create the client twice. */
  | { outcome: 'ambiguous'; reason: 'no-answer' | 'empty-body' | 'unknown-body' | 'redirect' }
  /** Nothing was sent, and a person has to look. */
  | { outcome: 'held'; reason: 'details-unreadable' }

/**
 * Classifies an attempt. Transport errors and HTTP statuses are treated alike in every mode; `judgeBody` is the mode's own
 * rule for the body of a 2xx answer, which is undefined if it was too long.
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
