import { expect, test } from 'vitest'
import { facts } from './facts.ts'

test('quotes the refund policy with the figures of R-REFUNDS', () => {
  expect(facts).toMatchObject({
    auditRefundBusinessDays: '3',
    adminFee: '$50',
    lettersPreparedBusinessDays: '5',
    refundWindowDays: '30',
    maxRoundsDone: '50%',
    guaranteeDays: '90',
    bankruptcyRefundBusinessDays: '7',
    coachingFee: '$25',
    refundReviewBusinessDays: '3-5',
    refundPayoutBusinessDays: '7-10',
  })
})

test('quotes the service and the law with the figures of R-SERVICE-FACTS and R-CREDIT-FACTS', () => {
  expect(facts).toMatchObject({
    disputeCycleDays: '45',
    replyHours: '24',
    bureauInvestigationDays: '30',
    negativeItemYears: '7',
    chapter7Years: '10',
  })
})

test('every fact is a figure that a sentence can quote as it stands', () => {
  const wrong = Object.entries(facts).filter(([, text]) => !/^(\$[\d,]+|\d+%|\d+|\d+-\d+)$/.test(text))
  expect(wrong).toEqual([])
})

test('quotes scores and their parts with the figures of R-SCORE-BANDS and R-CREDIT-FACTS', () => {
  expect(facts).toMatchObject({
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
