import { expect, test } from 'vitest'
import { questionIds, scoreOf } from '../credit-score.ts'
import { tipsFor } from './score-tips.ts'
import { allAnswers, answersAt } from '../../tests/helpers/score-answers.ts'

test('for every combination there is one tip for each answer below 70, otherwise the all-good message alone', () => {
  const wrong = [...allAnswers()].filter(({ answers }) => {
    const weak = questionIds.filter((question) => scoreOf(question, answers) < 70)
    const tips = tipsFor(answers)
    if (weak.length === 0) return tips.length !== 1 || tips[0] !== 'allGood'
    return tips.length !== weak.length || weak.some((question, index) => !tips[index]?.startsWith(question))
  })
  expect(wrong).toEqual([])
})

test('all worst earns all six, in the order of the questions', () => {
  expect(tipsFor(answersAt([3, 4, 3, 3, 3, 3]))).toEqual([...questionIds])
})

test('"not sure" below 70 earns advice on finding out, and none at 70 or above', () => {
  expect(tipsFor(answersAt([4, 5, 4, 4, 4, 4]))).toEqual(['utilizationUnsure', 'accountAgeUnsure', 'derogatoryUnsure'])
})

test('an answer of exactly 70 is good', () => {
  expect(tipsFor(answersAt([4, 1, 1, 1, 2, 2]))).toEqual(['allGood'])
})
