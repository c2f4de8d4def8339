import { DatabaseError } from 'pg'
import { errorCode } from '../../domain/error-facts.ts'
import { StartupFault } from '../runtime/startup-fault.ts'

/**
 * Whether the database is unreachable, so that a retry may succeed soon: connecting failed, the
 * connection broke, or the server refuses connections, has none left or is shutting down.
 */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error) ?? ''
  if (error instanceof DatabaseError) return sqlstates.some((start) => code.startsWith(start))
  return systemCodes.has(code) || driverSentence.test(error.message)
}

/**
 * Whether nothing can be written for want of room: the disk is full, or writing has ended before it is (SQLSTATE disk_full,
 * read_only_sql_transaction).
 */
export const isOutOfRoom = (error: unknown) => ['53100', '25006'].includes(errorCode(error) ?? '')

/** What whoever wanted to save something is told then. */
export const noRoomSentence = 'Nothing can be saved at the moment. Please try again later.'

/** A connection error at the start as a StartupFault, without the password. */
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
  if (error instanceof Error && withoutPassword.test(error.message)) {
    return new StartupFault(`${target} asks for a password, and there is none: it is missing in the address and in PGPASSWORD.`)
  }
  if (!isConnectionFault(error)) return error
  // The driver's own timeout has no code.
  const because = code && ` (${code})`
  return new StartupFault(`${target} cannot be reached${because}. Start it, or correct DATABASE_URL.`)
}

// SQLSTATE classes: connection exceptions, authorization, insufficient resources, and 57P for a shutdown.
const sqlstates = ['08', '28', '53', '57P']

const systemCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH',
  'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN',
  // A socket file that is missing, or that may not be used.
  'ENOENT', 'EACCES',
])

// Of node-postgres, before anything is sent.
const withoutPassword = /^SASL: .*client password must be a (?:non-empty )?string$/

// The errors that node-postgres throws without a code.
const driverSentence = new RegExp(
  `^(?:${[
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Connection terminated(?: unexpectedly| due to connection timeout)?',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ].join('|')})$`,
)
