import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Answers,
  bandIds,
  bandOf,
  countAnswered,
  estimateScore,
  isComplete,
  optionsOf,
  parseAnswers,
  questionIds,
  questions,
  withAnswer,
} from './credit-score.ts'
import { scoreBands } from './credit-facts.ts'
import { allAnswers, answersAt, anyAnswers } from '../tests/helpers/score-answers.ts'

/** R-SCORE, written out independently: weight, then option scores in order, "not sure" last. */
const specification: [name: string, weight: bigint, scores: bigint[]][] = [
  ['paymentHistory', 35n, [100n, 85n, 65n, 40n, 70n]],
  ['utilization', 30n, [100n, 85n, 60n, 35n, 15n, 60n]],
  ['accountAge', 15n, [100n, 80n, 50n, 25n, 60n]],
  ['derogatory', 10n, [100n, 70n, 40n, 15n, 60n]],
  ['inquiries', 10n, [100n, 90n, 70n, 40n, 80n]],
  ['accountMix', 5n, [100n, 75n, 75n, 40n, 75n]],
]

/** The estimate as an exact fraction, rounded once, halves up. */
function scoreOfTheSpecification(positions: readonly number[]): number {
  const weighted = specification
    .map(([, weight, scores], index) => weight * (scores[positions[index] ?? -1] ?? 0n))
    .reduce((sum, value) => sum + value)
  const denominator = 105n * 100n
  const numerator = 300n * denominator + weighted * 550n
  return Number((2n * numerator + denominator) / (2n * denominator))
}

test('every one of the 18,750 combinations gives exactly the score of the specification', () => {
  const combinations = [...allAnswers()]
  expect(combinations.length).toBe(18_750)
  const wrong = combinations.filter(
    ({ answers, positions }) => estimateScore(answers) !== scoreOfTheSpecification(positions),
  )
  expect(wrong).toEqual([])
})

test('asks the six questions with the weights of the specification, which add up to 105', () => {
  expect(questionIds.map((question) => [question, questions[question].weight])).toEqual(
    specification.map(([name, weight]) => [name, Number(weight)]),
  )
  expect(Object.keys(questions)).toEqual([...questionIds])
  expect(specification.reduce((sum, [, weight]) => sum + weight, 0n)).toBe(105n)
})

test('"not sure" is the last option of every question, and no option comes twice', () => {
  for (const question of questionIds) {
    const values = optionsOf(question).map(({ value }) => value)
    expect(values.indexOf('Not sure')).toBe(values.length - 1)
    expect(new Set(values).size).toBe(values.length)
  }
})

test('all best is 850, all "not sure" 663, all worst 456', () => {
  expect(estimateScore(answersAt([0, 0, 0, 0, 0, 0]))).toBe(850)
  expect(estimateScore(answersAt([4, 5, 4, 4, 4, 4]))).toBe(663)
  expect(estimateScore(answersAt([3, 4, 3, 3, 3, 3]))).toBe(456)
})

test('a worse answer never raises the score', () => {
  const change = fc.tuple(fc.constantFrom(...questionIds), fc.nat(5), fc.nat(5))
  fc.assert(
    fc.property(anyAnswers, change, (answers, [question, one, other]) => {
      const options = optionsOf(question).toSorted((a, b) => b.score - a.score)
      const better = withAnswer(answers, question, options[Math.min(one, other)]?.value)
      const worse = withAnswer(better, question, options[Math.max(one, other)]?.value)
      expect(estimateScore(worse)).toBeLessThanOrEqual(estimateScore(better))
    }),
    { numRuns: 2000 },
  )
})

test('without "not sure" the options go from the best to the worst', () => {
  for (const question of questionIds) {
    const scores = optionsOf(question).slice(0, -1).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  }
})

test.each([
  [300, 'poor'],
  [579, 'poor'],
  [580, 'fair'],
  [669, 'fair'],
  [670, 'good'],
  [739, 'good'],
  [740, 'veryGood'],
  [799, 'veryGood'],
  [800, 'excellent'],
  [850, 'excellent'],
])('a score of %i is %s', (score, band) => {
  expect(bandOf(score)).toBe(band)
})

test('bands are listed from the best down, and any number has one', () => {
  expect(bandIds).toEqual(Object.keys(scoreBands))
  expect([Number.NaN, -1, 0, 851, Infinity].map(bandOf)).toEqual(['poor', 'poor', 'poor', 'excellent', 'excellent'])
})

test('whatever comes in, only known answers stay, and complete ones give a score from 300 to 850', () => {
  const values = fc.constantFrom('None', '1-2', 'Not sure', 'toString', 7)
  const near = fc.dictionary(fc.constantFrom(...questionIds, 'toString'), values)
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue(), near, anyAnswers), (given) => {
      const answers = parseAnswers(given)
      const wrong = Object.entries(answers).filter(
        ([key, value]) =>
          !questionIds.some((id) => id === key && optionsOf(id).some((option) => option.value === value)),
      )
      expect(wrong).toEqual([])
      if (!isComplete(answers)) return
      expect(estimateScore(answers)).toBeGreaterThanOrEqual(300)
      expect(estimateScore(answers)).toBeLessThanOrEqual(850)
    }),
    { numRuns: 500 },
  )
})

test('answers are complete when the sixth is given, and not before', () => {
  const complete = answersAt([0, 0, 0, 0, 0, 0])
  expect(parseAnswers(complete)).toEqual(complete)
  expect([isComplete({}), countAnswered({})]).toEqual([false, 0])
  for (const question of questionIds) {
    const { [question]: _, ...five } = complete
    expect([isComplete(five), countAnswered(five)]).toEqual([false, 5])
  }
  expect([isComplete(complete), countAnswered(complete)]).toEqual([true, 6])
})

test('"what if" changes one answer of a copy', () => {
  const answers: Answers = answersAt([0, 0, 0, 0, 0, 0])
  const changed = withAnswer(answers, 'utilization', '75%+')
  expect(changed).toEqual({ ...answers, utilization: '75%+' })
  expect(answers.utilization).toBe('0-9%')
  expect(estimateScore(changed)).toBe(716)
})

test('"what if" with an unknown value changes nothing', () => {
  const answers = answersAt([1, 1, 1, 1, 1, 1])
  for (const value of ['Cards only', 'toString', '', undefined, null, 3]) {
    expect(withAnswer(answers, 'derogatory', value)).toEqual(answers)
  }
})
