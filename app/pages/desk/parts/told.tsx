import { useCallback, useState } from 'react'
import { staffDeeds } from '#words/desk/actions.ts'
import { refusalWords, unknownRefusal } from '#words/desk/form.ts'
import { deskConnection } from '#words/desk/frame.ts'
import { longTime } from '#words/format.ts'
import type { AnswerOf, ChangingFunction } from '../../../../domain/staff/answers.ts'
import type { Called } from '../../../backend/staff/call.ts'

/** What has become of a press of a button. */
export interface Told {
  /** `look`: it is not as it was, through somebody else or the client, and one has to look again. */
  tone: 'good' | 'bad' | 'look'
  text: string
}

/** What every function that changes something may answer. */
export type Changed =
  | { outcome: 'done' }
  | { outcome: 'refused'; reason: string }
  | Extract<AnswerOf<ChangingFunction>, { outcome: 'changed' }>

export type Done<Answer extends Changed> = Extract<Answer, { outcome: 'done' }>

export const isDone = <Answer extends Changed>(answer: Answer): answer is Done<Answer> => answer.outcome === 'done'

/** Who did something, as in "Ruth stopped it": a colleague by name, or the person at this desk, by their own. */
export const whoOf = (name: string, own: string): string => (name === own ? deskConnection.oneself : name)

/** Why nothing was done; undefined where it was done, or nobody knows. `own` is the name of the person at this desk. */
export function whyNot(called: Called<Changed>, own: string): Told | undefined {
  switch (called.outcome) {
    case 'done':
      return whyRefused(called.value, own)
    case 'denied':
      return called.why === 'not_a_lead' ? { tone: 'bad', text: deskConnection.notALead } : undefined
    case 'unreachable':
      return undefined
    default:
      return { tone: 'bad', text: deskConnection.notDone }
  }
}

function whyRefused(answer: Changed, own: string): Told | undefined {
  if (answer.outcome === 'done') return undefined
  if (answer.outcome === 'refused') return { tone: 'bad', text: refusalWords[answer.reason] ?? unknownRefusal }
  const { by } = answer
  const text = by ? deskConnection.changed(whoOf(by.name, own), staffDeeds[by.action], longTime(new Date(by.at))) : deskConnection.changedAlone
  return { tone: 'look', text }
}

/** What was told last in a section, for `ToldNotice`. */
export function useTold(): [Told | undefined, (told: Told | undefined) => void] {
  const [told, setTold] = useState<Told>()
  return [told, useCallback((next: Told | undefined) => setTold(next), [])]
}

const titles = { good: deskConnection.done, bad: deskConnection.notDoneTitle, look: undefined }

/** What is told, after the word that tells success from failure where colours do not. */
export function ToldText({ told: { tone, text } }: { told: Told }) {
  const title = titles[tone]
  return (
    <>
      {title ? <strong>{title} </strong> : null}
      {text}
    </>
  )
}

/** Says what has become of a press. Rendered while there is nothing to say, too: screen readers announce only what changes in it. */
export function ToldNotice({ told }: { told: Told | undefined }) {
  return (
    <div role="status" className="outcome">
      {told ? (
        <p className={`notice ${told.tone}`}>
          <ToldText told={told} />
        </p>
      ) : null}
    </div>
  )
}
