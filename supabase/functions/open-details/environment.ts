import * as v from 'valibot'
import type { Result } from '../../../domain/result.ts'
import { faultsOf, given, personalDetailsKeys, projectEntries, type ReadVariable } from '../_shared/project-variables.ts'

/** Without a key of the project: whatever it reads, it reads with its caller's token. */
const entries = { SUPABASE_URL: projectEntries.SUPABASE_URL, ...personalDetailsKeys }

export const variableNames = Object.keys(entries)

export interface FunctionEnvironment {
  /** Without a slash at the end. */
  supabaseUrl: string
  /** Not parsed yet. */
  privateKeys: string
}

/** Parses all variables. Reports every fault, not only the first. */
export function parseEnvironment(read: ReadVariable): Result<FunctionEnvironment, string[]> {
  const parsed = v.safeParse(v.object(entries), given(entries, read))
  if (!parsed.success) return { fault: faultsOf(parsed.issues) }
  const { SUPABASE_URL: url, PERSONAL_DETAILS_KEYS: privateKeys } = parsed.output
  return { ok: { supabaseUrl: url.replace(/\/+$/, ''), privateKeys } }
}
