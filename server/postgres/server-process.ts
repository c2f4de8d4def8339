import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Whether the living process with this number is a PostgreSQL server. True where that cannot be found out: a server
 * that is taken for something else would have its lock file removed.
 */
export async function isServerProcess(pid: number): Promise<boolean> {
  const command = await commandOf(pid)
  return command === undefined || /postgres|postmaster/i.test(command)
}

async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (process.platform === 'win32') return undefined
  return promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => undefined,
  )
}
