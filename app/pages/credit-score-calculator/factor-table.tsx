import { answerLabel, calculatorResult, questionWords } from '#words/calculator.ts'
import { type Answers, maxOptionScore, totalWeight } from '../../../domain/credit-score.ts'
import { type Factor, factorsOf } from '../../../domain/score/score-factors.ts'
import { tipBelowScore } from '../../../domain/score/score-tips.ts'

const words = calculatorResult.factors

/** Where each answer gains or loses points. */
export function FactorTable({ answers }: { answers: Answers }) {
  const factors = factorsOf(answers)
  const sum = (points: (factor: Factor) => number) => factors.reduce((total, factor) => total + points(factor), 0)
  return (
    <div>
      <table className="factors num">
        <caption>{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.factor}</th>
            <th scope="col" className="right wt">
              {words.weight}
            </th>
            <th scope="col" className="right">
              {words.score}
            </th>
            <th scope="col" className="right">
              {words.gained}
            </th>
            <th scope="col" className="right">
              {words.lost}
            </th>
          </tr>
        </thead>
        <tbody>
          {factors.map((factor) => (
            <FactorRow key={factor.question} factor={factor} answer={answerLabel(answers[factor.question])} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td className="right wt">{totalWeight}</td>
            <td className="right">–</td>
            <td className="right">{sum(({ gainedPoints }) => gainedPoints)}</td>
            <td className="right">{sum(({ lostPoints }) => lostPoints)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="fine factors-note">
        {words.start} {factors.some(isWeak) && words.weak} {words.note}
      </p>
    </div>
  )
}

const isWeak = ({ score }: Factor) => score < tipBelowScore

function FactorRow({ factor, answer }: { factor: Factor; answer: string }) {
  const { question, weight, score, gainedPoints, lostPoints } = factor
  return (
    <tr>
      <th scope="row">
        {questionWords[question].factor} <small>{answer}</small>
      </th>
      <td className="right wt">{weight}</td>
      <td className="right measure">
        <span>
          <Bar score={score} look={isWeak(factor) ? 'weak' : 'strong'} />
          {score}
        </span>
      </td>
      <td className="right">{gainedPoints}</td>
      <td className="right">{lostPoints}</td>
    </tr>
  )
}

/** As wide as its score; the figure stands beside it. */
function Bar({ score, look }: { score: number; look: 'weak' | 'strong' }) {
  return (
    <svg
      className={look === 'weak' ? 'bar weak' : 'bar'}
      viewBox={`0 0 ${maxOptionScore} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={maxOptionScore} height="10" />
      <rect width={score} height="10" />
    </svg>
  )
}
