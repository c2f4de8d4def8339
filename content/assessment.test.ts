import { expect, test } from 'vitest'
import { assessmentDefaults, type AssessmentInputs } from '../domain/assessment.ts'
import { recommend } from '../domain/recommendation.ts'
import { assessmentMessages, assessmentQuestions } from './assessment.ts'
import { reasonWords } from './recommendation-reasons.ts'

const inputs = (given: Partial<AssessmentInputs>) => ({ ...assessmentDefaults, ...given })

const factsFor = (given: Partial<AssessmentInputs>) => {
  const all = inputs(given)
  return recommend(all).reasons.map((reason) => reasonWords[reason](all).fact)
}

test('says the messages of the specification', () => {
  expect(assessmentMessages).toEqual({
    reset: { title: 'Assessment Reset', message: 'All inputs have been cleared.' },
    tooFewAnswers: {
      title: 'More Information Needed',
      message: 'Please answer at least 2 questions to get an accurate recommendation.',
    },
  })
})

test('reasons quote what the visitor answered', () => {
  expect(factsFor({ negativeAccounts: 5, derogatories: '3-5', latePayments: '1-2', utilization: '50-74%' })).toEqual([
    '5 negative accounts',
    '3-5 derogatory marks',
    '1-2 late payments',
    '50-74% of your card limits in use',
  ])
  expect(factsFor({ latePayments: '6+', utilization: '75%+', hardInquiries: '3-4' })).toEqual([
    '6+ late payments, 75%+ of your card limits in use',
    '3-4 hard inquiries',
  ])
})

test('one account is not called accounts', () => {
  expect(factsFor({ negativeAccounts: 1 })).toEqual(['1 negative account'])
})

test('every input and every reason has words', () => {
  expect(Object.keys(assessmentQuestions).toSorted()).toEqual(Object.keys(assessmentDefaults).toSorted())
  for (const { help } of Object.values(assessmentQuestions)) expect(help).toMatch(/^[A-Z].*\.$/)
  const few = { derogatories: '1-2', latePayments: '1-2', hardInquiries: '1-2' } as const
  const answered = inputs({ ...few, negativeAccounts: 2, utilization: '75%+' })
  for (const words of Object.values(reasonWords)) {
    expect(words(answered).fact).not.toMatch(/undefined|NaN|^\s|\s$/)
    expect(words(answered).sentence).toMatch(/^[A-Z][^.]*\.$/)
  }
})
