/** What became of one attempt to deliver, and why. */
export type Outcome =
  | { outcome: 'accepted' }
  /** The other side said no: another attempt would hear the same. */
  | { outcome: 'rejected'; because: 'error-message' | 'account-disabled' | 'http-status' }
  /** Nothing arrived, or it was turned away for now: another attempt is safe. */
  | { outcome: 'retry'; because: 'no-connection' | 'http-status' }
  /** It may have arrived: another attempt may create the client twice. */
  | { outcome: 'ambiguous'; because: 'no-answer' | 'empty-body' | 'unknown-body' | 'redirect' }
  | { outcome: 'not-configured' }

/**
 * What the caller is told. Only an accepted delivery answers 200, so that the client library reports every other one
 * as an error. Nothing repeats a delivery by itself, so a fault that may pass waits for a person too; a queue would
 * answer it with `queued`.
 */
export const answerTo = {
  accepted: { httpStatus: 200, status: 'delivered' },
  rejected: { httpStatus: 502, status: 'rejected' },
  retry: { httpStatus: 503, status: 'needs_review' },
  ambiguous: { httpStatus: 504, status: 'needs_review' },
  'not-configured': { httpStatus: 503, status: 'not_configured' },
} as const satisfies Record<Outcome['outcome'], { httpStatus: number; status: string }>
