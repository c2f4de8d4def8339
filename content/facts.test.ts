import { expect, test } from 'vitest'
import { facts } from './facts.ts'

test('every fact is a figure that a sentence can quote as it stands', () => {
  const wrong = Object.entries(facts).filter(([, text]) => !/^(\$[\d,]+|\d+%|\d+|\d+-\d+)$/.test(text))
  expect(wrong).toEqual([])
})

test('quotes scores and their parts with the figures of R-SCORE-BANDS and R-CREDIT-FACTS', () => {
  expect(facts).toMatchObject({
    bureauInvestigationDays: '30',
    negativeItemYears: '7',
    chapter7Years: '10',
    paymentHistoryWeight: '35%',
    amountsOwedWeight: '30%',
    lengthOfHistoryWeight: '15%',
    newCreditWeight: '10%',
    creditMixWeight: '10%',
    utilizationRuleOfThumb: '30%',
    exampleLimit: '$1,000',
    exampleBalance: '$300',
    excellentBand: '800-850',
    veryGoodBand: '740-799',
    goodBand: '670-739',
    fairBand: '580-669',
    poorBand: '300-579',
  })
})
