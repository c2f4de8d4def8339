import { type Answers, type Question, questionIds, scoreOf } from '../credit-score.ts'

/** An answer that scores below this earns a tip. */
export const tipBelowScore = 70

type UnsureTip = 'utilizationUnsure' | 'accountAgeUnsure' | 'derogatoryUnsure'

/** Words: `content/score-tips.ts`. */
export type Tip = Question | UnsureTip | 'allGood'

/** If "not sure" scores below that, the first advice is to find out. */
const unsureTips: Partial<Record<Question, UnsureTip>> = {
  utilization: 'utilizationUnsure',
  accountAge: 'accountAgeUnsure',
  derogatory: 'derogatoryUnsure',
}

/** One tip for each weak answer, the heaviest question first; otherwise the single all-good message (R-SCORE-TIPS). */
export function tipsFor(answers: Answers): Tip[] {
  const weak = questionIds.filter((question) => scoreOf(question, answers) < tipBelowScore)
  if (weak.length === 0) return ['allGood']
  return weak.map((question) => (answers[question] === 'Not sure' && unsureTips[question]) || question)
}
