import { sensitiveDetails } from '../../content/deliveries.ts'
import { findAmong } from '../../deliveries/personal-details.ts'
import { keyName, type RegisteredKey, unopenedKeys } from '../../deliveries/registered-keys.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { readKeyFile } from './key-file.ts'

/** What keeps the file from opening what the database encrypts, and what to do, in sentences; undefined if it opens all. */
export async function keyFault(registered: RegisteredKey[], file: string): Promise<string | undefined> {
  const keys = await readKeyFile(file).catch((error: unknown) => {
    if (error instanceof StartupFault) return error.message
    throw error
  })
  if (typeof keys === 'string') return keys
  const [unopened] = await unopenedKeys(registered, async (id) => findAmong(keys ?? [], id))
  if (!unopened) return undefined
  const name = keyName(unopened)
  if (keys?.some((key) => key.getFingerprint() === unopened.fingerprint)) {
    return (
      `The key ${name} of the database is not the one in ${file}: one of the two was replaced or damaged. ` +
      'Restore the table private.personal_details_keys, or the file, from a backup.'
    )
  }
  const missing = keys ? `${file} does not hold its private half` : `its private half is missing: there is no ${file}`
  return (
    `The database encrypts ${sensitiveDetails} with the key ${name}, and ${missing}. Copy the file here from its backup or ` +
    'from another gateway on this database, or name its place in PERSONAL_DETAILS_KEYS_FILE. ' +
    `If it is lost for good: npm run keys -- give-up ${name}`
  )
}
