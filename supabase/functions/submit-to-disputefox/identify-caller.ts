import type { Caller } from './handler.ts'
import { sameSecret } from './same-secret.ts'

/**
 * Who calls the Edge Function. A secret key is no token, so it comes in the header `apikey`; the older service key may
 * also come as a bearer token.
 */
export function createCallerIdentifier(
  serviceKey: string,
  verifyToken: (token: string) => Promise<{ userId: string } | undefined>,
): (request: Request) => Promise<Caller | undefined> {
  return async (request) => {
    const token = bearerToken(request)
    for (const secret of [request.headers.get('apikey'), token]) {
      if (secret && (await sameSecret(secret, serviceKey))) return 'service'
    }
    return token ? verifyToken(token) : undefined
  }
}

/** The bearer token of a request (RFC 6750 §2.1). */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
