import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An expected failure as the contract tells it: HTTP status, stable code, sentence for people. */
export interface AuthFault {
  status: ContentfulStatusCode
  code: string
  message: string
  /** Only of weak passwords: what they lack. */
  reasons?: string[]
  /** When it is worth trying again. */
  retryAfterSeconds?: number
  /** Some older faults are answered in OAuth's form (RFC 6749 §5.2), which has this instead of a code. */
  oauthError?: string
}

/** What a step of the sign-in service comes to. */
export type Answer<Value> = { ok: Value } | { fault: AuthFault }

/** One line of the table. */
export function fault(status: ContentfulStatusCode, code: string, message: string, reasons?: string[]): AuthFault {
  return reasons ? { status, code, message, reasons } : { status, code, message }
}
