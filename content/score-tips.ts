import { creditFacts } from '../domain/credit-facts.ts'
import { maxOptionScore } from '../domain/credit-score.ts'
import { type Tip, tipBelowScore } from '../domain/score/score-tips.ts'
import { serviceFacts } from '../domain/service-facts.ts'
import { openingDates } from './credit-terms.ts'

/** Above the tips; not shown with the all-good message alone. */
export function tipsHeading(count: number): string {
  return count === 1 ? 'One thing to work on' : `${count} things to work on`
}

export interface TipWords {
  title: string
  text: string
}

const reports = 'Your three reports are free every week at AnnualCreditReport.com.'

export const tipWords: Record<Tip, TipWords> = {
  paymentHistory: {
    title: 'Pay on time from today',
    text: `Let every account pay at least its minimum by itself. Late payments weigh less as they grow older, and typically leave your reports after ${serviceFacts.negativeItemYears} years.`,
  },
  utilization: {
    title: 'Bring card balances down',
    text: `Start with the card closest to its limit and aim for less than ${creditFacts.utilizationPercent}% of each limit. A lower balance can show within a month or two.`,
  },
  utilizationUnsure: {
    title: 'Work out your utilization',
    text: `Add up your card balances and divide by the sum of your limits. Less than ${creditFacts.utilizationPercent}% is a good rule of thumb, and lower is better.`,
  },
  accountAge: {
    title: 'Let your accounts grow old',
    text: 'Keep your oldest accounts open unless they cost you money or tempt you to spend. Open new ones only when you need them.',
  },
  accountAgeUnsure: {
    title: 'Find your oldest account',
    text: `${openingDates} ${reports}`,
  },
  derogatory: {
    title: 'Check every derogatory mark',
    text: 'Wrong dates, paid debts that still show a balance and accounts that are not yours can be disputed, free of charge. Accurate marks cannot be removed, but they weigh less with time.',
  },
  derogatoryUnsure: {
    title: 'Read your reports',
    text: `They list every collection, charge-off and bankruptcy that counts against you. ${reports}`,
  },
  inquiries: {
    title: 'Apply for less',
    text: `An inquiry stays for ${creditFacts.hardInquiryYears} years, but FICO scores look only at the last ${creditFacts.hardInquiryScoreMonths} months. Compare offers for one car loan or mortgage within ${creditFacts.rateShoppingDays} days: they then count as one.`,
  },
  accountMix: {
    title: 'Build a record slowly',
    text: 'One secured card or credit-builder loan, paid on time, gives a thin file something to show. Never pay interest only to improve the mix.',
  },
  allGood: {
    title: 'Nothing stands out to fix',
    text: `Each of your answers scores at least ${tipBelowScore} of ${maxOptionScore}. Keep paying on time, keep balances low, and read your reports once a year.`,
  },
}
