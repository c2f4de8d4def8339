/**
 * The validation errors of typed values. Schemas use these codes as messages; the sentences are in
 * `content/problems.ts`.
 */
export const problems = [
  'required',
  'too-short',
  'too-long',
  'wrong-length',
  'not-digits',
  'invalid',
  'too-early',
  'not-past',
  'not-chosen',
] as const
export type Problem = (typeof problems)[number]

/** The code as a schema's message, type-checked. */
export const problem = (code: Problem): Problem => code

/** The code of a schema's issue. */
export const problemIn = ({ message }: { message: string }): Problem =>
  problems.find((code) => code === message) ?? 'invalid'
