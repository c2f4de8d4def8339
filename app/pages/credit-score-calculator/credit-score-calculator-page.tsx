import { useState } from 'react'
import { calculatorPage as words } from '#words/calculator.ts'
import { type Answer, type Answers, isComplete, type PartialAnswers, type Question, withAnswer } from '../../../domain/credit-score.ts'
import { paths } from '../../paths.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { QuestionForm } from './question-form.tsx'
import { ScoreResult } from './score-result.tsx'

type Outcome = { state: 'none' } | { state: 'outdated' } | { state: 'calculated'; answers: Answers; at: Date }

/** The questions, and an estimate once all of them are answered (R-CALCULATOR). Nothing leaves the browser. */
export function CreditScoreCalculator() {
  const [answers, setAnswers] = useState<PartialAnswers>({})
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' })
  const [attempts, setAttempts] = useState(0)

  function change(question: Question, answer: Answer) {
    setAnswers((before) => withAnswer(before, question, answer))
    setOutcome(({ state }) => ({ state: state === 'none' ? 'none' : 'outdated' }))
  }

  function reset() {
    setAnswers({})
    setOutcome({ state: 'none' })
  }

  function calculate() {
    if (!isComplete(answers)) return
    setOutcome({ state: 'calculated', answers, at: new Date() })
    setAttempts(attempts + 1)
  }

  return (
    <>
      <PageHead title={words.title} description={words.description} path={paths.creditScoreCalculator} picture="blog-score" />
      <div className={outcome.state === 'calculated' ? 'wrap calculator has-score' : 'wrap calculator'}>
        <header className="page-head">
          <h1>{words.heading}</h1>
          <p className="lead">{words.lead}</p>
        </header>
        <div className="body">
          <QuestionForm
            answers={answers}
            result={outcome.state}
            onFound={setAnswers}
            onAnswer={change}
            onCalculate={calculate}
            onReset={reset}
          />
          {outcome.state === 'calculated' && <ScoreResult key={attempts} answers={outcome.answers} at={outcome.at} />}
        </div>
      </div>
    </>
  )
}
