import { decrypt, type PrivateKey, readMessage, readPrivateKey } from 'openpgp'
import * as v from 'valibot'
import { sensitiveColumns } from '../domain/enrollment-columns.ts'

// Ciphertexts of pgcrypto's pgp_pub_encrypt, which are OpenPGP messages (RFC 9580), and the private keys that open them.

/** What `supabase/migrations/20260101000001_personal_details.sql` encrypts. */
const contentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ enrollment: v.string(), ...v.entriesFromList(sensitiveColumns, v.string()) }),
)

/** The sensitive columns of an enrollment, in the clear. */
export type PersonalDetails = Omit<v.InferOutput<typeof contentSchema>, 'enrollment'>

/** Opens the ciphertext of an enrollment, in Base64. Undefined if no key here does, or if it is of another enrollment. */
export type OpenDetails = (ciphertext: string, enrollmentId: string) => Promise<PersonalDetails | undefined>

/** The private key with this key id (16 hexadecimal digits), its own or that of its subkey. */
export type FindPrivateKey = (keyId: string) => Promise<PrivateKey | undefined>

export const createDetailsOpener =
  (find: FindPrivateKey): OpenDetails =>
  async (ciphertext, enrollmentId) => {
    const content = v.safeParse(contentSchema, await openText(ciphertext, find))
    if (!content.success) return undefined
    const { enrollment, ...details } = content.output
    return enrollment === enrollmentId ? details : undefined
  }

/** The text of a ciphertext in Base64; undefined if it is damaged or its key is not found. */
export async function openText(ciphertext: string, find: FindPrivateKey): Promise<string | undefined> {
  const binaryMessage = bytesOf(ciphertext)
  const message = binaryMessage && (await readMessage({ binaryMessage }).catch(() => undefined))
  const [keyId] = message?.getEncryptionKeyIDs() ?? []
  const decryptionKeys = keyId && (await find(keyId.toHex()))
  if (!message || !decryptionKeys) return undefined
  return decrypt({ message, decryptionKeys }).then(
    ({ data }) => data,
    () => undefined,
  )
}

/**
 * The private keys of a setting: each is an OpenPGP key in Base64, and a comma or white space stands between them.
 * Undefined if there is none or one is damaged.
 */
export async function parsePrivateKeys(text: string): Promise<PrivateKey[] | undefined> {
  const parts = text.split(/[\s,]+/).filter(Boolean)
  const keys = await Promise.all(parts.map(parseKey))
  const whole = keys.filter((key) => key !== undefined)
  return whole.length > 0 && whole.length === keys.length ? whole : undefined
}

async function parseKey(text: string): Promise<PrivateKey | undefined> {
  const binaryKey = bytesOf(text)
  return binaryKey && readPrivateKey({ binaryKey }).catch(() => undefined)
}

/** Finds a key among these. */
export const findAmong = (keys: PrivateKey[], keyId: string): PrivateKey | undefined =>
  keys.find((key) => key.getKeyIDs().some((id) => id.toHex() === keyId))

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))
  } catch {
    return undefined
  }
}
