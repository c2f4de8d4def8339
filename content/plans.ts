import { type PaidService, plans } from '../domain/plans.ts'
import { serviceFacts } from '../domain/service-facts.ts'

export interface PlanWords {
  /** For whom the plan is. */
  description: string
  features: string[]
}

/** What the price list says about each plan; names and prices are in `domain/plans.ts`. */
export const planWords: Record<PaidService, PlanWords> = {
  audit: {
    description: 'Know what is on your reports before you pay for anything else.',
    features: [
      'All three bureau reports reviewed',
      'Written list of questionable items',
      'Your next steps, in plain English',
      'Optional consultation by phone',
    ],
  },
  light: {
    description: 'For one to three negative accounts or derogatory marks.',
    features: [
      'Everything in the audit',
      'Dispute letters for each item',
      `${serviceFacts.disputeCycleDays}-day dispute cycles`,
      'Progress in the client portal',
    ],
  },
  standard: {
    description: 'For several negative accounts across more than one bureau.',
    features: [
      `Everything in ${plans.light.name}`,
      'Disputes with all three bureaus',
      'Metro-2 and FCRA letters',
      'Follow-up on every bureau reply',
      'Score-building guidance',
    ],
  },
  advanced: {
    description: 'For long files: ten or more accounts, or six or more marks.',
    features: [
      `Everything in ${plans.standard.name}`,
      'Letters to creditors and collectors',
      'Extra dispute rounds',
      'Priority replies by e-mail',
    ],
  },
  complex: {
    description: 'For bankruptcies and files that need individual handling.',
    features: [
      `Everything in ${plans.advanced.name}`,
      'Public-record review',
      'Discharged debts checked one by one',
      'Individual rebuilding plan',
    ],
  },
  coaching: {
    description: 'One session, with or without a repair plan.',
    features: [
      'A monthly budget that you can keep',
      'Which debts to pay first',
      'Habits that build a score',
    ],
  },
}

/** The pledge, in the middle of a sentence. Its conditions are in the refund policy. */
export const guarantee = `a ${serviceFacts.guaranteeDays}-day full refund if no negative items are removed`

export const priceList = {
  popular: 'Most Popular',
  once: 'one-time payment',
  choose: 'Choose',
}
