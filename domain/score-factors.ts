import { scoreRange } from './credit-facts.ts'
import {
  type Answers,
  maxOptionScore,
  estimateScore,
  type Question,
  questionIds,
  questions,
  scoreOf,
  totalWeight,
} from './credit-score.ts'

/** What one answer does to the estimate. All figures are whole numbers. */
export interface Factor {
  question: Question
  /** The weights add up to 105 (R-SCORE-WEIGHTS). */
  weight: number
  /** Of the answer, out of 100. */
  score: number
  /** What the best answer would give: of all together 550, the whole scale. */
  maxPoints: number
  /** `maxPoints` less `lostPoints`; of all together the estimate less 300. */
  gainedPoints: number
  /** What the answer costs against the best one, 0 for the best; of all together 850 less the estimate. */
  lostPoints: number
}

const span = scoreRange.to - scoreRange.from

/**
 * The result's table, in the order of the questions. A factor's exact share is a fraction of a point; shares are cut to
 * whole points, and the points still missing from the total go to the largest fractions, the earlier question first
 * where two are equal. So the columns add up to the estimate, and equal weights may differ by a point.
 */
export function factorsOf(answers: Answers): Factor[] {
  const most = wholePoints(questionIds.map((question) => questions[question].weight * maxOptionScore), span)
  const lost = wholePoints(
    questionIds.map((question) => questions[question].weight * (maxOptionScore - scoreOf(question, answers))),
    scoreRange.to - estimateScore(answers),
  )
  return questionIds.map((question, index) => {
    const maxPoints = most[index] ?? 0
    const lostPoints = lost[index] ?? 0
    return {
      question,
      weight: questions[question].weight,
      score: scoreOf(question, answers),
      maxPoints,
      gainedPoints: maxPoints - lostPoints,
      lostPoints,
    }
  })
}

/** Weighted scores as whole points that add up to `total` (largest remainder). */
function wholePoints(weighted: number[], total: number): number[] {
  const divisor = totalWeight * maxOptionScore
  const shares = weighted.map((value) => ({
    points: Math.floor((value * span) / divisor),
    remainder: (value * span) % divisor,
  }))
  const missing = total - shares.reduce((sum, { points }) => sum + points, 0)
  const largest = [...shares].sort((a, b) => b.remainder - a.remainder).slice(0, missing)
  return shares.map((share) => share.points + (largest.includes(share) ? 1 : 0))
}
