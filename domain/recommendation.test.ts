import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assessmentDefaults, type AssessmentInputs, assessmentTable } from './assessment.ts'
import { type PlanId, planIds } from './plans.ts'
import { type Reason, recommend } from './recommendation.ts'
import { anyInputs } from '../tests/helpers/assessment-inputs.ts'

const { latePayments, derogatories, hardInquiries, utilization, accountAge, judgments } = assessmentTable
const yesAndNo = [false, true]

/** Every count around the boundaries, and the most. */
const counts = [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 999]

/** All combinations of the inputs that the rules read: 3,600 of them. */
function* decidingInputs(): Generator<AssessmentInputs> {
  for (const bankruptcy of yesAndNo)
    for (const negativeAccounts of counts)
      for (const derogatory of ['', ...derogatories.options] as const)
        for (const late of ['', ...latePayments.options] as const)
          for (const share of ['', ...utilization.options] as const)
            yield {
              ...assessmentDefaults,
              bankruptcy,
              negativeAccounts,
              derogatories: derogatory,
              latePayments: late,
              utilization: share,
            }
}

/** All combinations of the inputs that the rules do not read. */
function* otherInputs(): Generator<Partial<AssessmentInputs>> {
  for (const inquiries of ['', ...hardInquiries.options] as const)
    for (const age of ['', ...accountAge.options] as const)
      for (const judgment of ['', ...judgments.options] as const)
        for (const hasMonitoring of yesAndNo)
          yield { hardInquiries: inquiries, accountAge: age, judgments: judgment, hasMonitoring }
}

/** R-RECOMMENDATION in its own words, without the tables. */
function planOfTheSpecification(inputs: AssessmentInputs): PlanId {
  if (inputs.bankruptcy) return 'complex'
  const sixOrMoreMarks = inputs.derogatories === '6+'
  const threeOrMoreMarks = sixOrMoreMarks || inputs.derogatories === '3-5'
  const oneOrMoreMarks = threeOrMoreMarks || inputs.derogatories === '1-2'
  const lateAndNearLimits = inputs.latePayments === '6+' && inputs.utilization === '75%+'
  if (inputs.negativeAccounts > 9 || sixOrMoreMarks || lateAndNearLimits) return 'advanced'
  if (inputs.negativeAccounts > 3 || threeOrMoreMarks) return 'standard'
  if (inputs.negativeAccounts > 0 || oneOrMoreMarks) return 'light'
  return 'audit'
}

/** When each reason is true. */
const truth: Record<Reason, (inputs: AssessmentInputs) => boolean> = {
  bankruptcy: (a) => a.bankruptcy,
  manyNegativeAccounts: (a) => a.negativeAccounts >= 10,
  manyDerogatories: (a) => a.derogatories === '6+',
  lateAndNearLimits: (a) => a.latePayments === '6+' && a.utilization === '75%+',
  severalNegativeAccounts: (a) => a.negativeAccounts >= 4 && a.negativeAccounts <= 9,
  severalDerogatories: (a) => a.derogatories === '3-5',
  fewNegativeAccounts: (a) => a.negativeAccounts >= 1 && a.negativeAccounts <= 3,
  fewDerogatories: (a) => a.derogatories === '1-2',
  nothingNegative: (a) => a.negativeAccounts === 0 && ['', '0'].includes(a.derogatories) && !a.bankruptcy,
  negativeAccounts: (a) => a.negativeAccounts >= 1,
  derogatories: (a) => ['1-2', '3-5', '6+'].includes(a.derogatories),
  latePayments: (a) => ['1-2', '3-5', '6+'].includes(a.latePayments),
  highUtilization: (a) => ['30-49%', '50-74%', '75%+'].includes(a.utilization),
  judgments: (a) => a.judgments === 'some',
  hardInquiries: (a) => ['1-2', '3-4', '5+'].includes(a.hardInquiries),
  youngHistory: (a) => ['1-2 yrs', '<12 mo'].includes(a.accountAge),
  monitoring: (a) => a.hasMonitoring,
}

/** The reasons that may come first. */
const decidingReasons: Record<PlanId, Reason[]> = {
  complex: ['bankruptcy'],
  advanced: ['manyNegativeAccounts', 'manyDerogatories', 'lateAndNearLimits'],
  standard: ['severalNegativeAccounts', 'severalDerogatories'],
  light: ['fewNegativeAccounts', 'fewDerogatories'],
  audit: ['nothingNegative'],
}

test('recommends the plan of the specification for every combination that matters', () => {
  const wrong = [...decidingInputs()].filter((inputs) => recommend(inputs).plan !== planOfTheSpecification(inputs))
  expect(wrong).toEqual([])
})

test('judgments, monitoring, inquiries and account age never change the plan', () => {
  const others = [...otherInputs()]
  const wrong = [...decidingInputs()].filter((inputs) => {
    const { plan } = recommend(inputs)
    return others.some((other) => recommend({ ...inputs, ...other }).plan !== plan)
  })
  expect(wrong).toEqual([])
})

const lateAndMaxedOut = { latePayments: '6+', utilization: '75%+' } as const

