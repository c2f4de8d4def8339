import { type Answers, type Question, questionIds, scoreOf } from './credit-score.ts'

/** An answer that scores below this earns a tip. */
export const tipBelowScore = 70

/** Where "not sure" scores below 70, finding out comes before any other advice. */
const unsureTips = {
  utilization: 'utilizationUnsure',
  accountAge: 'accountAgeUnsure',
  derogatory: 'derogatoryUnsure',
} as const satisfies Partial<Record<Question, string>>

const unsureTipOf: Partial<Record<Question, Tip>> = unsureTips

/** Words: `content/calculator.ts`. */
export type Tip = Question | (typeof unsureTips)[keyof typeof unsureTips] | 'allGood'

/** One tip for each weak answer, the heaviest question first; otherwise the single all-good message (§9). */
export function tipsFor(answers: Answers): Tip[] {
  const weak = questionIds.filter((question) => scoreOf(question, answers) < tipBelowScore)
  if (weak.length === 0) return ['allGood']
  return weak.map((question) => (answers[question] === 'not-sure' && unsureTipOf[question]) || question)
}
