import { StartupFault } from '../runtime/startup-fault.ts'
import { asOwner } from './as-owner.ts'
import { keyFault } from './key-fault.ts'
import { lockKeyTable, type Queryable, readRegisteredKeys, registerKey } from './key-table.ts'
import { nextKey, preparedKey } from './next-key.ts'

/** Where the keys are. */
export interface KeyPlaces {
  /** The database, as the owner of the migrations. */
  url: string
  /** The file with the private halves. */
  file: string
}

/** Makes the next key without using it, so that its private half can first be brought to wherever deliveries are sent from. */
export const prepareNextKey = ({ url, file }: KeyPlaces): Promise<string> =>
  asOwner(url, async (client) => {
    await lockKeyTable(client)
    await requireKeys(client, file)
    return (await nextKey(client, file)).getFingerprint()
  })

/** From now on new enrollments are encrypted with the next key: the prepared one, or else a new one. Returns its fingerprint. */
export const rotateKey = ({ url, file }: KeyPlaces): Promise<string> =>
  asOwner(url, async (client) => {
    await lockKeyTable(client)
    await requireKeys(client, file)
    const key = await nextKey(client, file)
    await registerKey(client, key)
    return key.getFingerprint()
  })

/** Whether there is a next key that is not in use yet. */
export const isNextKeyPrepared = ({ url, file }: KeyPlaces): Promise<boolean> =>
  asOwner(url, async (client) => (await preparedKey(client, file)) !== undefined)

/** A file that lacks a key in use is the wrong one: the next key must not be in it alone. */
async function requireKeys(client: Queryable, file: string): Promise<void> {
  const fault = await keyFault(await readRegisteredKeys(client), file)
  if (fault) throw new StartupFault(fault)
}
