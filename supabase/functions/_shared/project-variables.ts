import * as v from 'valibot'
import type { Project } from '../../../deliveries/project-rest.ts'

/** Reads a variable of the function; an empty one counts as unset. */
export type ReadVariable = (variable: string) => string | undefined

/** What Supabase sets itself. */
export const projectEntries = {
  SUPABASE_URL: v.pipe(v.string('is missing'), v.url('must be an address')),
  /** `{"default":"sb_secret_..."}`. */
  SUPABASE_SECRET_KEYS: v.optional(
    v.pipe(
      v.string(),
      v.parseJson(undefined, 'must be JSON'),
      v.object({ default: v.optional(v.string('must be a text')) }, 'must map names to keys'),
    ),
  ),
  /** The legacy key, a long-lived JWT. */
  SUPABASE_SERVICE_ROLE_KEY: v.optional(v.string()),
}

/** The private keys, as `npm run keys` writes them. */
export const personalDetailsKeys = { PERSONAL_DETAILS_KEYS: v.string('is missing: npm run keys -- rotate --prepare') }

type ProjectVariables = v.InferOutput<v.ObjectSchema<typeof projectEntries, undefined>>

/** Undefined without a key. */
export function projectOf(variables: ProjectVariables): Project | undefined {
  const serviceKey = variables.SUPABASE_SECRET_KEYS?.default ?? variables.SUPABASE_SERVICE_ROLE_KEY
  return serviceKey ? { supabaseUrl: variables.SUPABASE_URL.replace(/\/+$/, ''), serviceKey } : undefined
}

export const noKey = 'SUPABASE_SECRET_KEYS or SUPABASE_SERVICE_ROLE_KEY is missing'

/** The given variables, each undefined if it is unset. */
export const given = (entries: object, read: ReadVariable) =>
  Object.fromEntries(Object.keys(entries).map((name) => [name, read(name) || undefined]))

/** One line for each fault. */
export const faultsOf = (issues: readonly v.BaseIssue<unknown>[]): string[] =>
  issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
