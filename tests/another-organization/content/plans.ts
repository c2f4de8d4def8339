import { type PaidService, plans } from '../domain/plans.ts'
import { serviceFacts } from '../domain/service-facts.ts'

export interface PlanWords {
  /** For whom the plan is. */
  description: string
  features: string[]
}

export const planWords: Record<PaidService, PlanWords> = {
  audit: { description: 'An afternoon at our table, with your reports on it.', features: ['A list that you take home', 'Coffee'] },
  light: {
    description: 'When one or two lines are wrong and the rest of the report is right.',
    features: [`What belongs to ${plans.audit.name}`, 'Letters for those lines', `A new round every ${serviceFacts.disputeCycleDays} days`],
  },
  standard: {
    description: 'When the bureaus disagree with each other about you.',
    features: [`What belongs to ${plans.light.name}`, 'Letters to every bureau that has it wrong', 'A second reader for every letter'],
  },
  advanced: {
    description: 'When the report is longer than the story of your life.',
    features: ['Letters to furnishers', 'A folder that we keep in order for you', 'As many rounds as the plan names'],
  },
  complex: { description: 'When a court has discharged what the report still shows.', features: ['The docket, read with you', 'Each debt by itself'] },
  coaching: { description: 'Sixty minutes, one notebook, no lecture.', features: ['What comes in', 'What goes out', 'What stays'] },
}

export const guarantee = `all of your fee back when nothing untrue has left your report after ${serviceFacts.guaranteeDays} days`

export const priceList = {
  popular: 'What most neighbors choose',
  once: 'paid one time',
  choose: 'Take',
}
