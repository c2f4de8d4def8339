import { type FocusEvent, type FormEvent, type SubmitEvent, useRef, useState } from 'react'
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
import { useSending } from './use-sending.ts'

interface OnboardingFormProps {
  /** What the form starts with. */
  entries: OnboardingEntries
  /** Sends valid values; the form waits for it and keeps what was typed. */
  send: (values: OnboardingValues) => Promise<void>
}

/** The onboarding form (§2): says what is wrong beside each field and, after an attempt to send it, in a summary. */
export function OnboardingForm({ entries, send }: OnboardingFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<{ attempt: number; problems: Problems }>({ attempt: 0, problems: {} })
  const { state, start } = useSending()
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

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state === 'sending') return
    const checked = checkOnboarding(readEntries(event.currentTarget))
    if (checked.outcome === 'problems') return showProblems(checked.problems)
    showProblems({})
    start(() => send(checked.values))
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
          <button className="btn" disabled={state === 'sending'}>
            {state === 'sending' ? onboardingPage.busy : onboardingPage.submit}
          </button>
        </div>
      </OnboardingSections>
    </form>
  )
}

function fieldOf(target: EventTarget): OnboardingField | undefined {
  return target instanceof Element ? onboardingFields.find((field) => field === target.getAttribute('name')) : undefined
}
