/**
 * What may be wrong with a value that somebody typed. Schemas give these codes as their messages; the sentences are in
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

/** A schema's message. */
export const problem = (code: Problem): Problem => code

/** The code in an issue of a schema. */
export const problemIn = ({ message }: { message: string }): Problem =>
  problems.find((code) => code === message) ?? 'invalid'
