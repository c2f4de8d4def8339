import type { APIRequestContext } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { password } from './auth-card.ts'
import { keptEmailTo } from './kept-emails.ts'

/** What an authenticator app shows; a code is good once, so that each use takes another step of half a minute. */
export type Authenticator = (step: 'now' | 'next') => string

/** Makes an account that has an authenticator app, and before it one that was begun and never verified. */
export async function createGuardedAccount(
  request: APIRequestContext,
  email: string,
  dataFolder: string,
): Promise<Authenticator> {
  await post(request, 'signup', undefined, { email, password })
  // What was there before the address was proved does not outlive the proof.
  const { code } = await keptEmailTo(dataFolder, email, 'Confirm your email address')
  const confirmed = await post(request, 'verify', undefined, { email, token: code, type: 'signup' })
  const token: string = confirmed.access_token
  await post(request, 'factors', token, { factor_type: 'totp', friendly_name: 'begun and left' })
  const factor = await post(request, 'factors', token, { factor_type: 'totp', friendly_name: 'phone app' })
  const totp = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) })
  const codeAt = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  const challenge = await post(request, `factors/${factor.id}/challenge`, token, {})
  await post(request, `factors/${factor.id}/verify`, token, { challenge_id: challenge.id, code: codeAt(-1) })
  return (step) => codeAt(step === 'now' ? 0 : 1)
}

async function post(request: APIRequestContext, path: string, token: string | undefined, body: object) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const response = await request.post(`auth/v1/${path}`, { headers, data: body })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}
