import type { Outcome } from './outcome.ts'
import type { Attempt } from './transport.ts'

/**
 * What an attempt has come to. Transport and HTTP status mean the same in every mode; only the body of a 2xx answer,
 * undefined where it was too long, is the mode's own to judge.
 */
export function attemptOutcome(attempt: Attempt, judgeBody: (body: string | undefined) => Outcome): Outcome {
  if (attempt.result === 'not-sent') return { outcome: 'retry', because: 'no-connection' }
  if (attempt.result === 'no-answer') return { outcome: 'ambiguous', because: 'no-answer' }
  const { httpStatus, body } = attempt
  if (httpStatus >= 500 || passingStatuses.includes(httpStatus)) return { outcome: 'retry', because: 'http-status' }
  if (httpStatus >= 400) return { outcome: 'rejected', because: 'http-status' }
  if (httpStatus >= 300) return { outcome: 'ambiguous', because: 'redirect' }
  return judgeBody(body)
}

// Request Timeout, Too Early, Too Many Requests.
const passingStatuses = [408, 425, 429]
