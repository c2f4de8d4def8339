import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { homedir } from 'node:os'
import { programEnvironment } from '../postgres/processes.ts'
import { unshipped } from './folder.ts'

/** Runs BACKUP_COMMAND for a backup. If that fails the file is renamed accordingly, and the error goes on. */
export async function bringAway(command: string, file: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await ship(command, file, signal)
  } catch (error) {
    await rename(file, unshipped(file))
    throw error
  }
}

const shippingLimitMs = 60 * 60 * 1000

/**
 * Runs the operator's command, whose words about a failure go to the gateway's own standard error. It sees none of the settings,
 * secrets among them: what it needs itself is in files of its user's home.
 */
async function ship(command: string, file: string, signal: AbortSignal | undefined): Promise<void> {
  const limit = AbortSignal.timeout(shippingLimitMs)
  const child = spawn('sh', ['-c', command], {
    env: { ...programEnvironment(), HOME: homedir(), BACKUP_FILE: file },
    stdio: ['ignore', 'ignore', 'inherit'],
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
  await once(child, 'close')
  if (child.exitCode !== 0) throw Object.assign(new Error('BACKUP_COMMAND failed'), { code: `exit code ${child.exitCode}` })
}
