import { type FocusEvent, type FormEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { namedProblem, onboardingPage, problemCount } from '#words/onboarding.ts'
import type { ShownText } from '../../../domain/consents.ts'
import type { OnboardingValues } from '../../../domain/enrollment.ts'
import { type OnboardingField, sensitiveFields } from '../../../domain/enrollment-fields.ts'
import { Agreement, agreedTexts, agreementId, SmsConsent } from './consents.tsx'
import { today, yesterday } from './local-date.ts'
import { OfflineNotice } from '../../session/connection-notices.tsx'
import { OnboardingSections } from './onboarding-sections.tsx'
import {
  checkField,
  checkOnboarding,
  fillIn,
  onboardingFields,
  type OnboardingEntries,
  type Problems,
  readEntries,
} from './onboarding-problems.ts'
import { afterPress } from '../../ui/press.ts'
import { ProblemSummary } from '../../ui/problem-summary.tsx'
import { useLeaveWarning } from './use-leave-warning.ts'
import { useReturn } from '../../ui/use-return.ts'
import type { Sending } from '../../ui/use-sending.ts'

interface OnboardingFormProps {
  /** What the form starts with. */
  entries: OnboardingEntries
  /** Stands beside the button: how the last attempt went. */
  note: ReactNode
  sending: Sending
  /** Called with all entries whenever something was typed. */
  keep: (entries: OnboardingEntries) => void
  /** Sends valid values and what the client agrees to; the form waits for it and keeps what was typed. */
  send: (values: OnboardingValues, agreedTo: ShownText[]) => Promise<void>
}

/** The onboarding form (R-ONBOARDING): says what is wrong beside each field and, after an attempt to send it, in a summary. */
export function OnboardingForm({ entries, note, sending, keep, send }: OnboardingFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<{ attempt: number; problems: Problems }>({ attempt: 0, problems: {} })
  const [atStake, setAtStake] = useState(() => whatIsAtStake(entries))
  const [contactMethod, setContactMethod] = useState(entries.preferredContactMethod)
  const touched = useRef(new Set<OnboardingField>())
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(entries)
  const button = useRef<HTMLButtonElement>(null)
  useReturn(() => form.current && fillIn(form.current, latest.current))
  useLeaveWarning(sending.state === 'idle' ? atStake : 'let-go')

  function recheck(field: OnboardingField, from: HTMLFormElement) {
    const problem = checkField(field, readEntries(from)[field], today())
    setProblems((known) => ({ ...known, [field]: problem }))
  }

  // Not `onChange`, which React skips for values that a script has filled in.
  function onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    const typed = readEntries(currentTarget)
    latest.current = typed
    keep(typed)
    setAtStake(whatIsAtStake(typed))
    setContactMethod(typed.preferredContactMethod)
    const field = fieldOf(target)
    if (!field) return
    touched.current.add(field)
    if (problems[field]) recheck(field, currentTarget)
  }

  function onLeave({ target }: FocusEvent) {
    const field = fieldOf(target)
    const from = target.closest('form')
    if (field && from && touched.current.has(field)) afterPress(() => recheck(field, from))
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.state === 'sending') return
    const typed = readEntries(event.currentTarget)
    const agreedTo = agreedTexts(new FormData(event.currentTarget))
    keep(typed)
    const checked = checkOnboarding(typed, today())
    if (checked.outcome === 'problems') return showProblems(checked.problems)
    showProblems({})
    // The fields become inert meanwhile, and the one in focus would lose it.
    button.current?.focus()
    sending.start(() => send(checked.values, agreedTo))
  }

  function showProblems(found: Problems) {
    setProblems(found)
    setRefusal(({ attempt: before }) => ({ attempt: before + 1, problems: found }))
  }

  const summary = onboardingFields.flatMap((field) => {
    const message = refusal.problems[field]
    return message ? [{ field, message: namedProblem(field, message) }] : []
  })
  return (
    <form className="onboard body" ref={form} noValidate onInput={onInput} onSubmit={onSubmit}>
      {summary.length > 0 ? (
        <ProblemSummary key={refusal.attempt} heading={problemCount(summary.length)} problems={summary} />
      ) : null}
      <OnboardingSections
        entries={entries}
        problems={problems}
        latestBirth={yesterday()}
        sending={sending.state}
        onLeave={onLeave}
        consent={contactMethod === 'text' ? <SmsConsent /> : null}
      >
        <div className="actions">
          <OfflineNotice />
          {note}
          <Agreement />
          {/* Not disabled, or it would lose the focus just when its label changes. */}
          <button className="btn" ref={button} aria-describedby={agreementId} aria-disabled={sending.state === 'sending' || undefined}>
            {sending.state === 'sending' ? onboardingPage.busy : onboardingPage.submit}
          </button>
        </div>
      </OnboardingSections>
    </form>
  )
}

/** What is sensitive is in no storage: it would be gone with the document. */
function whatIsAtStake(entries: OnboardingEntries): 'warn' | 'let-go' {
  return sensitiveFields.some((field) => entries[field]) ? 'warn' : 'let-go'
}

function fieldOf(target: EventTarget): OnboardingField | undefined {
  return target instanceof Element ? onboardingFields.find((field) => field === target.getAttribute('name')) : undefined
}
