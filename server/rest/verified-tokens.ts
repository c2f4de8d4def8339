import { createHash } from 'node:crypto'
import type { Claims } from '../postgres/database.ts'

type Verify = (token: string) => Promise<Claims | undefined>

const mostRemembered = 1000

/** So late a key that was withdrawn is noticed; keys themselves are read as seldom. */
const longestMs = 60_000

/**
 * Verifies a token once a minute at most, since a signature costs more than the rest of a request. Remembers genuine
 * tokens only, by their hash, and none beyond its expiry. Whether the session goes on is asked at each request.
 */
export function rememberVerified(verify: Verify, now: () => Date): Verify {
  const remembered = new Map<string, { claims: Claims; untilMs: number }>()
  return async (token) => {
    const key = createHash('sha256').update(token).digest('base64')
    const nowMs = now().getTime()
    const found = remembered.get(key)
    if (found && nowMs < found.untilMs) return found.claims
    remembered.delete(key)
    const claims = await verify(token)
    if (typeof claims?.exp !== 'number') return claims
    // A map keeps the order of insertion: the first is the oldest.
    const [oldest] = remembered.keys()
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest)
    remembered.set(key, { claims, untilMs: Math.min(claims.exp * 1000, nowMs + longestMs) })
    return claims
  }
}
