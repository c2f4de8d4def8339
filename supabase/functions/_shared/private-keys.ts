import { findAmong, type FindPrivateKey, parsePrivateKeys } from '../../../deliveries/personal-details.ts'

/** The private keys of the functions' secret (R-DETAILS-ENCRYPTED). Throws if it is damaged. */
export async function parseSecretKeys(secret: string): Promise<FindPrivateKey> {
  const keys = await parsePrivateKeys(secret)
  if (!keys) throw new Error('The secret PERSONAL_DETAILS_KEYS is damaged. Set it again from its file.')
  return async (keyId) => findAmong(keys, keyId)
}
