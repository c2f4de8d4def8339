// What may be logged of an error. Never its message, which may quote what a person typed.

/** The kind of error, such as `TypeError`. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/** A system code, or the SQLSTATE of a database error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
