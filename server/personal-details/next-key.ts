import type { PrivateKey } from 'openpgp'
import { createKeyPair, readKeyFile, readOrCreateKeyFile, writeKeyFile } from './key-file.ts'
import { everRegistered, type Queryable } from './key-table.ts'

/** The newest key of the file that was never registered, if there is one. */
export async function preparedKey(client: Queryable, file: string): Promise<PrivateKey | undefined> {
  const known = await everRegistered(client)
  return (await readKeyFile(file))?.findLast((key) => !known.has(key.getFingerprint()))
}

/**
 * The key to register next: the prepared one, or a new one, which is in the file before anything is encrypted with it.
 * Interrupted and repeated, it is the same key. Call it with the table of keys locked.
 */
export async function nextKey(client: Queryable, file: string): Promise<PrivateKey> {
  const keys = await readOrCreateKeyFile(file)
  const prepared = await preparedKey(client, file)
  if (prepared) return prepared
  const created = await createKeyPair()
  await writeKeyFile(file, [...keys, created])
  return created
}
