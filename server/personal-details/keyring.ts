import type { PrivateKey } from 'openpgp'
import { findAmong, type FindPrivateKey } from '../../deliveries/personal-details.ts'
import { readKeyFile } from './key-file.ts'

/** Finds keys in the file, and reads it again for one that is not known yet: a command may have added it meanwhile. */
export function openKeyring(file: string): FindPrivateKey {
  let keys: PrivateKey[] = []
  return async (keyId) => {
    const known = findAmong(keys, keyId)
    if (known) return known
    keys = (await readKeyFile(file)) ?? []
    return findAmong(keys, keyId)
  }
}
