import { errorCode, isConnectionFault } from './postgres/connection-fault.ts'

/** A start that cannot go on, as one plain sentence for the operator: what is wrong and what to do. */
export class StartupFault extends Error {
  override name = 'StartupFault'
}

/**
 * The sentence for an error met while starting, or undefined where nothing better than the error itself can be said.
 * `subject` names what was being started, such as "the data folder /srv/site/data".
 */
export function explainStartError(error: unknown, subject: string): string | undefined {
  if (error instanceof StartupFault) return error.message
  const text = error instanceof Error ? error.message : String(error)
  const code = errorCode(error) ?? ''
  if (code === 'ENOSPC' || /no space left on device/i.test(text)) {
    return `The disk is full, so ${subject} cannot be used. Free some space or set DATA_DIR to a folder on another disk.`
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `No permission to use ${subject}. Change its owner or choose another place with DATA_DIR.`
  }
  return undefined
}

/** A database that cannot be reached at the start, without its password. */
export function explainConnectError(error: unknown, url: string): unknown {
  if (error instanceof StartupFault) return error
  const { host, pathname, username } = new URL(url)
  const target = `PostgreSQL at ${host}`
  const code = errorCode(error) ?? ''
  // SQLSTATE class 28 (authorization) and 3D000 (catalog name).
  if (code.startsWith('28')) return new StartupFault(`${target} refuses the user "${username}". Correct DATABASE_URL.`)
  if (code === '3D000') {
    return new StartupFault(`${target} has no database "${pathname.slice(1)}". Create it, or correct DATABASE_URL.`)
  }
  if (!isConnectionFault(error)) return error
  // The driver's own time limit carries no code.
  const because = code && ` (${code})`
  return new StartupFault(`${target} cannot be reached${because}. Start it, or correct DATABASE_URL.`)
}
