import { useId, useState } from 'react'
import { calculatorResult, questionWords } from '#words/calculator.ts'
import { type Answer, type Answers, bandOf, estimateScore, type Question, questionIds, withAnswer } from '../../../domain/credit-score.ts'
import { factorsOf } from '../../../domain/score/score-factors.ts'
import { Chips } from '../../ui/chip-question.tsx'
import { answerChips } from './answer-chips.ts'

const words = calculatorResult.whatIf

/** Tries another answer to one question. The answers themselves, and the estimate above, stay as they are. */
export function WhatIf({ answers }: { answers: Answers }) {
  const id = useId()
  const [question, setQuestion] = useState<Question>(() => costliest(answers))
  const [answer, setAnswer] = useState<Answer>(answers[question])

  function choose(other: Question) {
    setQuestion(other)
    setAnswer(answers[other])
  }

  return (
    <section className="what-if" aria-labelledby={id}>
      <header>
        <h3 id={id}>{words.heading}</h3>
        <p className="fine">{words.lead}</p>
      </header>
      <div className="form">
        <div className="field">
          <label htmlFor={`${id}-question`}>{words.question}</label>
          <select
            id={`${id}-question`}
            name="whatIfQuestion"
            value={question}
            onChange={(event) => choose(questionIds.find((each) => each === event.target.value) ?? question)}
          >
            {questionIds.map((each) => (
              <option key={each} value={each}>
                {questionWords[each].factor}
              </option>
            ))}
          </select>
        </div>
        <fieldset className="field">
          <legend>{words.answer}</legend>
          <Chips key={question} name="whatIfAnswer" {...answerChips(question, answer, setAnswer)} />
        </fieldset>
      </div>
      <Difference answers={answers} question={question} answer={answer} />
    </section>
  )
}

function Difference({ answers, question, answer }: { answers: Answers; question: Question; answer: Answer }) {
  const score = estimateScore(withAnswer(answers, question, answer))
  const isOwn = answer === answers[question]
  return (
    <p className="difference num" role="status">
      <b>{words.change(score - estimateScore(answers))}</b> <span>{isOwn ? words.own : words.outcome(score, bandOf(score))}</span>
    </p>
  )
}

/** The question whose answer costs the most points, where there is the most to win. */
function costliest(answers: Answers): Question {
  return factorsOf(answers).reduce((most, factor) => (factor.lostPoints > most.lostPoints ? factor : most)).question
}
