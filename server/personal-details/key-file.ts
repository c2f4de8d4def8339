import { chmod, readFile, stat } from 'node:fs/promises'
import { generateKey, type PrivateKey } from 'openpgp'
import { parsePrivateKeys } from '../../deliveries/personal-details.ts'
import { errorCode } from '../../domain/error-facts.ts'
import { readOrCreateSecret, replaceSecret } from '../runtime/secret-file.ts'
import { StartupFault } from '../runtime/startup-fault.ts'

// The private keys lie in a file that is also what `supabase secrets set --env-file` takes.

/** The variable in the file, and the secret of the Edge Function. */
export const keysVariable = 'PERSONAL_DETAILS_KEYS'

const explanation = `# The private keys that open dates of birth and SSN digits in the database. Nobody can make them again: keep a copy of this
# file, apart from the database and from its backups (docs/operating.md). The last key is the newest.`

/** pgcrypto wants RSA or ElGamal; 3072 bits are as strong as AES-128 (NIST SP 800-57 part 1, table 2). */
const rsaBits = 3072

/** A new key pair: RSA for encryption, below a primary key that OpenPGP asks for. */
export async function createKeyPair(): Promise<PrivateKey> {
  const { privateKey } = await generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs: [{ name: 'Personal details of enrollments' }],
    subkeys: [{ type: 'rsa', rsaBits }],
    format: 'object',
  })
  return privateKey
}

/** The keys of the file, oldest first; undefined if there is no file. A damaged one, or one for all eyes, is a StartupFault. */
export async function readKeyFile(file: string): Promise<PrivateKey[] | undefined> {
  const text = await readPrivately(file)
  if (text === undefined) return undefined
  const keys = await parseKeyFile(text)
  if (!keys) throw new StartupFault(`${file} is damaged: it holds no whole line ${keysVariable}=… Restore it from its copy.`)
  return keys
}

/** The keys in such a file's text, oldest first; undefined if it is damaged. */
export function parseKeyFile(text: string): Promise<PrivateKey[] | undefined> {
  const [, value = ''] = new RegExp(`^${keysVariable}=(.*)$`, 'm').exec(text) ?? []
  return parsePrivateKeys(value)
}

/** The keys of the file, which is created with a first one if it is missing. Several processes end up with the same. */
export async function readOrCreateKeyFile(file: string): Promise<PrivateKey[]> {
  const found = await readKeyFile(file)
  if (found) return found
  const first = await createKeyPair()
  await readOrCreateSecret(file, async () => fileText([first])).catch((error: unknown) => refuse(file, 'written', error))
  return (await readKeyFile(file)) ?? []
}

/** Replaces the keys of the file, all at once. */
export const writeKeyFile = (file: string, keys: PrivateKey[]): Promise<void> =>
  replaceSecret(file, fileText(keys)).catch((error: unknown) => refuse(file, 'written', error))

const fileText = (keys: PrivateKey[]) =>
  `${explanation}\n${keysVariable}=${keys.map((key) => Buffer.from(key.write()).toString('base64')).join(',')}\n`

async function readPrivately(file: string): Promise<string | undefined> {
  try {
    if ((await stat(file)).mode & 0o077) await chmod(file, 0o600)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    return refuse(file, 'read', error)
  }
}

function refuse(file: string, use: 'read' | 'written', error: unknown): never {
  const code = errorCode(error)
  if (code === undefined) throw error
  const advice = 'Correct its owner, its rights or its disk, or name another place in PERSONAL_DETAILS_KEYS_FILE.'
  throw new StartupFault(`The file of private keys ${file} cannot be ${use} (${code}). ${advice}`)
}
