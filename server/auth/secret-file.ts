import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * The text of a file that only its owner may read (mode 0600), made by `create` when it is missing. Several
 * processes may ask at once: one of them makes it, all of them read the same text, and none reads half of it.
 */
export async function keepSecret(file: string, create: () => Promise<string>): Promise<string> {
  if (!(await exists(file))) await write(file, await create())
  const { mode } = await stat(file)
  if (mode & 0o077) await chmod(file, 0o600)
  return readFile(file, 'utf8')
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** A complete file appears under its final name by linking, which only the first process can do. */
async function write(file: string, text: string): Promise<void> {
  const folder = path.dirname(file)
  // Only the folder of the secrets is closed: PostgreSQL, as another user, may have to pass through its parents.
  await mkdir(path.dirname(folder), { recursive: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await handle.close()
    await rm(draft)
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
