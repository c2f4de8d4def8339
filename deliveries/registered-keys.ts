import * as v from 'valibot'
import { type FindPrivateKey, openText } from './personal-details.ts'

/** The answer of `personal_details_keys`: the keys of the database, public halves, oldest first. */
export const registeredKeysSchema = v.array(
  v.object({
    /** 40 hexadecimal digits. */
    fingerprint: v.string(),
    /** Whether new enrollments are encrypted with it. */
    encrypts: v.boolean(),
    /** A fresh ciphertext of the fingerprint, in Base64. */
    probe: v.string(),
  }),
)
export type RegisteredKey = v.InferOutput<typeof registeredKeysSchema>[number]

/** Those whose private half is not found, or does not open what the public one encrypts. */
export async function unopenedKeys(registered: RegisteredKey[], find: FindPrivateKey): Promise<RegisteredKey[]> {
  const opened = await Promise.all(registered.map(({ probe }) => openText(probe, find)))
  return registered.filter(({ fingerprint }, index) => opened[index] !== fingerprint)
}

/** How a key is called among people: enough of its fingerprint. */
export const keyName = ({ fingerprint }: Pick<RegisteredKey, 'fingerprint'>): string => fingerprint.slice(0, 16)
