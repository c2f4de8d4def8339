import { DatabaseError } from 'pg'

/**
 * Whether the database is away, so that the same request may succeed in a moment: no connection was to be had, it
 * broke, or the server refuses it, has no room left or is going down.
 */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error) ?? ''
  if (error instanceof DatabaseError) return sqlstates.some((start) => code.startsWith(start))
  return systemCodes.has(code) || driverSentence.test(error.message)
}

/** A system or SQLSTATE code; an error's text may quote what a person typed and is not logged. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

// Connection exceptions, refused authorization, insufficient resources, operator intervention: a shutdown (57P).
const sqlstates = ['08', '28', '53', '57P']

const systemCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH',
  'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN',
  // A socket file that is missing or not ours.
  'ENOENT', 'EACCES',
])

// What node-postgres throws without any code.
const driverSentence = new RegExp(
  `^(?:${[
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Connection terminated(?: unexpectedly| due to connection timeout)?',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ].join('|')})$`,
)
