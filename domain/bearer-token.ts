/**
 * The bearer token of an `Authorization` header (RFC 6750 §2.1; the scheme in any case, RFC 9110 §11.1). Empty if no
 * valid token follows the scheme; undefined without the header and for other schemes.
 */
export function bearerToken(authorization: string | null | undefined): string | undefined {
  const [, credentials] = /^bearer(| .*)$/i.exec(authorization?.trim() ?? '') ?? []
  if (credentials === undefined) return undefined
  const token = credentials.trim()
  return /\s/.test(token) ? '' : token
}
