import { useId } from 'react'
import { bandNames, calculatorResult as words } from '#words/calculator.ts'
import { scoreBands } from '../../../domain/credit-facts.ts'
import { type Answers, type Band, bandIds, bandOf, estimateScore } from '../../../domain/credit-score.ts'
import { useResultInSight } from '../../ui/use-result-in-sight.ts'
import { FactorTable } from './factor-table.tsx'
import { PrintedAnswers, PrintedContact, PrintedHead } from './printed-parts.tsx'
import { ResultActions } from './result-actions.tsx'
import { ScoreGauge } from './score-gauge.tsx'
import { ScoreTips } from './score-tips.tsx'
import { WhatIf } from './what-if.tsx'

interface ScoreResultProps {
  answers: Answers
  /** When the estimate was asked for. */
  at: Date
}

/** The estimate, where it comes from and what to do about it; on paper, a sheet that stands for itself. */
export function ScoreResult({ answers, at }: ScoreResultProps) {
  const id = useId()
  const region = useResultInSight()
  const score = estimateScore(answers)
  const band = bandOf(score)
  return (
    <section className="result score" ref={region} tabIndex={-1} aria-labelledby={id} aria-describedby={`${id}-gauge`}>
      <PrintedHead at={at} />
      <div className="result-grid score-grid">
        <div>
          <h2 id={id}>{words.region}</h2>
          <ScoreGauge id={`${id}-gauge`} score={score} band={band} />
          <Bands reached={band} />
          <p className="estimate">{words.estimate}</p>
        </div>
        <FactorTable answers={answers} />
      </div>
      <PrintedAnswers answers={answers} />
      <ScoreTips answers={answers} />
      <WhatIf answers={answers} />
      <ResultActions />
      <PrintedContact />
    </section>
  )
}

function Bands({ reached }: { reached: Band }) {
  return (
    <ul className="bands num" aria-label={words.bands}>
      {bandIds.map((band) => (
        <li key={band} aria-current={band === reached ? 'true' : undefined}>
          <span>{bandNames[band]}</span> <span>{`${scoreBands[band].from}-${scoreBands[band].to}`}</span>
        </li>
      ))}
    </ul>
  )
}
