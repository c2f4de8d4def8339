import { useCallback, useState } from 'react'
import { staffDeeds } from '#words/desk/actions.ts'
import { refusalWords, unknownRefusal } from '#words/desk/form.ts'
import { deskConnection } from '#words/desk/frame.ts'
import { longTime } from '#words/format.ts'
import type { AnswerOf, ChangingFunction } from '../../../../domain/staff/answers.ts'
import type { Called } from '../../../backend/staff/call.ts'

/** What has become of a press of a button. */
export interface Told {
  tone: 'good' | 'bad'
  text: string
}

/** What every function that changes something may answer. */
export type Changed =
  | { outcome: 'done' }
  | { outcome: 'refused'; reason: string }
  | Extract<AnswerOf<ChangingFunction>, { outcome: 'changed' }>

export type Done<Answer extends Changed> = Extract<Answer, { outcome: 'done' }>

export const isDone = <Answer extends Changed>(answer: Answer): answer is Done<Answer> => answer.outcome === 'done'

/** Why nothing was done, in one sentence; undefined where it was done, or nobody knows. */
export function whyNot(called: Called<Changed>): string | undefined {
  switch (called.outcome) {
    case 'done':
      return whyRefused(called.value)
    case 'denied':
      return called.why === 'not_a_lead' ? deskConnection.notALead : undefined
    case 'unreachable':
      return undefined
    default:
      return deskConnection.notDone
  }
}

function whyRefused(answer: Changed): string | undefined {
  if (answer.outcome === 'done') return undefined
  if (answer.outcome === 'refused') return refusalWords[answer.reason] ?? unknownRefusal
  const { by } = answer
  return by ? deskConnection.changed(by.name, staffDeeds[by.action], longTime(new Date(by.at))) : deskConnection.changedAlone
}

/** What was told last in a section, for `ToldNotice`. */
export function useTold(): [Told | undefined, (told: Told | undefined) => void] {
  const [told, setTold] = useState<Told>()
  return [told, useCallback((next: Told | undefined) => setTold(next), [])]
}

/** Says what has become of a press. Rendered while there is nothing to say, too: screen readers announce only what changes in it. */
export function ToldNotice({ told }: { told: Told | undefined }) {
  return (
    <div role="status" className="outcome">
      {told ? <p className={`notice ${told.tone}`}>{told.text}</p> : null}
    </div>
  )
}
