/** What became of one attempt to deliver, and why. The reasons are codes of ours, never a text of the other side. */
export type Outcome =
  | { outcome: 'accepted' }
  /** The other side said no: another attempt would hear the same. */
  | { outcome: 'rejected'; because: 'error-message' | 'account-disabled' | 'http-status' }
  /** Nothing arrived, or it was turned away for now: another attempt is safe. */
  | { outcome: 'retry'; because: 'no-connection' | 'http-status' }
  /** It may have arrived: another attempt may create the client twice. */
  | { outcome: 'ambiguous'; because: 'no-answer' | 'empty-body' | 'unknown-body' | 'redirect' }
