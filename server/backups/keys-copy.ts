import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PrivateKey } from 'openpgp'
import { errorCode } from '../../domain/error-facts.ts'
import { parseKeyFile } from '../personal-details/key-file.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { isSealed, type Key, type Lock, sealFile, unsealFile } from './lock.ts'

// The private keys that open dates of birth and SSN digits. They never lie in the backup of the database, which would then
// protect nothing (docs/decisions/0014).

/** Copies the file with the keys to a new place, encrypted if wanted, and reads the copy back. Returns how many keys it has. */
export async function copyKeys(keysFile: string, copy: string, lock: Lock | undefined): Promise<number> {
  const content = await readFile(keysFile).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw new StartupFault(`There are no keys yet: there is no ${keysFile}.`)
    throw error
  })
  const keys = await requireKeys(content, keysFile)
  const sealed = lock ? await sealFile(content, lock) : content
  await writeNew(copy, sealed)
  if (!Buffer.from(sealed).equals(await readFile(copy))) throw new StartupFault(`${copy} is not as it was written: the disk may be failing.`)
  return keys.length
}

/** Puts a copy back to where the keys belong. Returns how many keys it has. Other keys there are never replaced. */
export async function restoreKeys(copy: string, key: Key | undefined, keysFile: string): Promise<number> {
  const content = await openCopy(copy, key)
  const keys = await requireKeys(content, copy)
  await writeNew(keysFile, content).catch(async (error: unknown) => {
    if (!(error instanceof StartupFault) || !Buffer.from(content).equals(await readFile(keysFile))) throw error
  })
  return keys.length
}

async function openCopy(copy: string, key: Key | undefined): Promise<Uint8Array> {
  const content = await readFile(copy)
  if (!isSealed(content)) return content
  if (!key) throw new StartupFault(`${copy} is encrypted: name the file with its identity (--identity), or say --passphrase.`)
  const opened = await unsealFile(content, key)
  if (!opened) throw new StartupFault(`${copy} is encrypted for another identity or passphrase, or damaged.`)
  return opened
}

async function requireKeys(content: Uint8Array, file: string): Promise<PrivateKey[]> {
  const keys = await parseKeyFile(new TextDecoder().decode(content))
  if (!keys) throw new StartupFault(`${file} is damaged, or no file with the keys.`)
  return keys
}

/** All at once, and never over another file. */
async function writeNew(file: string, content: Uint8Array): Promise<void> {
  const folder = path.dirname(file)
  // PostgreSQL, which may run as another user, has to traverse its parents.
  await mkdir(path.dirname(folder), { recursive: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, file)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new StartupFault(`${file} exists already.`)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
