import { expect, test } from 'vitest'
import { optionsOf, questionIds } from '../domain/credit-score.ts'
import { answerLabel, calculatorForm, calculatorPage, calculatorResult, questionWords } from './calculator.ts'
import { tipsHeading, tipWords } from './score-tips.ts'

test('options read like the assessment, figures as they stand', () => {
  expect(questionIds.map((question) => optionsOf(question).map(({ value }) => answerLabel(value)))).toEqual([
    ['None', '1-2', '3-5', '6+', 'Not sure'],
    ['0-9%', '10-29%', '30-49%', '50-74%', '75%+', 'Not sure'],
    ['6+ years', '3-5 years', '1-2 years', 'Under a year', 'Not sure'],
    ['None', '1-2', '3-5', '6+', 'Not sure'],
    ['None', '1-2', '3-4', '5+', 'Not sure'],
    ['Cards and loans', 'Cards only', 'Loans only', 'Hardly any (thin file)', 'Not sure'],
  ])
})

test('says before and after that it is an educational estimate, not a FICO score', () => {
  for (const text of [calculatorPage.lead, calculatorResult.estimate]) {
    expect(text).toMatch(/educational estimate, not a FICO score/)
  }
})

test('the score is heard with its scale and its band', () => {
  expect(calculatorResult.gauge(654, 'fair')).toBe('Estimated score 654 on a scale from 300 to 850: Fair')
  expect(calculatorForm.progress(4, 6)).toBe('4 of 6 answered')
})

test('a change is said in words, not in signs', () => {
  expect([12, 1, 0, -1, -30].map(calculatorResult.whatIf.change)).toEqual([
    '12 points more',
    '1 point more',
    'No change',
    '1 point less',
    '30 points less',
  ])
  expect([1, 3].map(tipsHeading)).toEqual(['One thing to work on', '3 things to work on'])
})

test('every question has help, and every tip is one or two sentences', () => {
  for (const question of questionIds) expect(questionWords[question].help).toMatch(/^[A-Z].*\.$/)
  for (const { text } of Object.values(tipWords)) expect(text.match(/\.(?= |$)/g)?.length).toBeLessThanOrEqual(2)
})
