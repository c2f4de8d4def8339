import { asOwner } from './as-owner.ts'
import { lockKeyTable, type Queryable, registerKey } from './key-table.ts'
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
    return (await nextKey(client, file)).getFingerprint()
  })

/** From now on new enrollments are encrypted with the next key: the prepared one, or else a new one. Returns its fingerprint. */
export const rotateKey = ({ url, file }: KeyPlaces): Promise<string> =>
  asOwner(url, async (client) => {
    await lockKeyTable(client)
    const key = await nextKey(client, file)
    await registerKey(client, key)
    return key.getFingerprint()
  })

/**
 * Whether the private half has to be brought elsewhere before it is used: on Supabase the function has it as a secret. And
 * whether there is one to bring.
 */
export const preparationFor = ({ url, file }: KeyPlaces): Promise<{ needed: boolean; done: boolean }> =>
  asOwner(url, async (client) => ({
    needed: await isSupabase(client),
    done: (await preparedKey(client, file)) !== undefined,
  }))

async function isSupabase(client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_roles where rolname = 'supabase_admin'")
  return rowCount === 1
}
