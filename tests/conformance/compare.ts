import type { Findings } from './suite.ts'

/**
 * A difference that we mean: reason by reason in docs/decisions/0024-what-differs-from-supabases-auth.md. It is a change of
 * the original's lines that makes them ours, so that it hides nothing else.
 */
export interface Decided {
  reason: number
  /** Changes the original's lines of one scenario. */
  change(lines: string[]): string[]
}

export interface Comparison {
  subject: string
  scenario: string
  /** The reasons of what differs and is decided. */
  reasons: number[]
  /** What only the gateway says, and what only the original says. Empty where they are alike but for the reasons. */
  ours: string[]
  theirs: string[]
}

/** Holds what was found of one subject in the gateway against what was found in the original. */
export function compare(subject: string, ours: Findings, theirs: Findings, decided: Decided[]): Comparison[] {
  return Object.entries(ours).map(([scenario, lines]) => {
    let original = theirs[scenario] ?? []
    const reasons: number[] = []
    for (const each of decided) {
      const changed = each.change(original)
      // What makes nothing more alike is no reason.
      if (distance(lines, changed) >= distance(lines, original)) continue
      original = changed
      reasons.push(each.reason)
    }
    return { subject, scenario, reasons, ...difference(lines, original) }
  })
}

export const isSame = ({ ours, theirs }: Comparison) => ours.length + theirs.length === 0

function difference(ours: string[], theirs: string[]): Pick<Comparison, 'ours' | 'theirs'> {
  if (ours.join('\n') === theirs.join('\n')) return { ours: [], theirs: [] }
  const only = { ours: without(ours, theirs), theirs: without(theirs, ours) }
  // The same lines in another order are shown whole.
  return only.ours.length + only.theirs.length ? only : { ours, theirs }
}

/** The lines that the other list does not have, each as often as it is missing. */
function without(lines: string[], others: string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const place = left.indexOf(line)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

const distance = (one: string[], other: string[]) =>
  [...without(one, other), ...without(other, one)].reduce((sum, line) => sum + line.length, 0)
