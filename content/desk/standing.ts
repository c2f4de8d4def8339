import type { FormState } from '../../domain/delivery-states.ts'
import { sensitiveDetails } from '../deliveries.ts'

/** How a form stands, which answers "Did my form arrive?". `since` and `saved` read like dates, as in "March 4, 2031". */
interface StandingWords {
  /** One plain sentence. */
  sentence: (since: string) => string
  /** Beside a name in a list. */
  short: string
}

const stopped = (since: string) => `Stopped on ${since}. It is not sent.`
const undecided = (since: string) => `Not yet: it has needed a decision since ${since}.`

export const standingWords: Record<FormState, StandingWords> = {
  delivered: { sentence: (since) => `Yes, it arrived on ${since}.`, short: 'Arrived' },
  queued: { sentence: (since) => `Saved, and waits to be sent since ${since}.`, short: 'Waits' },
  sending: { sentence: () => 'Saved, and is being sent right now.', short: 'Being sent' },
  needs_review: { sentence: undecided, short: 'Needs a decision' },
  rejected: { sentence: undecided, short: 'Needs a decision' },
  cancelled: { sentence: stopped, short: 'Stopped' },
  incomplete: { sentence: (saved) => `No: the client has not filled it in. It was prepared on ${saved}.`, short: 'Not filled in' },
}

/** Delivered, yet to nowhere: the stand-in of a trial. */
export const toStandIn: StandingWords = {
  sentence: (since) => `Not really: on ${since} it went to the stand-in of a trial, and nothing reached DisputeFox. Once DisputeFox is connected, send it again.`,
  short: 'At the stand-in',
}

const look = 'Look for the client in DisputeFox. If the client is there, say so here; if not, send it again.'

interface ReasonWords {
  /** What happened. */
  what: string
  /** What one can do. */
  todo: string
}

/** The reasons for a state, in plain words. Their codes are those of `deliveryReasons`, and of refunds. */
export const reasonWords: Record<string, ReasonWords> = {
  'no-connection': { what: 'DisputeFox could not be reached.', todo: 'It is tried again by itself. If DisputeFox works again, send it again.' },
  'http-status': { what: 'DisputeFox answered with an error.', todo: 'While it waits, it is tried again by itself. Otherwise send it again, or ask the support of DisputeFox.' },
  'error-message': { what: 'DisputeFox refused it.', todo: 'Tell whoever set up the form in DisputeFox, then send it again.' },
  'account-disabled': { what: 'Our account with DisputeFox is disabled.', todo: 'Settle that with DisputeFox, then send it again.' },
  'no-answer': { what: 'It was sent, and DisputeFox did not answer.', todo: look },
  'empty-body': { what: 'The answer of DisputeFox was empty.', todo: look },
  'unknown-body': { what: 'The answer of DisputeFox was not understood.', todo: look },
  redirect: { what: 'DisputeFox answered with another address.', todo: look },
  'lease-expired': { what: 'Sending was interrupted, so nobody knows whether it arrived.', todo: look },
  'attempts-exhausted': { what: 'Every attempt failed, and none has arrived.', todo: 'Once DisputeFox works again, send it again.' },
  'edited-after-delivery': { what: 'The client changed it after it had arrived, so older details are there.', todo: 'Correct them in DisputeFox by hand, then say here that the client is in DisputeFox.' },
  'changed-after-cancel': { what: 'The client changed it after it had been stopped.', todo: 'Send it, or stop it again.' },
  'not-completed': { what: 'The form is not complete any more.', todo: 'It is sent once the client completes it.' },
  'details-unreadable': { what: `Nothing was sent: ${sensitiveDetails} cannot be opened, since their key is missing.`, todo: 'Tell whoever runs the server, then send it again.' },
  'details-purged': { what: `It was changed after ${sensitiveDetails} had been forgotten.`, todo: 'Correct it in DisputeFox by hand, then say here that the client is in DisputeFox.' },
  restored: { what: 'It waited in a backup that was restored, and may have been sent since.', todo: look },
  'too-many-deliveries': { what: 'The account sent unusually many forms within an hour.', todo: 'Send what is genuine, stop the rest.' },
  'account-held': { what: 'Sending is paused for this account.', todo: 'Once that is settled, resume it, or stop all of its forms.' },
  'stand-in': { what: 'It went to the stand-in of a trial, and nothing reached DisputeFox.', todo: 'Once DisputeFox is connected, send it again.' },
  resolved: { what: 'Somebody of the staff has seen the client in DisputeFox.', todo: '' },
  refunded: { what: 'It was paid back, so it is not sent by itself.', todo: 'If the client goes on, send it; if not, stop it.' },
}

/** Of a reason that this version does not know. */
export const unknownReason: ReasonWords = { what: 'The reason is not known here.', todo: look }
