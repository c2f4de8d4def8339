import type { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import type { TestAuth } from './auth.ts'
import { signedUp } from './people.ts'

export const stepMs = 30_000

/** The code of an authenticator app at the service's time, plus some steps. */
export function codeOf(auth: TestAuth, secret: string, stepsFromNow = 0): string {
  const timestamp = auth.now().getTime() + stepsFromNow * stepMs
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** A code that is wrong at this time. */
export function wrongCode(auth: TestAuth, secret: string): string {
  const right = new Set([-1, 0, 1].map((steps) => codeOf(auth, secret, steps)))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
}

export interface Authenticator {
  factorId: string
  secret: string
}

/** Enrolls a factor, which is unverified. */
export async function enroll(client: GoTrueClient, friendlyName = 'phone app'): Promise<Authenticator> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret }
}

/** Answers a challenge with the right code, which upgrades the client's session to aal2. */
export async function prove(auth: TestAuth, client: GoTrueClient, { factorId, secret }: Authenticator): Promise<void> {
  // A code works once.
  auth.advance(stepMs)
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: codeOf(auth, secret) })
  if (error) throw error
}

export interface PersonWithApp {
  client: GoTrueClient
  email: string
  app: Authenticator
}

/** Somebody with an authenticator app that has not shown a code yet. */
export async function withApp(auth: TestAuth): Promise<PersonWithApp> {
  const { client, email } = await signedUp(auth.app)
  return { client, email, app: await enroll(client) }
}

export async function challengeFor({ client, app }: PersonWithApp): Promise<string> {
  const { data, error } = await client.mfa.challenge({ factorId: app.factorId })
  if (error) throw error
  return data.id
}

export const answerTo = ({ client, app }: PersonWithApp, challengeId: string, code: string) =>
  client.mfa.verify({ factorId: app.factorId, challengeId, code })
