import { bearerToken } from '../../../domain/bearer-token.ts'
import type { User } from '../../../deliveries/delivery-store.ts'
import type { Caller } from './handler.ts'

/**
 * Identifies who calls the Edge Function. A secret key is not a token, so it comes in the header `apikey`; the legacy
 * service key may also come as a bearer token.
 */
export function createCallerIdentifier(
  serviceKey: string,
  verifyToken: (token: string) => Promise<User | undefined>,
): (request: Request) => Promise<Caller | undefined> {
  return async (request) => {
    const token = bearerToken(request.headers.get('authorization'))
    for (const secret of [request.headers.get('apikey'), token]) {
      if (secret && (await sameSecret(secret, serviceKey))) return 'service'
    }
    return token ? verifyToken(token) : undefined
  }
}

/** Compares two secrets in constant time: digests have equal lengths, and every byte is compared. */
export async function sameSecret(one: string, other: string): Promise<boolean> {
  const digests = await Promise.all(
    [one, other].map((text) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  )
  const [first, second] = digests.map((digest) => new Uint8Array(digest))
  return first?.reduce((difference, byte, index) => difference | (byte ^ (second?.[index] ?? 0)), 0) === 0
}
