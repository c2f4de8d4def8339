import { scoreRange } from '../credit-facts.ts'
import {
  type Answers,
  maxOptionScore,
  estimateScore,
  type Question,
  questionIds,
  questions,
  scoreOf,
  totalWeight,
} from '../credit-score.ts'

/** The contribution of one answer to the estimate, in whole numbers. */
export interface Factor {
  question: Question
  /** The weights add up to 105 (R-SCORE-WEIGHTS). */
  weight: number
  /** The score of the answer, out of 100. */
  score: number
  /** The contribution of the best answer. The sum over all questions is 550, the whole scale. */
  maxPoints: number
  /** `maxPoints` minus `lostPoints`. The sum is the estimate minus 300. */
  gainedPoints: number
  /** The difference to the best answer. The sum is 850 minus the estimate. */
  lostPoints: number
}

const span = scoreRange.to - scoreRange.from

/**
 * The result's table, in the order of the questions. Exact shares are fractional, so they are rounded to whole
 * points by the largest-remainder method, ties going to the earlier question. So the columns add up to the estimate, and
 * equal weights may differ by a point.
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
