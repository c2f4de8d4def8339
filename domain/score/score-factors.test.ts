import { expect, test } from 'vitest'
import { estimateScore } from '../credit-score.ts'
import { type Factor, factorsOf } from './score-factors.ts'
import { allAnswers, answersAt } from '../../tests/helpers/score-answers.ts'

const sum = (factors: Factor[], points: (factor: Factor) => number) =>
  factors.reduce((total, factor) => total + points(factor), 0)

test('for every combination the columns add up to the estimate and to the whole scale', () => {
  const wrong = [...allAnswers()].filter(({ answers }) => {
    const factors = factorsOf(answers)
    const estimate = estimateScore(answers)
    const adds =
      sum(factors, ({ maxPoints }) => maxPoints) === 550 &&
      sum(factors, ({ gainedPoints }) => gainedPoints) === estimate - 300 &&
      sum(factors, ({ lostPoints }) => lostPoints) === 850 - estimate
    const whole = factors.every((factor) => Number.isInteger(factor.gainedPoints) && Number.isInteger(factor.lostPoints))
    return !adds || !whole
  })
  expect(wrong).toEqual([])
})

test('each factor is within a point of its exact share, and only the best answer loses nothing', () => {
  const wrong = [...allAnswers()].filter(({ answers }) =>
    factorsOf(answers).some(({ weight, score, maxPoints, gainedPoints, lostPoints }) => {
      const exactly = (weight * (100 - score) * 550) / 10_500
      const astray = Math.abs(lostPoints - exactly) >= 1
      const adds = gainedPoints + lostPoints === maxPoints && gainedPoints >= 0
      return astray || !adds || (lostPoints === 0) !== (score === 100)
    }),
  )
  expect(wrong).toEqual([])
})

test('one weak answer loses all the points that are missing', () => {
  expect(factorsOf(answersAt([0, 4, 0, 0, 0, 0]))).toEqual([
    { question: 'paymentHistory', weight: 35, score: 100, maxPoints: 183, gainedPoints: 183, lostPoints: 0 },
    { question: 'utilization', weight: 30, score: 15, maxPoints: 157, gainedPoints: 23, lostPoints: 134 },
    { question: 'accountAge', weight: 15, score: 100, maxPoints: 79, gainedPoints: 79, lostPoints: 0 },
    { question: 'derogatory', weight: 10, score: 100, maxPoints: 53, gainedPoints: 53, lostPoints: 0 },
    { question: 'inquiries', weight: 10, score: 100, maxPoints: 52, gainedPoints: 52, lostPoints: 0 },
    { question: 'accountMix', weight: 5, score: 100, maxPoints: 26, gainedPoints: 26, lostPoints: 0 },
  ])
})
