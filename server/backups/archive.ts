import { createWriteStream, openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { StartupFault } from '../runtime/startup-fault.ts'
import { maxEntryBytes } from './format.ts'
import { isSealed, type Key, type Sealer, unseal } from './lock.ts'

export type AddEntry = (name: string, content: Uint8Array) => Promise<void>

/** Writes a new file that only its owner can read, with whatever `fill` adds. `seal` encrypts it. */
export async function writeArchive(
  file: string,
  seal: Sealer['seal'] | undefined,
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker()
  const mtime = new Date()
  const packed = readable.pipeThrough(new CompressionStream('gzip'))
  const content = seal ? await seal(packed) : packed
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const writing = content.pipeTo(Writable.toWeb(stream))
  const outcome = writing.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  try {
    await fill(async (name, bytes) => {
      const writer = controller.add({ name, size: bytes.length, mode: 0o600, mtime }).getWriter()
      await writer.write(bytes)
      await writer.close()
    })
    controller.finalize()
  } catch (error) {
    controller.error(error)
    // A disk that is full is the reason why nothing more could be added.
    throw (await outcome)?.error ?? error
  }
  await writing
}

export interface Entry {
  name: string
  content: Uint8Array
}

/** The entries of such a file, in their order. Whatever is wrong with it is a StartupFault. */
export async function* readArchive(file: string, key: Key | undefined): AsyncGenerator<Entry> {
  try {
    for await (const { header, body } of (await openArchive(file, key)).pipeThrough(createTarDecoder({ strict: true }))) {
      if (header.size > maxEntryBytes) throw new StartupFault(`${file} has an entry of ${header.size} bytes, which no backup has.`)
      yield { name: header.name, content: await buffer(body) }
    }
  } catch (error) {
    throw asReadingFault(error, file)
  }
}

async function openArchive(file: string, key: Key | undefined): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const start = await startOf(file)
  const content = (await openAsBlob(file)).stream()
  if (!isSealed(start)) return content.pipeThrough(new DecompressionStream('gzip'))
  if (!key) throw new StartupFault(`${file} is encrypted: name the file with its identity (--identity), or say --passphrase.`)
  const opened = await unseal(content, key).catch((error: unknown) => {
    if (error instanceof StartupFault) throw error
    throw new StartupFault(`${file} is encrypted for another identity or passphrase.`)
  })
  return opened.pipeThrough(new DecompressionStream('gzip'))
}

async function startOf(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    return (await handle.read(new Uint8Array(64), 0, 64, 0)).buffer
  } finally {
    await handle.close()
  }
}

/** Errors of the disk stay what they are; those of gzip, tar and age say that the file is no whole backup. */
function asReadingFault(error: unknown, file: string): unknown {
  if (error instanceof StartupFault) return error
  if (error instanceof Error && 'syscall' in error) return error
  return new StartupFault(`${file} is damaged, cut off, or no backup${error instanceof Error ? ` (${error.message})` : ''}.`)
}
