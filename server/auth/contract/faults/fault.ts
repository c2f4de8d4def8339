import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Result } from '../../../../domain/result.ts'

/** An expected failure in the contract's terms: HTTP status, stable code, and a message for people. */
export interface AuthFault {
  status: ContentfulStatusCode
  code: string
  message: string
  /** Only for weak passwords: the unmet requirements. */
  reasons?: string[]
  /** The header Retry-After. */
  retryAfterSeconds?: number
  /** Some older faults have the format of OAuth errors (RFC 6749 §5.2), with this instead of a code. */
  oauthError?: string
}

/** The result of an operation of the sign-in service. */
export type AuthResult<Value> = Result<Value, AuthFault>

/** One entry of the tables of faults. */
export function fault(status: ContentfulStatusCode, code: string, message: string, reasons?: string[]): AuthFault {
  return reasons ? { status, code, message, reasons } : { status, code, message }
}
