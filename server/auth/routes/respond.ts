import type { Context, Hono } from 'hono'
import type { AuthFault, AuthResult } from '../contract/faults.ts'
import type { AuthService } from '../operations/auth-service.ts'

/** The endpoints of one subject. */
export type RouteGroup = (service: AuthService) => Hono

/** Answers with JSON, or with the fault in the contract's format. */
export function respond(context: Context, result: AuthResult<object>): Response {
  return 'ok' in result ? context.json(result.ok) : refuse(context, result.fault)
}

/**
 * Answers with a fault in the format of the requested API version: since 2024-01-01 `code` is the stable
 * code, before that it was the HTTP status. Clients read the version back from the same header
 * (supabase/auth internal/api/errors.go).
 */
export function refuse(context: Context, fault: AuthFault): Response {
  const { status, code, message, reasons, retryAfterSeconds, oauthError } = fault
  if (oauthError) return context.json({ error: oauthError, error_description: message }, status)
  const weakPassword = reasons && { weak_password: { reasons } }
  if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds))
  context.header('X-Sb-Error-Code', code)
  const asked = context.req.header(versionHeader) ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asked) || asked < codedVersion) {
    return context.json({ code: status, error_code: code, msg: message, ...weakPassword }, status)
  }
  context.header(versionHeader, codedVersion)
  return context.json({ code, message, ...weakPassword }, status)
}

const versionHeader = 'X-Supabase-Api-Version'
const codedVersion = '2024-01-01'
