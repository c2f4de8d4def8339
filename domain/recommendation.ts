import { type AssessmentField, type AssessmentInputs, lowerBound, type RangeField, rangeFields } from './assessment.ts'
import { creditFacts } from './credit-facts.ts'
import type { PlanId } from './plans.ts'
import { recordOf } from './tables.ts'

export interface Recommendation {
  plan: PlanId
  /** One to five, without repetition: the rule that chose the plan, then other answers that matter. */
  reasons: Reason[]
  /** R-REASONS: always false in the assessment. */
  fromCalculator: false
}

/** R-REASONS */
const maxReasons = 5

/** The inputs with each range as its lower bound; utilization in percent. */
type Figures = Omit<AssessmentInputs, RangeField> & Record<RangeField, number>

interface Rule {
  plan: PlanId
  because: string
  /** The inputs that the reason covers; they get no second reason. */
  about: readonly AssessmentField[]
  when: (figures: Figures) => boolean
}

/** R-RECOMMENDATION: the first rule that holds decides. */
const rules = [
  { plan: 'complex', because: 'bankruptcy', about: ['bankruptcy'], when: (f) => f.bankruptcy },

  {
    plan: 'advanced',
    because: 'manyNegativeAccounts',
    about: ['negativeAccounts'],
    when: (f) => f.negativeAccounts >= 10,
  },
  { plan: 'advanced', because: 'manyDerogatories', about: ['derogatories'], when: (f) => f.derogatories >= 6 },
  {
    plan: 'advanced',
    because: 'lateAndNearLimits',
    about: ['latePayments', 'utilization'],
    when: (f) => f.latePayments >= 6 && f.utilization >= 75,
  },

  {
    plan: 'standard',
    because: 'severalNegativeAccounts',
    about: ['negativeAccounts'],
    when: (f) => f.negativeAccounts >= 4,
  },
  { plan: 'standard', because: 'severalDerogatories', about: ['derogatories'], when: (f) => f.derogatories >= 3 },

  { plan: 'light', because: 'fewNegativeAccounts', about: ['negativeAccounts'], when: (f) => f.negativeAccounts >= 1 },
  { plan: 'light', because: 'fewDerogatories', about: ['derogatories'], when: (f) => f.derogatories >= 1 },
] as const satisfies readonly Rule[]

const otherwise = { plan: 'audit', because: 'nothingNegative', about: [] } as const satisfies Omit<Rule, 'when'>

interface Detail {
  reason: string
  about: AssessmentField
  when: (figures: Figures) => boolean
}

/** Answers that add a reason and never change the plan, those that the rules use first. */
const details = [
  { reason: 'negativeAccounts', about: 'negativeAccounts', when: (f) => f.negativeAccounts >= 1 },
  { reason: 'derogatories', about: 'derogatories', when: (f) => f.derogatories >= 1 },
  { reason: 'latePayments', about: 'latePayments', when: (f) => f.latePayments >= 1 },
  { reason: 'highUtilization', about: 'utilization', when: (f) => f.utilization >= creditFacts.utilizationPercent },
  { reason: 'judgments', about: 'judgments', when: (f) => f.judgments === 'some' },
  { reason: 'hardInquiries', about: 'hardInquiries', when: (f) => f.hardInquiries >= 1 },
  { reason: 'youngHistory', about: 'accountAge', when: (f) => ['1-2 yrs', '<12 mo'].includes(f.accountAge) },
  { reason: 'monitoring', about: 'hasMonitoring', when: (f) => f.hasMonitoring },
] as const satisfies readonly Detail[]

/** Words: `content/recommendation-reasons.ts`. */
export type Reason =
  | (typeof rules)[number]['because']
  | typeof otherwise.because
  | (typeof details)[number]['reason']

/** The plan for these inputs (R-RECOMMENDATION), and why. Callers check that there are enough answers (R-ASSESSMENT-ENOUGH). */
export function recommend(inputs: AssessmentInputs): Recommendation {
  const figures = figuresOf(inputs)
  const { plan, because, about } = rules.find((rule) => rule.when(figures)) ?? otherwise
  const told: readonly AssessmentField[] = about
  const others = details.filter((detail) => !told.includes(detail.about) && detail.when(figures))
  const reasons = [because, ...others.map(({ reason }) => reason)].slice(0, maxReasons)
  return { plan, reasons, fromCalculator: false }
}

function figuresOf(inputs: AssessmentInputs): Figures {
  return { ...inputs, ...recordOf(rangeFields, (field) => lowerBound(inputs[field])) }
}