describe('where rules conflict, the higher one decides', () => {
  test.each<[string, Partial<AssessmentInputs>, PlanId, Reason]>([
    ['bankruptcy over all', { bankruptcy: true, negativeAccounts: 10, derogatories: '6+' }, 'complex', 'bankruptcy'],
    ['bankruptcy alone', { bankruptcy: true }, 'complex', 'bankruptcy'],
    ['10 accounts over 6 marks', { negativeAccounts: 10, derogatories: '6+' }, 'advanced', 'manyNegativeAccounts'],
    ['6 marks over 9 accounts', { negativeAccounts: 9, derogatories: '6+' }, 'advanced', 'manyDerogatories'],
    ['late and near limits over 9', { negativeAccounts: 9, ...lateAndMaxedOut }, 'advanced', 'lateAndNearLimits'],
    ['6 marks over late and near limits', { derogatories: '6+', ...lateAndMaxedOut }, 'advanced', 'manyDerogatories'],
    ['9 accounts', { negativeAccounts: 9 }, 'standard', 'severalNegativeAccounts'],
    ['4 accounts over 3 marks', { negativeAccounts: 4, derogatories: '3-5' }, 'standard', 'severalNegativeAccounts'],
    ['3 marks over 3 accounts', { negativeAccounts: 3, derogatories: '3-5' }, 'standard', 'severalDerogatories'],
    ['3 accounts', { negativeAccounts: 3 }, 'light', 'fewNegativeAccounts'],
    ['1 account over 1 mark', { negativeAccounts: 1, derogatories: '1-2' }, 'light', 'fewNegativeAccounts'],
    ['1 mark', { derogatories: '1-2' }, 'light', 'fewDerogatories'],
    ['late without near limits', { latePayments: '6+', utilization: '50-74%' }, 'audit', 'nothingNegative'],
    ['near limits without late', { latePayments: '3-5', utilization: '75%+' }, 'audit', 'nothingNegative'],
    ['nothing', {}, 'audit', 'nothingNegative'],
  ])('%s', (_, inputs, plan, reason) => {
    const recommendation = recommend({ ...assessmentDefaults, ...inputs })
    expect([recommendation.plan, recommendation.reasons[0]]).toEqual([plan, reason])
  })
})

test('gives one to five reasons, each once and each true, the deciding rule first', () => {
  fc.assert(
    fc.property(anyInputs, (inputs) => {
      const { plan, reasons, fromCalculator } = recommend(inputs)
      expect(fromCalculator).toBe(false)
      expect(reasons.length).toBeGreaterThanOrEqual(1)
      expect(reasons.length).toBeLessThanOrEqual(5)
      expect(new Set(reasons).size).toBe(reasons.length)
      expect(decidingReasons[plan]).toContain(reasons[0])
      expect(reasons.filter((reason) => !truth[reason](inputs))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('no answer is told twice: the deciding rule speaks for its inputs', () => {
  const { reasons } = recommend({ ...assessmentDefaults, latePayments: '6+', utilization: '75%+', judgments: 'some' })
  expect(reasons).toEqual(['lateAndNearLimits', 'judgments'])
  const several = recommend({ ...assessmentDefaults, negativeAccounts: 5, derogatories: '1-2' })
  expect(several.reasons).toEqual(['severalNegativeAccounts', 'derogatories'])
})

test('of more than five reasons the weightiest stay', () => {
  const { reasons } = recommend({
    latePayments: '6+',
    derogatories: '6+',
    hardInquiries: '5+',
    utilization: '75%+',
    accountAge: '<12 mo',
    bankruptcy: true,
    judgments: 'some',
    negativeAccounts: 999,
    hasMonitoring: true,
  })
  expect(reasons).toEqual(['bankruptcy', 'negativeAccounts', 'derogatories', 'latePayments', 'highUtilization'])
})

test('answers without trouble give the rule alone', () => {
  const calm = {
    latePayments: '0',
    derogatories: '0',
    hardInquiries: '0',
    utilization: '10-29%',
    accountAge: '6+ yrs',
    judgments: 'none',
  } as const
  expect(recommend({ ...assessmentDefaults, ...calm }).reasons).toEqual(['nothingNegative'])
})

function worse<Choice>(order: readonly Choice[], one: Choice, other: Choice): Choice {
  return order.indexOf(one) >= order.indexOf(other) ? one : other
}

const size = (inputs: AssessmentInputs) => planIds.indexOf(recommend(inputs).plan)

test('more trouble never recommends a smaller plan', () => {
  fc.assert(
    fc.property(anyInputs, anyInputs, (one, other) => {
      const both: AssessmentInputs = {
        ...one,
        bankruptcy: one.bankruptcy || other.bankruptcy,
        negativeAccounts: Math.max(one.negativeAccounts, other.negativeAccounts),
        derogatories: worse(['', ...derogatories.options], one.derogatories, other.derogatories),
        latePayments: worse(['', ...latePayments.options], one.latePayments, other.latePayments),
        utilization: worse(['', ...utilization.options], one.utilization, other.utilization),
      }
      expect(size(both)).toBeGreaterThanOrEqual(Math.max(size(one), size(other)))
    }),
    { numRuns: 2000 },
  )
})
