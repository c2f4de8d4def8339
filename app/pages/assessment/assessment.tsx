import { type FormEvent, type SubmitEvent, useState } from 'react'
import { assessmentForm, assessmentMessages } from '#words/assessment.ts'
import { countAnswers, minAnswers } from '../../../domain/assessment.ts'
import { recommend } from '../../../domain/recommendation.ts'
import { AssessmentQuestions } from './assessment-questions.tsx'
import { type Answered, AssessmentResult } from './assessment-result.tsx'
import { NeedsScript } from '../../ui/needs-script.tsx'
import { showNotice } from '../../ui/toasts.tsx'
import { useAssessment } from './use-assessment.ts'

/** The plan assessment (R-ASSESSMENT): the questions and, once asked for, the recommendation below them. */
export function Assessment({ place }: { place: 'home' | 'page' }) {
  const { form, inputs, edition, change, clear } = useAssessment()
  const [answered, setAnswered] = useState<Answered>()
  const heading = place === 'home' ? 'h3' : 'h2'
  const Heading = heading

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (countAnswers(inputs) < minAnswers) return showNotice({ ...assessmentMessages.tooFewAnswers, tone: 'error' })
    setAnswered((before) => ({ attempt: (before?.attempt ?? 0) + 1, inputs, recommendation: recommend(inputs) }))
  }

  function onReset(event: FormEvent) {
    // The browser would put back what the page was served with, behind React's back.
    event.preventDefault()
    clear()
    setAnswered(undefined)
    showNotice(assessmentMessages.reset)
  }

  return (
    <>
      <form
        className="panel"
        ref={form}
        // Nothing is sent anywhere, before the script runs either; and the browser brings no old answers back.
        method="dialog"
        autoComplete="off"
        noValidate
        onSubmit={onSubmit}
        onReset={onReset}
      >
        <Heading>{place === 'home' ? assessmentForm.headingOnHome : assessmentForm.heading}</Heading>
        <p className="fine panel-note">{assessmentForm.note}</p>
        <NeedsScript reason={assessmentForm.needsScript} />
        <AssessmentQuestions key={edition} inputs={inputs} onChange={change} />
        <p className="fine progress" role="status">
          {assessmentForm.progress(countAnswers(inputs))}
        </p>
        <div className="actions">
          <button className="btn">{assessmentForm.submit}</button>
          <button className="btn quiet" type="reset">
            {assessmentForm.reset}
          </button>
        </div>
      </form>
      {answered && <AssessmentResult key={answered.attempt} answered={answered} heading={heading} />}
    </>
  )
}
