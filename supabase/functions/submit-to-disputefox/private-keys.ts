import type { DeliveryStore } from '../../../deliveries/delivery-store.ts'
import type { FindPrivateKey } from '../../../deliveries/personal-details.ts'
import { keyName, unopenedKeys } from '../../../deliveries/registered-keys.ts'
import { parseSecretKeys } from '../_shared/private-keys.ts'

/**
 * The private keys of the function's secret (R-DETAILS-ENCRYPTED). Throws if they do not open everything that the database
 * encrypts: the function does not start then, and deliveries wait instead of going to a person one by one.
 */
export async function loadPrivateKeys(
  secret: string,
  { readKeys }: Pick<DeliveryStore, 'readKeys'>,
): Promise<FindPrivateKey> {
  const find = await parseSecretKeys(secret)
  const unopened = await unopenedKeys(await readKeys(), find)
  if (unopened.length === 0) return find
  throw new Error(`The secret PERSONAL_DETAILS_KEYS lacks the private half of ${unopened.map(keyName).join(', ')}`)
}
