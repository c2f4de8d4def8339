import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { errorCode } from '../postgres/connection-fault.ts'
import { StartupFault } from '../startup-fault.ts'
import type { EarlierKey } from './keys/rotation.ts'
import { readKey, storedKey } from './keys/signing-key.ts'

const earlierKey = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ...storedKey.entries, created_at: v.optional(v.pipe(v.string(), v.isoTimestamp())) }),
)

const fileIn = (folder: string) => path.join(folder, 'signing-key.json')

/**
 * The one key of an installation from the time when it stood in a file, so that nobody who is signed in has to sign in
 * again; throws a StartupFault where it is damaged.
 */
export async function findEarlierKey(folder: string, now: () => Date): Promise<EarlierKey | undefined> {
  const file = fileIn(folder)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const parsed = v.safeParse(earlierKey, text)
  if (!parsed.success || !(await readKey(parsed.output))) {
    throw new StartupFault(
      `The signing key in ${file} is damaged. Restore it from a backup, or delete it: everybody then signs in again.`,
    )
  }
  const { created_at: createdAt, ...jwk } = parsed.output
  return { jwk, createdAt: createdAt ? new Date(createdAt) : now() }
}

/** Once the database holds the key there must be no second copy of the secret. */
export const dropEarlierKey = (folder: string) => rm(fileIn(folder))
