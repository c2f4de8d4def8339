import type { Page, Request } from '@playwright/test'

/**
 * Answers shaped as the sign-in service's contract has them (Supabase Auth, API version 2024-01-01), for what the gateway
 * under test never says: it has no mail server, so that accounts are usable at once, and knows authenticator apps only.
 */
export const userId = '00000000-0000-4000-8000-00000000a001'

export interface Person {
  email: string
  aal?: 'aal1' | 'aal2'
  factors?: { id: string; factor_type: 'totp' | 'phone' | 'webauthn'; status: 'verified' | 'unverified' }[]
}

const base64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function personAnswer({ email, factors }: Person) {
  return { id: userId, aud: 'authenticated', role: 'authenticated', email, identities: [{ id: 'i1' }], ...(factors ? { factors } : {}) }
}

/** What signing in, exchanging a code and verifying one answer. */
export function sessionAnswer(person: Person) {
  const expiresAt = Math.round(Date.now() / 1000) + 3600
  const claims = { sub: userId, aal: person.aal ?? 'aal1', exp: expiresAt, session_id: 's1' }
  return {
    access_token: `${base64Url({ alg: 'ES256', typ: 'JWT' })}.${base64Url(claims)}.c2lnbmF0dXJl`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    refresh_token: 'refresh-1',
    user: personAnswer(person),
  }
}

export function refusal(status: number, code: string, message: string) {
  return { status, headers: { 'x-supabase-api-version': '2024-01-01' }, json: { code, message } }
}

type Reply = ReturnType<typeof refusal> | { json: object }

/** Answers every request below `/auth/v1` whose method and path match, in turn, the last answer again and again. */
export async function answer(page: Page, call: string, ...replies: Reply[]): Promise<Request[]> {
  const [method, path] = call.split(' ')
  const asked: Request[] = []
  await page.route(`**/auth/v1${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    asked.push(route.request())
    await route.fulfill(replies.length > 1 ? replies.shift() : replies[0])
  })
  return asked
}
