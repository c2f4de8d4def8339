import { type FormEvent, useEffect, useRef } from 'react'
import { calculatorForm as words, questionWords } from '#words/calculator.ts'
import {
  type Answer,
  countAnswered,
  isComplete,
  parseAnswers,
  type Question,
  questionIds,
  type PartialAnswers,
} from '../../../domain/credit-score.ts'
import { ChipQuestion } from '../../ui/chip-question.tsx'
import { NeedsScript } from '../../ui/needs-script.tsx'
import { answerChips } from './answer-chips.ts'

interface QuestionFormProps {
  answers: PartialAnswers
  result: 'none' | 'outdated' | 'calculated'
  /** Called once, with the answers given before hydration. */
  onFound: (answers: PartialAnswers) => void
  onAnswer: (question: Question, answer: Answer) => void
  onCalculate: () => void
  onReset: () => void
}

/** The questions. R-CALCULATOR-COMPLETE: there is nothing to calculate until each has an answer. */
export function QuestionForm({ answers, result, onFound, onAnswer, onCalculate, onReset }: QuestionFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current) onFound(answersIn(form.current))
  }, [onFound])

  function submit(event: FormEvent) {
    event.preventDefault()
    onCalculate()
  }

  function reset() {
    onReset()
    form.current?.scrollIntoView()
    form.current?.querySelector('input')?.focus({ preventScroll: true })
  }

  return (
    <form className="panel calc" aria-labelledby="questions" ref={form} onSubmit={submit} onReset={reset}>
      <h2 id="questions">{words.heading}</h2>
      <p className="fine panel-note">{words.note}</p>
      <NeedsScript reason={words.needsScript} />
      {questionIds.map((question) => (
        <ChipQuestion
          key={question}
          name={question}
          label={questionWords[question].question}
          help={questionWords[question].help}
          {...answerChips(question, answers[question], (answer) => onAnswer(question, answer))}
        />
      ))}
      <p className="progress num" role="status">
        {words.progress(countAnswered(answers), questionIds.length)}
        {result === 'outdated' && `. ${words.outdated}`}
      </p>
      <div className="actions">
        <button className="btn" disabled={!isComplete(answers)}>
          {words.submit}
        </button>
        <button className="btn quiet" type="reset">
          {words.reset}
        </button>
      </div>
    </form>
  )
}

/** What is chosen in the page itself: by a visitor faster than the script, or by the browser going back. */
function answersIn(form: HTMLFormElement): PartialAnswers {
  return parseAnswers(Object.fromEntries(new FormData(form)))
}
