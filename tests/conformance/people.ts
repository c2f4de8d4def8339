import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Answer, Visit } from './visit.ts'

/** Everybody's. */
export const password = 'a good password 1'

export interface Person {
  email: string
  id: string
  token: string
  refreshToken: string
}

/** Whom a session belongs to, and its tokens. */
export const sessionIn = (answer: Answer, email: string): Person => ({
  email,
  id: answer.at('user', 'id'),
  token: answer.at('access_token'),
  refreshToken: answer.at('refresh_token'),
})

/** Somebody who has signed up and has not confirmed the address yet. */
export async function unconfirmed(visit: Visit): Promise<{ email: string; code: string; hash: string }> {
  const email = visit.address()
  await visit.prepare('POST', '/signup', { body: { email, password } })
  return { email, ...(await visit.received(email)) }
}

/** Somebody with a confirmed address, in the session that the confirmation opened. */
export async function confirmed(visit: Visit): Promise<Person> {
  const { email, code } = await unconfirmed(visit)
  return sessionIn(await visit.prepare('POST', '/verify', { body: { type: 'signup', email, token: code } }), email)
}

/** A session of their own, by password. */
export async function signedIn(visit: Visit, email: string): Promise<Person> {
  return sessionIn(await visit.prepare('POST', '/token?grant_type=password', { body: { email, password } }), email)
}

/** The moments of all requests for e-mails by this account, an hour or more ago. */
export async function letMailAge(visit: Visit, email: string, age = '2 hours'): Promise<void> {
  const columns = ['confirmation_sent_at', 'recovery_sent_at', 'email_change_sent_at', 'reauthentication_sent_at']
  const earlier = columns.map((name) => `${name} = ${name} - $2::interval`).join(', ')
  await visit.change(`update auth.users set ${earlier} where email = $1`, [email, age])
  await visit.change(
    `update auth.one_time_tokens set created_at = created_at - $2::interval, updated_at = updated_at - $2::interval
     where user_id = (select id from auth.users where email = $1)`,
    [email, age],
  )
}

/** A code that is not the right one. */
export const wrongCode = (code: string) => (code === '111111' ? '222222' : '111111')

/** The verifier of a PKCE flow and what is sent before it (RFC 7636 §4). */
export function challenge(): { verifier: string; sent: { code_challenge: string; code_challenge_method: 's256' } } {
  const verifier = randomBytes(32).toString('base64url')
  const digest = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, sent: { code_challenge: digest, code_challenge_method: 's256' } }
}

/** The code of an authenticator app now, or some steps of 30 seconds from now. */
export const appCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

export interface App {
  factorId: string
  secret: string
}

/** Enrolls an authenticator app, which has shown no code yet. */
export async function enrolled(visit: Visit, { token }: Person, name = 'phone'): Promise<App> {
  const answer = await visit.prepare('POST', '/factors', { token, body: { factor_type: 'totp', friendly_name: name } })
  return { factorId: answer.at('id'), secret: answer.at('totp', 'secret') }
}

/** Shows the app's code, which brings the session to aal2. */
export async function proved(visit: Visit, person: Person, { factorId, secret }: App): Promise<Person> {
  const asked = await visit.prepare('POST', `/factors/${factorId}/challenge`, { token: person.token, body: {} })
  const body = { challenge_id: asked.at('id'), code: appCode(secret) }
  return sessionIn(await visit.prepare('POST', `/factors/${factorId}/verify`, { token: person.token, body }), person.email)
}
