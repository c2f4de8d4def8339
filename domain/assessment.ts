import { keysOf, recordOf } from './tables.ts'

/** The plan assessment's inputs (R-ASSESSMENT-INPUTS): options, defaults, and the parsers for values from outside. */

interface Choice {
  /** The options of a `range` are ranges of numbers, which rules compare by their lower bound. */
  kind: 'range' | 'choice'
  /** R-ASSESSMENT-OPTIONS: the stored values, from best to worst. Their labels are in `content/assessment.ts`. */
  options: readonly string[]
}

/** Every input. Types, defaults, validation of stored values and parsing of the form are derived from this table. */
export const assessmentTable = {
  latePayments: { kind: 'range', options: ['0', '1-2', '3-5', '6+'] },
  derogatories: { kind: 'range', options: ['0', '1-2', '3-5', '6+'] },
  hardInquiries: { kind: 'range', options: ['0', '1-2', '3-4', '5+'] },
  utilization: { kind: 'range', options: ['0-9%', '10-29%', '30-49%', '50-74%', '75%+'] },
  accountAge: { kind: 'choice', options: ['6+ yrs', '3-5 yrs', '1-2 yrs', '<12 mo'] },
  bankruptcy: { kind: 'yes-or-no' },
  judgments: { kind: 'choice', options: ['none', 'some'] },
  negativeAccounts: { kind: 'count' },
  hasMonitoring: { kind: 'yes-or-no' },
} as const satisfies Record<string, Choice | { kind: 'yes-or-no' | 'count' }>

type Table = typeof assessmentTable
export type AssessmentField = keyof Table

/** The inputs of a kind. */
type FieldOfKind<Kind> = { [Field in AssessmentField]: Table[Field]['kind'] extends Kind ? Field : never }[AssessmentField]

export type AssessmentChoice = FieldOfKind<Choice['kind']>
/** The inputs that are ranges of numbers. */
export type RangeField = FieldOfKind<'range'>
export type YesOrNoField = FieldOfKind<'yes-or-no'>
/** A stored value of a choice. */
export type AssessmentOption = Table[AssessmentChoice]['options'][number]

/** A choice is '' until it is made, a count a whole number from 0 to 999. */
type InputOf<Rule> = Rule extends { options: readonly (infer Option)[] }
  ? '' | Option
  : Rule extends { kind: 'count' }
    ? number
    : boolean

export type AssessmentInputs = { [Field in AssessmentField]: InputOf<Table[Field]> }

export const assessmentFields = keysOf(assessmentTable)

const isRange = (field: AssessmentField): field is RangeField => assessmentTable[field].kind === 'range'
export const rangeFields = assessmentFields.filter(isRange)

/** The upper limit of the counter. */
export const maxNegativeAccounts = 999

/** R-ASSESSMENT-ENOUGH: with fewer answers there is no recommendation. */
export const minAnswers = 2

/** The key in session storage (R-ASSESSMENT-MEMORY). */
export const assessmentStoredAs = 'assessment-inputs'

// Validated by hand, since a validation library would be the largest script of the questionnaire.
function isInput(field: AssessmentField, value: unknown): boolean {
  const rule = assessmentTable[field]
  if (rule.kind === 'yes-or-no') return typeof value === 'boolean'
  if (rule.kind === 'count') return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxNegativeAccounts
  return value === '' || rule.options.some((option) => option === value)
}

const areInputs = (values: Record<AssessmentField, unknown>): values is AssessmentInputs =>
  assessmentFields.every((field) => isInput(field, values[field]))

/** Validates values of any type; undefined unless all of them are valid. */
function inputsFrom(valueOf: (field: AssessmentField) => unknown): AssessmentInputs | undefined {
  const values = recordOf(assessmentFields, valueOf)
  return areInputs(values) ? values : undefined
}

function unanswered(): AssessmentInputs
function unanswered(): object {
  const values = { range: '', choice: '', count: 0, 'yes-or-no': false }
  return recordOf(assessmentFields, (field) => values[assessmentTable[field].kind])
}

export const assessmentDefaults = unanswered()

/** Inputs from a form, where an unchosen control has no value. Never throws. */
export function readAssessment(controlOf: (field: AssessmentField) => unknown): AssessmentInputs {
  const read = inputsFrom((field) => {
    const value = controlOf(field)
    const text = typeof value === 'string' ? value : ''
    const { kind } = assessmentTable[field]
    if (kind === 'yes-or-no') return typeof value === 'string'
    return kind === 'count' ? parseCount(text) : text
  })
  return read ?? { ...assessmentDefaults }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid, like any other text.
    return undefined
  }
}

/**
 * Inputs from browser storage: the JSON text or its value. If any part is invalid or of an older format, all inputs get
 * their defaults; unknown keys are dropped. Never throws.
 */
export function parseAssessment(stored: unknown): AssessmentInputs {
  const value = typeof stored === 'string' ? parseJson(stored) : stored
  const entries = new Map<string, unknown>(Object.entries(value ?? {}))
  return inputsFrom((field) => entries.get(field)) ?? { ...assessmentDefaults }
}

/**
 * A typed count, from 0 to 999: surrounding spaces are ignored (' 12 ' is 12), decimals are truncated ('3.7' is 3), and
 * more than 999 is 999. Only ASCII digits are a number: '1e5', '1,000', '0x10' and digits of other scripts are 0, as are
 * '', '-3' and words.
 */
export function parseCount(text: string): number {
  const isNumber = /^\+?\d+(\.\d*)?$/.test(text.trim())
  return isNumber ? Math.min(Math.trunc(Number(text)), maxNegativeAccounts) : 0
}

/** R-ASSESSMENT-ENOUGH: a count above 0, a yes-or-no with yes, and a choice that is made are answers. */
export function countAnswers(inputs: AssessmentInputs): number {
  return Object.values(inputs).filter(Boolean).length
}

/** R-ASSESSMENT-OPTIONS: the lower bound of a range gives the number: `3-5` is 3, `6+` is 6, `75%+` is 75; no answer is 0. */
export function lowerBound(range: AssessmentInputs[RangeField]): number {
  return range === '' ? 0 : Number.parseInt(range, 10)
}
