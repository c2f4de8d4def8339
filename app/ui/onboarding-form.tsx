import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { onboardingPage, problemCount } from '../../content/onboarding.ts'
import type { OnboardingField, OnboardingValues } from '../../domain/enrollment.ts'
import { afterPress } from './after-press.ts'
import { OnboardingSections } from './onboarding-sections.tsx'
import {
  checkField,
  checkOnboarding,
  onboardingFields,
  type OnboardingEntries,
  type Problems,
  readEntries,
} from './onboarding-problems.ts'
import { ProblemSummary } from './problem-summary.tsx'

interface OnboardingFormProps {
  /** What the form starts with. */
  entries: OnboardingEntries
  /** Sends valid values; the form waits for it and keeps what was typed. */
  send: (values: OnboardingValues) => Promise<void>
}

/**
 * The onboarding form. Not a React action: an action would reset the fields afterwards and hold back every change of
 * page until it has ended.
 */
export function OnboardingForm({ entries, send }: OnboardingFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<{ attempt: number; problems: Problems }>({ attempt: 0, problems: {} })
  const [state, setState] = useState<'idle' | 'submitting'>('idle')
  const sending = useRef<Promise<void>>(undefined)
  const touched = useRef(new Set<OnboardingField>())

  function recheck(field: OnboardingField, form: HTMLFormElement) {
    const problem = checkField(field, readEntries(form)[field])
    setProblems((known) => ({ ...known, [field]: problem }))
  }

  function onChange({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    const field = fieldOf(target)
    if (!field) return
    touched.current.add(field)
    if (problems[field]) recheck(field, currentTarget)
  }

  function onLeave({ target }: FocusEvent) {
    const field = fieldOf(target)
    const form = target.closest('form')
    if (field && form && touched.current.has(field)) afterPress(() => recheck(field, form))
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const checked = checkOnboarding(readEntries(event.currentTarget))
    if (checked.outcome === 'problems') return showProblems(checked.problems)
    showProblems({})
    setState('submitting')
    sending.current = send(checked.values).finally(() => {
      sending.current = undefined
      setState('idle')
    })
  }

  function showProblems(found: Problems) {
    setProblems(found)
    setRefusal(({ attempt }) => ({ attempt: attempt + 1, problems: found }))
  }

  const summary = onboardingFields.flatMap((field) => {
    const message = refusal.problems[field]
    return message ? [{ field, message }] : []
  })
  return (
    <form className="onboard body" noValidate onChange={onChange} onSubmit={onSubmit}>
      {summary.length > 0 ? (
        <ProblemSummary key={refusal.attempt} heading={problemCount(summary.length)} problems={summary} />
      ) : null}
      <OnboardingSections entries={entries} problems={problems} onLeave={onLeave}>
        <div className="actions">
          <button className="btn" disabled={state === 'submitting'}>
            {state === 'submitting' ? onboardingPage.busy : onboardingPage.submit}
          </button>
        </div>
      </OnboardingSections>
    </form>
  )
}

function fieldOf(target: EventTarget): OnboardingField | undefined {
  return target instanceof Element ? onboardingFields.find((field) => field === target.getAttribute('name')) : undefined
}
