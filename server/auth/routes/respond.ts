import type { Context } from 'hono'
import type { AuthFault } from '../contract/faults.ts'

/**
 * Answers with a fault in the form that the caller's API version expects: since 2024-01-01 `code` is the stable
 * code, before that it was the HTTP status. Clients read the version back from the same header.
 */
export function refuse(context: Context, answer: AuthFault): Response {
  const { status, code, message, reasons, retryAfterSeconds, oauthError } = answer
  if (oauthError) return context.json({ error: oauthError, error_description: message }, status)
  const weakPassword = reasons && { weak_password: { reasons } }
  // Nobody waits for the rest of a body that is too large.
  if (status === 413) context.header('Connection', 'close')
  if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds))
  const asked = context.req.header(versionHeader) ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asked) || asked < codedVersion) {
    return context.json({ code: status, error_code: code, msg: message, ...weakPassword }, status)
  }
  context.header(versionHeader, codedVersion)
  return context.json({ code, message, ...weakPassword }, status)
}

const versionHeader = 'X-Supabase-Api-Version'
const codedVersion = '2024-01-01'
