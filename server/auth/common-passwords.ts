import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as v from 'valibot'
import { credentialLimits } from '../../domain/credentials.ts'

/** How many of the most common passwords are refused where the operator says so (R-COMMON-PASSWORDS). */
export const commonPasswordCount = 3000

// The passwords of zxcvbn-ts, from public leaks, the most common first, in lower case.
const source = '@zxcvbn-ts/language-common/src/passwords.json'

/** The most common passwords that are long enough to be chosen at all, in lower case. */
export async function loadCommonPasswords(): Promise<Set<string>> {
  const file = createRequire(import.meta.url).resolve(source)
  const passwords = v.parse(v.array(v.string()), JSON.parse(await readFile(file, 'utf8')))
  const possible = passwords.filter((password) => password.length >= credentialLimits.password.min)
  return new Set(possible.slice(0, commonPasswordCount))
}
