import { Decrypter, Encrypter, generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { StartupFault } from '../runtime/startup-fault.ts'

// Encryption by age (https://age-encryption.org/v1): what is written here the program `age` opens, too.

/** For whom a file is encrypted: recipients (`age1…`), or whoever knows a passphrase. */
export type Lock = { recipients: string[] } | { passphrase: string }

/** What opens it: identities (`AGE-SECRET-KEY-1…`), or the passphrase. */
export type Key = { identities: string[] } | { passphrase: string }

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** Encrypts streams, and knows a key by which the same process can read back what it has written. */
export interface Sealer {
  seal: (content: Bytes) => Promise<Bytes>
  key: Key
}

/**
 * A file for recipients alone could not be read back here, so a further recipient is made for each, whose identity is
 * forgotten with this process.
 */
export async function createSealer(lock: Lock): Promise<Sealer> {
  const encrypter = new Encrypter()
  const key = await readingKey(lock)
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else {
    const own = 'identities' in key ? await Promise.all(key.identities.map(identityToRecipient)) : []
    for (const recipient of [...lock.recipients, ...own]) addRecipient(encrypter, recipient)
  }
  return { seal: async (content) => asBytes(await encrypter.encrypt(content)), key }
}

async function readingKey(lock: Lock): Promise<Key> {
  if ('passphrase' in lock) return lock
  // age mixes no recipients that withstand quantum computers with others.
  const isHybrid = lock.recipients.some((recipient) => recipient.startsWith('age1pq1'))
  return { identities: [await (isHybrid ? generateHybridIdentity() : generateX25519Identity())] }
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new StartupFault(`${recipient} is no recipient of age: they begin with age1.`)
  }
}

/** Opens a stream that is encrypted. */
export async function unseal(content: Bytes, key: Key): Promise<Bytes> {
  return asBytes(await openerWith(key).decrypt(content))
}

function openerWith(key: Key): Decrypter {
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else for (const identity of key.identities) addIdentity(decrypter, identity)
  return decrypter
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity)
  } catch {
    throw new StartupFault('That is no identity of age: they begin with AGE-SECRET-KEY-.')
  }
}

/** The identities of a file: what `age-keygen` and `npm run backup -- --new-identity` write. */
export const identitiesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith('AGE-SECRET-KEY-') ? [line.trim()] : []))

/** A whole file. */
export async function sealFile(content: Uint8Array, lock: Lock): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else for (const recipient of lock.recipients) addRecipient(encrypter, recipient)
  return encrypter.encrypt(content)
}

/** Undefined if the key is another one, or the file damaged. */
export function unsealFile(content: Uint8Array, key: Key): Promise<Uint8Array | undefined> {
  return openerWith(key)
    .decrypt(content)
    .catch(() => undefined)
}

const magic = 'age-encryption.org/'

export const isSealed = (start: Uint8Array): boolean => Buffer.from(start.subarray(0, magic.length)).equals(Buffer.from(magic))

/** A new identity, as a file's text, and its recipient. */
export async function newIdentity(now: Date): Promise<{ text: string; recipient: string }> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { text: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`, recipient }
}

/** age's streams are ordinary ones. */
const asBytes = (stream: ReadableStream<Uint8Array>): Bytes =>
  stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({ transform: (chunk, to) => to.enqueue(new Uint8Array(chunk)) }))
