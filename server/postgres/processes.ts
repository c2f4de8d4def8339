import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Identity } from './binaries.ts'

export interface Finished {
  code: number | null
  /** What it said on its error stream; empty where that was not kept. */
  complaint: string
}

/**
 * Runs one of PostgreSQL's programs to its end, in a process group of its own: Ctrl-C is for the gateway, which then
 * ends the database in order. `silent` keeps no pipe open, since a server that it starts would hold it for good.
 */
export function runProgram(
  file: string,
  parameters: string[],
  identity: Identity,
  output: 'kept' | 'silent' = 'kept',
): Promise<Finished> {
  const child = spawn(file, parameters, {
    ...identity,
    cwd: '/',
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', output === 'kept' ? 'pipe' : 'ignore'],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, complaint: complaint.trim() }))
  })
}

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
