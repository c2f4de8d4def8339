import { type AssessmentField, type AssessmentOption, minAnswers } from '../domain/assessment.ts'
import { planIds } from '../domain/plans.ts'
import { keysOf } from '../domain/tables.ts'
import { creditTerms } from './credit-terms.ts'
import { inWords } from './format.ts'

const question = 'Which plan fits your file?'

/** The words of the plan assessment, on home and on /assessment. */
export const assessmentPage = {
  title: question,
  description: `Answer a few questions about your credit reports and see which of our ${inWords(planIds.length)} plans fits, what it costs and why. Nothing you answer leaves your browser.`,
  heading: question,
  lead: 'Answer what you know and skip what you do not. You will see one plan, its price and the reasons for it.',
}

export const assessmentForm = {
  heading: 'Your answers',
  /** Above the same form on home, beside the prices. */
  headingOnHome: 'Not sure which plan you need?',
  note: `Answer at least ${minAnswers} questions. Nothing is sent anywhere: your answers stay in this browser tab.`,
  alsoTrue: 'Also true for me',
  oneLess: 'One negative account less',
  oneMore: 'One more negative account',
  progress: (answered: number) => `${answered} answered`,
  submit: 'Get My Recommendation',
  reset: 'Reset',
  help: (label: string) => `Help: ${label}`,
  needsScript: 'The questionnaire needs JavaScript. The plans and their prices are listed without it.',
}

interface QuestionWords {
  label: string
  hint: string | undefined
  /** In the tooltip. */
  help: string
}

export const assessmentQuestions: Record<AssessmentField, QuestionWords> = {
  latePayments: {
    label: 'Late payments',
    hint: 'shown on your reports',
    help: creditTerms.latePayment,
  },
  derogatories: {
    label: 'Derogatory marks',
    hint: 'charge-offs, collections, repossessions',
    help: `Serious entries: collections, charge-offs, repossessions and foreclosures. ${creditTerms.countMarkOnce}`,
  },
  negativeAccounts: {
    label: 'Negative accounts',
    hint: 'shown on your reports',
    help: 'Every account that counts against you, such as one with late payments, a charge-off or a collection. Count an account once, even if all three bureaus show it.',
  },
  utilization: {
    label: 'Card balances',
    hint: 'as a share of your limits',
    help: creditTerms.utilization,
  },
  hardInquiries: {
    label: 'Hard inquiries',
    hint: 'shown on your reports',
    help: creditTerms.hardInquiry,
  },
  accountAge: {
    label: 'Oldest account',
    hint: 'how long ago you opened it',
    help: creditTerms.accountAge,
  },
  judgments: {
    label: 'Judgments',
    hint: undefined,
    help: 'A court decided that you owe a debt. Choose Some even if it does not show on your reports.',
  },
  bankruptcy: {
    label: 'A bankruptcy is on my reports',
    hint: undefined,
    help: 'Any chapter, whether it is still open, discharged or dismissed.',
  },
  hasMonitoring: {
    label: 'I already have credit monitoring',
    hint: undefined,
    help: 'A service that shows you your reports from all three bureaus and tells you when they change.',
  },
}

/** The word in an option that is not a figure alone, such as `6+ yrs`. */
type WordIn<Option> = Option extends `${string} ${infer Word}` ? Word : Exclude<Option, `${number}${string}`>

const optionWords: Record<WordIn<AssessmentOption>, string> = { yrs: 'yrs', mo: 'mo', none: 'None', some: 'Some' }

/** What a chip says: figures as they stand. */
export function optionLabel(option: AssessmentOption): string {
  const word = keysOf(optionWords).find((each) => option.endsWith(each))
  return word ? option.slice(0, -word.length) + optionWords[word] : option
}

export const assessmentResult = {
  region: 'Your recommendation',
  once: 'one-time payment, nothing renews',
  proceed: 'Proceed to Payment',
  compare: 'Compare all plans',
  reasons: 'Why this plan',
  contains: 'What it contains',
  refundPolicy: 'Read the refund policy',
  note: 'A recommendation by fixed rules, not advice: it has not seen your reports. We dispute inaccurate items only; nobody can remove accurate ones.',
}

/** R-ASSESSMENT-MESSAGES */
export const assessmentMessages = {
  reset: { title: 'Assessment Reset', message: 'All inputs have been cleared.' },
  tooFewAnswers: {
    title: 'More Information Needed',
    message: `Please answer at least ${minAnswers} questions to get an accurate recommendation.`,
  },
}
