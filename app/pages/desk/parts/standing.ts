import { storedWords } from '#words/account.ts'
import { reasonWords, standingWords, toStandIn, unknownReason } from '#words/desk/standing.ts'
import { longTime } from '#words/format.ts'
import type { FormState } from '../../../../domain/delivery-states.ts'

interface StoredStanding {
  state: FormState
  reason: string | null
  /** Since when it is so, ISO 8601; null where there is no delivery. */
  since: string | null
  savedAt: string
}

/** `good`: it is there. `waits`: it goes on by itself. `person`: somebody has to decide. `none`: nothing is to come. */
export type Tone = 'good' | 'waits' | 'person' | 'none'

export interface Standing {
  tone: Tone
  /** Whether it arrived, as one says it on the telephone. */
  sentence: string
  short: string
  /** Why it stands so and what one can do, if there is a reason. */
  reason: { what: string; todo: string } | undefined
  /** What the client reads of it on the page of the account, so that both hear the same; nothing in a trial, which has no clients. */
  forClient: string | undefined
}

const tones: Record<FormState, Tone> = {
  delivered: 'good', queued: 'waits', sending: 'waits', needs_review: 'person', rejected: 'person', cancelled: 'none', incomplete: 'none',
}

/** As the database tells the client (private.progress). */
const progressOf = {
  delivered: 'sent', queued: 'received', sending: 'received', needs_review: 'with-a-person', rejected: 'with-a-person',
  cancelled: 'stopped', incomplete: 'prepared',
} as const satisfies Record<FormState, keyof typeof storedWords.progress>

/** The answer to "Did my form arrive?". */
export function standingOf({ state, reason, since, savedAt }: StoredStanding): Standing {
  const isAtStandIn = state === 'delivered' && reason === 'stand-in'
  const { sentence, short } = isAtStandIn ? toStandIn : standingWords[state]
  return {
    tone: isAtStandIn ? 'none' : tones[state],
    sentence: sentence(longTime(new Date(since ?? savedAt))),
    short,
    reason: reason === null || isAtStandIn ? undefined : (reasonWords[reason] ?? unknownReason),
    forClient: isAtStandIn ? undefined : storedWords.progress[progressOf[state]],
  }
}
