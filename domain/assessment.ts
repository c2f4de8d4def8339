/** The plan assessment's nine inputs (R-ASSESSMENT-INPUTS): options, defaults, and the two doors that values come in through. */

/** R-ASSESSMENT-OPTIONS: what each chip is called and what its radio is worth, from the least trouble to the most. */
export const assessmentChoices = {
  latePayments: ['0', '1-2', '3-5', '6+'],
  derogatories: ['0', '1-2', '3-5', '6+'],
  hardInquiries: ['0', '1-2', '3-4', '5+'],
  utilization: ['0-9%', '10-29%', '30-49%', '50-74%', '75%+'],
  accountAge: ['6+ yrs', '3-5 yrs', '1-2 yrs', '<12 mo'],
  judgments: ['none', 'some'],
} as const

export type AssessmentChoice = keyof typeof assessmentChoices

/** The counter of negative accounts stops here. */
export const mostNegativeAccounts = 999

/** R-ASSESSMENT-ENOUGH: fewer answers give no recommendation. */
export const answersNeeded = 2

/** The name in session storage (R-ASSESSMENT-MEMORY). */
export const assessmentStoredAs = 'assessment-inputs'

/** A choice is '' until it is made. */
type Choices = { [Field in AssessmentChoice]: '' | (typeof assessmentChoices)[Field][number] }

export type AssessmentInputs = Choices & {
  bankruptcy: boolean
  /** A whole number from 0 to 999. */
  negativeAccounts: number
  hasMonitoring: boolean
}
export type AssessmentField = keyof AssessmentInputs

export const assessmentDefaults: AssessmentInputs = {
  latePayments: '',
  derogatories: '',
  hardInquiries: '',
  utilization: '',
  accountAge: '',
  bankruptcy: false,
  judgments: '',
  negativeAccounts: 0,
  hasMonitoring: false,
}

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isChoice = (field: AssessmentChoice) => (value: unknown) =>
  value === '' || assessmentChoices[field].some((option) => option === value)

// Written out: a validation library would be the largest part of what the questionnaire loads.
const checks: Record<AssessmentField, (value: unknown) => boolean> = {
  latePayments: isChoice('latePayments'),
  derogatories: isChoice('derogatories'),
  hardInquiries: isChoice('hardInquiries'),
  utilization: isChoice('utilization'),
  accountAge: isChoice('accountAge'),
  bankruptcy: isBoolean,
  judgments: isChoice('judgments'),
  negativeAccounts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostNegativeAccounts,
  hasMonitoring: isBoolean,
}

function areInputs(value: unknown): value is AssessmentInputs {
  if (typeof value !== 'object' || value === null) return false
  const entries = new Map<string, unknown>(Object.entries(value))
  return Object.entries(checks).every(([field, check]) => check(entries.get(field)))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not inputs, like any other text.
    return undefined
  }
}

/**
 * Inputs from what a browser has stored: the JSON text or its value. Anything broken, foreign or of an older shape, in
 * whatever part, gives the defaults as a whole; keys that are not inputs are dropped. Never throws.
 */
export function parseAssessment(stored: unknown): AssessmentInputs {
  const value = typeof stored === 'string' ? parseJson(stored) : stored
  if (!areInputs(value)) return { ...assessmentDefaults }
  const { latePayments, derogatories, hardInquiries, utilization, accountAge, judgments } = value
  const { bankruptcy, negativeAccounts, hasMonitoring } = value
  return {
    latePayments, derogatories, hardInquiries, utilization, accountAge, bankruptcy, judgments, negativeAccounts, hasMonitoring,
  }
}

/**
 * The count that somebody typed, from 0 to 999: spaces around it are ignored (' 12 ' is 12), decimals are cut off ('3.7'
 * is 3), more than 999 is 999. Only plain digits are a number here: '1e5', '1,000', '0x10' and digits of other scripts
 * are 0, as are '', '-3' and words.
 */
export function parseCount(text: string): number {
  const isNumber = /^\+?\d+(\.\d*)?$/.test(text.trim())
  return isNumber ? Math.min(Math.trunc(Number(text)), mostNegativeAccounts) : 0
}

/** R-ASSESSMENT-ENOUGH: a count is an answer above 0, a yes-or-no only when yes, a choice once it is made. */
export function countAnswers(inputs: AssessmentInputs): number {
  return Object.values(inputs).filter(Boolean).length
}

/** The inputs that are ranges of figures. */
export type RangeField = 'latePayments' | 'derogatories' | 'hardInquiries' | 'utilization'

/** R-ASSESSMENT-OPTIONS: the lower bound of a range gives the number: `3-5` is 3, `6+` is 6, `75%+` is 75; no answer is 0. */
export function lowerBound(range: AssessmentInputs[RangeField]): number {
  return range === '' ? 0 : Number.parseInt(range, 10)
}
