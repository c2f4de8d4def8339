import { bandNames, calculatorResult } from '#words/calculator.ts'
import { scoreBands, scoreRange } from '../../../domain/credit-facts.ts'
import { type Band, bandIds } from '../../../domain/credit-score.ts'
import { arc, degreesAt, spoke } from './gauge-geometry.ts'

interface ScoreGaugeProps {
  id: string
  score: number
  band: Band
}

const bandRadius = 160
const tickRadii = [142, 150] as const
const markRadii = [146, 180] as const

/** A half circle of five bands; only the one that was reached is gold, and a mark lies across it where the score is. */
export function ScoreGauge({ id, score, band }: ScoreGaugeProps) {
  const starts = bandIds.map((each) => scoreBands[each].from)
  return (
    <svg id={id} className="gauge num" viewBox="0 0 400 224" role="img" aria-label={calculatorResult.gauge(score, band)}>
      {bandIds.map((each) => (
        <path key={each} className={each === band ? 'reached' : 'arc'} d={arc(extentOf(each), bandRadius)} />
      ))}
      <path className="borders" d={[...starts, scoreRange.to].map((value) => spoke(degreesAt(value), ...tickRadii)).join('')} />
      {/* Drawn at the start of the scale, and turned from there. */}
      <path className="mark" d={spoke(0, ...markRadii)} style={{ rotate: `${degreesAt(score)}deg` }} />
      <text className="figure" x="200" y="172">
        {score}
      </text>
      <text className="band" x="200" y="204">
        {bandNames[band]}
      </text>
      <text x="40" y="214">
        {scoreRange.from}
      </text>
      <text x="360" y="214">
        {scoreRange.to}
      </text>
    </svg>
  )
}

/** In degrees, with half a gap at each border to another band. */
function extentOf(band: Band): { from: number; to: number } {
  const halfGap = 0.7
  const { from, to } = scoreBands[band]
  return {
    from: degreesAt(from) + (from === scoreRange.from ? 0 : halfGap),
    to: to === scoreRange.to ? degreesAt(to) : degreesAt(to + 1) - halfGap,
  }
}
