import type { Problem } from '../domain/problems.ts'

/** What a sentence about a problem says of the field. */
export interface ProblemField {
  name: string
  min: number
  max: number
  /** What a minimum counts: characters unless it says otherwise. */
  unit?: string | undefined
}

/** What is said of a value that cannot be taken (R-ONBOARDING-LIMITS, R-CREDENTIALS). */
export const problemWords: Record<Problem, (field: ProblemField) => string> = {
  required: ({ name }) => `${name} is required`,
  'too-short': ({ name, min, unit = 'characters' }) => `${name} must be at least ${min} ${unit}`,
  'too-long': ({ name, max }) => `${name} must be at most ${max} characters`,
  'wrong-length': ({ max }) => `Must be exactly ${max} digits`,
  'not-digits': () => 'Must be numbers only',
  invalid: () => 'Invalid email address',
  'too-early': () => 'Please check the year of birth',
  'not-past': ({ name }) => `${name} must be in the past`,
  'not-chosen': ({ name }) => `Please select ${name}`,
}
