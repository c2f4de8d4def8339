import type { QueuedDelivery } from '../../../../domain/staff/today.ts'

/** What one can do about a delivery, or about everything of its account. */
export type Choice = 'retry' | 'resolve' | 'cancel' | 'release-account' | 'cancel-account'

/** Somebody has to look for the client in DisputeFox first. */
const look: Choice[] = ['resolve', 'retry']
const byHand: Choice[] = ['resolve']
const decide: Choice[] = ['retry', 'cancel']

const byReason: Partial<Record<string, Choice[]>> = {
  'no-connection': decide,
  'http-status': decide,
  'error-message': decide,
  'account-disabled': decide,
  'attempts-exhausted': decide,
  'edited-after-delivery': byHand,
  'changed-after-cancel': decide,
  'details-unreadable': decide,
  'details-purged': byHand,
  'too-many-deliveries': decide,
  'stand-in': decide,
  refunded: decide,
}

/** The one or two things that are likely to be right, the likeliest first; the form has all that are allowed. */
export function choicesOf({ state, reason, is_held: isHeld, account }: Pick<QueuedDelivery, 'state' | 'reason' | 'is_held' | 'account'>): Choice[] {
  if (isHeld && account) return ['release-account', 'cancel-account']
  if (state === 'queued') return ['retry']
  return byReason[reason ?? ''] ?? look
}
