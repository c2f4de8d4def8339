import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from './exists.ts'

/**
 * The text of a file that only its owner can read (mode 0600), created on first use. When several processes call it concurrently,
 * one of them creates it, and all of them read the same, complete text.
 */
export async function readOrCreateSecret(file: string, create: () => Promise<string>): Promise<string> {
  if (!(await exists(file))) await writeFirst(file, await create())
  const { mode } = await stat(file)
  if (mode & 0o077) await chmod(file, 0o600)
  return readFile(file, 'utf8')
}

/** Replaces the text atomically: concurrent readers see the old or the new one. */
export async function replaceSecret(file: string, text: string): Promise<void> {
  await rename(await writeDraft(file, text), file)
}

/** Linking makes the complete file appear under its name, and succeeds for the first process only. */
async function writeFirst(file: string, text: string): Promise<void> {
  const draft = await writeDraft(file, text)
  try {
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}

async function writeDraft(file: string, text: string): Promise<string> {
  const folder = path.dirname(file)
  // Only the folder of the secrets is private: PostgreSQL, which may run as another user, may have to traverse its parents.
  await mkdir(path.dirname(folder), { recursive: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
