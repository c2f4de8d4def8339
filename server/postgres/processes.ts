import { spawn } from 'node:child_process'
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
