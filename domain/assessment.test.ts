import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assessmentDefaults,
  type AssessmentInputs,
  assessmentTable,
  countAnswers,
  lowerBound,
  parseAssessment,
  parseCount,
} from './assessment.ts'
import { anyInputs } from '../tests/helpers/assessment-inputs.ts'

const choices = {
  latePayments: ['0', '1-2', '3-5', '6+'],
  derogatories: ['0', '1-2', '3-5', '6+'],
  hardInquiries: ['0', '1-2', '3-4', '5+'],
  utilization: ['0-9%', '10-29%', '30-49%', '50-74%', '75%+'],
  accountAge: ['6+ yrs', '3-5 yrs', '1-2 yrs', '<12 mo'],
  judgments: ['none', 'some'],
}

function isValid(inputs: Record<string, unknown>): boolean {
  const { negativeAccounts, bankruptcy, hasMonitoring, ...chosen } = inputs
  const isCount = Number.isInteger(negativeAccounts) && Number(negativeAccounts) >= 0 && Number(negativeAccounts) <= 999
  const areChoices = Object.entries(choices).every(([field, options]) =>
    ['', ...options].some((option) => option === chosen[field]),
  )
  const complete = Object.keys(chosen).length === Object.keys(choices).length
  return isCount && areChoices && complete && typeof bankruptcy === 'boolean' && typeof hasMonitoring === 'boolean'
}

test('offers exactly the options of the specification', () => {
  expect(assessmentTable).toMatchObject(Object.fromEntries(Object.entries(choices).map(([field, options]) => [field, { options }])))
})

test('a new visitor has answered nothing', () => {
  expect(isValid(assessmentDefaults)).toBe(true)
  expect(countAnswers(assessmentDefaults)).toBe(0)
})

test('stored inputs come back as they were, as text and as a value', () => {
  fc.assert(
    fc.property(anyInputs, (inputs) => {
      expect(parseAssessment(JSON.stringify(inputs))).toEqual(inputs)
      expect(parseAssessment(inputs)).toEqual(inputs)
    }),
  )
})

test('whatever is stored, the inputs are valid and nothing throws', () => {
  const field = fc.constantFrom(...Object.keys(assessmentDefaults), '__proto__', 'toString')
  const damaged = fc
    .tuple(anyInputs, field, fc.jsonValue())
    .map(([inputs, key, value]) => ({ ...inputs, [key]: value }))
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string(), damaged, fc.anything()), (stored) => {
      expect(isValid(parseAssessment(stored))).toBe(true)
    }),
    { numRuns: 500 },
  )
  const texts = fc.oneof(fc.json(), damaged.map((value) => JSON.stringify(value)))
  fc.assert(fc.property(texts, (text) => isValid(parseAssessment(text))))
})

const answered: AssessmentInputs = { ...assessmentDefaults, latePayments: '6+', negativeAccounts: 5, bankruptcy: true }

test.each([
  ['nothing stored', null],
  ['no JSON', '{"latePayments":'],
  ['an empty text', ''],
  ['an array', '[]'],
  ['an older option', { ...answered, latePayments: 'Never' }],
  ['a missing field', JSON.stringify({ latePayments: '6+' })],
  ['a negative count', { ...answered, negativeAccounts: -1 }],
  ['a fraction', { ...answered, negativeAccounts: 1.5 }],
  ['a huge count', { ...answered, negativeAccounts: 1000 }],
  ['a count as text', { ...answered, negativeAccounts: '5' }],
  ['no number', { ...answered, negativeAccounts: Number.NaN }],
  ['a yes in words', { ...answered, bankruptcy: 'true' }],
])('%s gives the defaults as a whole', (_, stored) => {
  expect(parseAssessment(stored)).toEqual(assessmentDefaults)
})

test('defaults cannot be changed through what was parsed', () => {
  parseAssessment(null).negativeAccounts = 7
  expect(parseAssessment(null).negativeAccounts).toBe(0)
})

test('keys that are not inputs are dropped', () => {
  expect(parseAssessment({ ...answered, name: 'somebody' })).toEqual(answered)
})

test.each([
  ['0', 0],
  ['12', 12],
  [' 12 ', 12],
  ['+5', 5],
  ['007', 7],
  ['3.7', 3],
  ['3.', 3],
  ['999', 999],
  ['1000', 999],
  ['999999', 999],
  ['9'.repeat(400), 999],
  ['', 0],
  ['-3', 0],
  ['-0', 0],
  ['.5', 0],
  ['1e5', 0],
  ['0x10', 0],
  ['1,000', 0],
  ['٣', 0],
  ['３', 0],
  ['five', 0],
  ['5 accounts', 0],
  ['NaN', 0],
  ['Infinity', 0],
])('the typed text %j counts as %i', (text, count) => {
  expect(parseCount(text)).toBe(count)
})

test('whatever is typed is a whole count from 0 to 999', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)), (text) => {
      const count = parseCount(text)
      expect(Number.isInteger(count) && count >= 0 && count <= 999).toBe(true)
    }),
  )
})

test.each<[string, Partial<AssessmentInputs>, number]>([
  ['no late payments, said so', { latePayments: '0' }, 1],
  ['an explicit none', { judgments: 'none' }, 1],
  ['an explicit some', { judgments: 'some' }, 1],
  ['a count above 0', { negativeAccounts: 1 }, 1],
  ['a count of 0', { negativeAccounts: 0 }, 0],
  ['a no', { bankruptcy: false, hasMonitoring: false }, 0],
  ['two yeses', { bankruptcy: true, hasMonitoring: true }, 2],
  [
    'everything',
    {
      latePayments: '0',
      derogatories: '0',
      hardInquiries: '0',
      utilization: '0-9%',
      accountAge: '6+ yrs',
      bankruptcy: true,
      judgments: 'none',
      negativeAccounts: 999,
      hasMonitoring: true,
    },
    9,
  ],
])('answers: %s', (_, inputs, count) => {
  expect(countAnswers({ ...assessmentDefaults, ...inputs })).toBe(count)
})

test('the lower bound of a range gives the number, and no answer is 0', () => {
  const ranges = ['', '0', '1-2', '3-5', '3-4', '5+', '6+', '0-9%', '10-29%', '30-49%', '50-74%', '75%+'] as const
  expect(ranges.map(lowerBound)).toEqual([0, 0, 1, 3, 3, 5, 6, 0, 10, 30, 50, 75])
})
