import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The user that a program runs as; empty for the current one. */
export interface Identity {
  uid?: number
  gid?: number
}

/** The only variables that PostgreSQL's programs see: whoever it runs as could read the others, which hold secrets. */
const programVariables = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']

export const programEnvironment = () =>
  Object.fromEntries(programVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

export interface Finished {
  code: number | null
  /** What it wrote to standard error; empty if that was not kept. */
  stderr: string
}

/**
 * Runs one of PostgreSQL's programs in a process group of its own, so that Ctrl-C reaches only the gateway, which then
 * stops the database in order. `silent` opens no pipe, which a server started by the program would inherit.
 */
export function runProgram(
  file: string,
  parameters: string[],
  identity: Identity,
  output: 'kept' | 'silent' = 'kept',
): Promise<Finished> {
  const child = spawn(file, parameters, {
    ...identity,
    env: programEnvironment(),
    cwd: '/',
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', output === 'kept' ? 'pipe' : 'ignore'],
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stderr: stderr.trim() }))
  })
}

/**
 * Whether the living process with this id is a PostgreSQL server. True if unknown, since the lock file of a living server
 * must not be removed.
 */
export async function isServerProcess(pid: number): Promise<boolean> {
  const command = await commandOf(pid)
  return command === undefined || /postgres|postmaster/i.test(command)
}

async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (process.platform === 'win32') return undefined
  return promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)], { env: programEnvironment() }).then(
    ({ stdout }) => stdout,
    () => undefined,
  )
}
