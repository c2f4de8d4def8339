import type { GoTrueClient, Session as AuthSession } from '@supabase/auth-js'
import * as v from 'valibot'
import { decoded } from './session.ts'

const proofsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    session_id: v.optional(v.string()),
    // How it was proven who this is, with times in seconds since 1970 (RFC 8176).
    amr: v.fallback(v.array(v.object({ method: v.string(), timestamp: v.number() })), []),
  }),
)

function proofsOf({ access_token: token }: AuthSession) {
  const claims = v.safeParse(proofsSchema, decoded(token.split('.')[1] ?? ''))
  return claims.success ? claims.output : { session_id: undefined, amr: [] }
}

/** The id of the session that is stored now. */
export async function readSessionId(auth: GoTrueClient): Promise<string | undefined> {
  const { data } = await auth.getSession()
  return data.session ? proofsOf(data.session).session_id : undefined
}

const secondMethods = new Set(['totp', 'mfa/totp', 'mfa/recovery_code'])

/** What has upgraded a session to aal2 last. */
export function lastSecondMethod(session: AuthSession): string | undefined {
  const second = proofsOf(session).amr.filter(({ method }) => secondMethods.has(method))
  return second.sort((one, other) => other.timestamp - one.timestamp)[0]?.method
}
