import type { AssessmentInputs } from '../domain/assessment.ts'
import { creditFacts } from '../domain/credit-facts.ts'
import type { Reason } from '../domain/recommendation.ts'

export interface ReasonWords {
  /** What the visitor answered. */
  fact: string
  /** Why it matters: one true sentence. */
  sentence: string
}

const negativeAccounts = ({ negativeAccounts: count }: AssessmentInputs) => `${count} negative ${count === 1 ? 'account' : 'accounts'}`
const derogatories = (inputs: AssessmentInputs) => `${inputs.derogatories} derogatory marks`
const latePayments = (inputs: AssessmentInputs) => `${inputs.latePayments} late payments`
const limitsInUse = (inputs: AssessmentInputs) => `${inputs.utilization} of your card limits in use`

/** Each reason in words, for the inputs that it was given for. */
export const reasonWords: Record<Reason, (inputs: AssessmentInputs) => ReasonWords> = {
  bankruptcy: () => ({
    fact: 'A bankruptcy on your reports',
    sentence: 'Each debt that it covers has to be checked by itself, so the file needs individual handling.',
  }),
  manyNegativeAccounts: (inputs) => ({
    fact: negativeAccounts(inputs),
    sentence: 'A file this long usually takes extra dispute rounds, and letters to creditors and collectors.',
  }),
  manyDerogatories: (inputs) => ({
    fact: derogatories(inputs),
    sentence: 'So many marks usually take extra dispute rounds, and letters to creditors and collectors.',
  }),
  lateAndNearLimits: (inputs) => ({
    fact: `${latePayments(inputs)}, ${limitsInUse(inputs)}`,
    sentence: 'Many late payments beside nearly full cards usually mean several creditors to write to.',
  }),
  severalNegativeAccounts: (inputs) => ({
    fact: negativeAccounts(inputs),
    sentence: 'With several accounts it pays to work with all three bureaus and to follow up on every reply.',
  }),
  severalDerogatories: (inputs) => ({
    fact: derogatories(inputs),
    sentence: 'Where a mark is wrong, this plan disputes it with each of the three bureaus that shows it.',
  }),
  fewNegativeAccounts: (inputs) => ({
    fact: negativeAccounts(inputs),
    sentence: 'A short list like this fits our smallest repair plan.',
  }),
  fewDerogatories: (inputs) => ({
    fact: derogatories(inputs),
    sentence: 'A mark or two fit our smallest repair plan.',
  }),
  nothingNegative: () => ({
    fact: 'You named no negative account and no derogatory mark',
    sentence: 'An audit shows what is on your reports before you pay for anything else.',
  }),
  negativeAccounts: (inputs) => ({
    fact: negativeAccounts(inputs),
    sentence: 'Wrong balances, wrong dates and accounts that are not yours can be disputed.',
  }),
  derogatories: (inputs) => ({
    fact: derogatories(inputs),
    sentence: 'A mark that is wrong, listed twice or too old to be reported can be disputed.',
  }),
  latePayments: (inputs) => ({
    fact: latePayments(inputs),
    sentence: 'A payment that is wrongly shown as late can be disputed.',
  }),
  highUtilization: (inputs) => ({
    fact: limitsInUse(inputs),
    sentence: 'No dispute changes this; paying balances down does.',
  }),
  judgments: () => ({
    fact: 'Judgments',
    sentence: 'The three bureaus no longer list civil judgments, so one that still shows can be disputed.',
  }),
  hardInquiries: (inputs) => ({
    fact: `${inputs.hardInquiries} hard inquiries`,
    sentence: `One that you did not agree to can be disputed; the others leave after ${creditFacts.hardInquiryYears} years.`,
  }),
  youngHistory: () => ({
    fact: 'A young credit history',
    sentence: 'Only time helps here, so keep your oldest account open unless it costs you money.',
  }),
  monitoring: () => ({
    fact: 'You have credit monitoring',
    sentence: 'It gives both of us the same view of your file.',
  }),
}
