import { scoreBands, scoreRange } from './credit-facts.ts'
import { keysOf } from './tables.ts'

/**
 * The credit score estimate (R-SCORE): its questions, their weights and options. Option scores are out of 100, in the order
 * of the page: best to worst, then "not sure". Values are those of the page's controls and independent of the labels in
 * `content/calculator.ts`.
 */
export const questions = {
  paymentHistory: {
    weight: 35,
    options: [
      { value: 'None', score: 100 },
      { value: '1-2', score: 85 },
      { value: '3-5', score: 65 },
      { value: '6+', score: 40 },
      { value: 'Not sure', score: 70 },
    ],
  },
  utilization: {
    weight: 30,
    options: [
      { value: '0-9%', score: 100 },
      { value: '10-29%', score: 85 },
      { value: '30-49%', score: 60 },
      { value: '50-74%', score: 35 },
      { value: '75%+', score: 15 },
      { value: 'Not sure', score: 60 },
    ],
  },
  accountAge: {
    weight: 15,
    options: [
      { value: '6+ years', score: 100 },
      { value: '3-5 years', score: 80 },
      { value: '1-2 years', score: 50 },
      { value: 'Under a year', score: 25 },
      { value: 'Not sure', score: 60 },
    ],
  },
  derogatory: {
    weight: 10,
    options: [
      { value: 'None', score: 100 },
      { value: '1-2', score: 70 },
      { value: '3-5', score: 40 },
      { value: '6+', score: 15 },
      { value: 'Not sure', score: 60 },
    ],
  },
  inquiries: {
    weight: 10,
    options: [
      { value: 'None', score: 100 },
      { value: '1-2', score: 90 },
      { value: '3-4', score: 70 },
      { value: '5+', score: 40 },
      { value: 'Not sure', score: 80 },
    ],
  },
  accountMix: {
    weight: 5,
    options: [
      { value: 'Cards and loans', score: 100 },
      { value: 'Cards only', score: 75 },
      { value: 'Loans only', score: 75 },
      { value: 'Hardly any (thin file)', score: 40 },
      { value: 'Not sure', score: 75 },
    ],
  },
} as const satisfies Record<string, { weight: number; options: readonly { value: string; score: number }[] }>

export type Question = keyof typeof questions

/** In the order of the page. */
export const questionIds = keysOf(questions)

/** One answer to each question. */
export type Answers = { [Q in Question]: (typeof questions)[Q]['options'][number]['value'] }
export type Answer = Answers[Question]
/** The answers given so far. */
export type PartialAnswers = Partial<Answers>

/** The highest score of an option. */
export const maxOptionScore = 100

/** 105, not 100: shares are of the sum of the weights (R-SCORE-WEIGHTS). */
export const totalWeight = questionIds.reduce((sum, question) => sum + questions[question].weight, 0)

export interface Option {
  value: Answer
  /** Out of 100. */
  score: number
}

/** A question's options in the order of the page. */
export function optionsOf(question: Question): readonly Option[] {
  return questions[question].options
}

/** Answers from a form or another untrusted source, without values that are not options of their question. Never throws. */
export function parseAnswers(values: unknown): PartialAnswers {
  if (typeof values !== 'object' || values === null) return {}
  const given = new Map<string, unknown>(Object.entries(values))
  return questionIds.reduce<PartialAnswers>((answers, question) => withAnswer(answers, question, given.get(question)), {})
}

/** The same answers with one changed; a value that is not an option of the question changes nothing. */
export function withAnswer<Given extends PartialAnswers>(answers: Given, question: Question, value: unknown): Given {
  const known = optionsOf(question).some((option) => option.value === value)
  return known ? { ...answers, [question]: value } : answers
}

export function countAnswered(answers: PartialAnswers): number {
  return questionIds.filter((question) => answers[question] !== undefined).length
}

/** R-CALCULATOR-COMPLETE: an estimate requires an answer to every question. */
export function isComplete(answers: PartialAnswers): answers is Answers {
  return countAnswered(answers) === questionIds.length
}

/** Whole points from 300 to 850 (R-SCORE). Computed in integers up to the single division; halves round up. */
export function estimateScore(answers: Answers): number {
  const weighted = questionIds
    .map((question) => questions[question].weight * scoreOf(question, answers))
    .reduce((sum, value) => sum + value)
  const span = scoreRange.to - scoreRange.from
  return scoreRange.from + Math.round((weighted * span) / (totalWeight * maxOptionScore))
}

/** The score of an answer, out of 100. A value that is not an option, which parsing prevents, scores 0. */
export function scoreOf(question: Question, answers: Answers): number {
  return optionsOf(question).find((option) => option.value === answers[question])?.score ?? 0
}

export type Band = keyof typeof scoreBands

/** Best first. */
export const bandIds = ['excellent', 'veryGood', 'good', 'fair', 'poor'] as const satisfies readonly Band[]

/** The best band that the score reaches, or else the lowest. */
export function bandOf(score: number): Band {
  return bandIds.find((band) => score >= scoreBands[band].from) ?? 'poor'
}
