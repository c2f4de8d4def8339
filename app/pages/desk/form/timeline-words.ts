import { staffDeeds } from '#words/desk/actions.ts'
import { amountWords, consentWords, timelineWords as words } from '#words/desk/form.ts'
import { reasonWords, unknownReason } from '#words/desk/standing.ts'
import { capitalized } from '#words/format.ts'
import type { TimelineEntry } from '../../../../domain/staff/timeline.ts'

/** What happened, in one or two sentences. */
export function sayingOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'saved':
      return words.saved
    case 'changed':
      return words.changed
    case 'attempt':
      return attemptOf(entry)
    case 'staff':
      return `${entry.name} ${staffDeeds[entry.action]}${entry.note ? `: ${entry.note}` : ''}.`
    case 'payment':
      return paymentOf(entry)
    case 'consent':
      return words[entry.action](entry.documents.map((document) => consentWords.names[document] ?? document))
    default:
      return `${words.note(entry.author)} ${entry.text}`
  }
}

export const keyOf = (entry: TimelineEntry): string => `${entry.at} ${entry.kind}`

type Of<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>

function attemptOf({ number, outcome, reason, late }: Of<'attempt'>): string {
  const isPretended = outcome === 'accepted' && reason === 'stand-in'
  const what = isPretended ? words.outcomes.pretended : words.outcomes[outcome ?? 'underWay']
  const why = reason && outcome !== 'accepted' ? ` ${(reasonWords[reason] ?? unknownReason).what}` : ''
  return `${words.attempt(number)}: ${what}${late ? `, ${words.late}` : ''}.${why}`
}

function paymentOf({ event, outcome, amount_cents: cents, currency, reference }: Of<'payment'>): string {
  const part = outcome ? `, ${words.parts[outcome]}` : ''
  return `${capitalized(words.payment[event])}: ${amountWords(cents, currency)}${part} (${reference}).`
}
