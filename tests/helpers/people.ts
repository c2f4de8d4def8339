import { randomUUID } from 'node:crypto'
import type { GoTrueClient, Session } from '@supabase/auth-js'
import type { Hono } from 'hono'
import { clientOf, type TestAuth } from './auth.ts'
import { emailTo } from './emails.ts'

/** Everybody's. */
export const password = 'a good password'

export const freshEmail = () => `ruth.${randomUUID()}@example.com`

/** Somebody who has just signed up and has proved no address yet. */
export async function signedUp(app: Hono): Promise<{ client: GoTrueClient; email: string; session: Session }> {
  const [client, email] = [clientOf(app), freshEmail()]
  const { data, error } = await client.signUp({ email, password })
  if (!data.session) throw error ?? new Error('no session')
  return { client, email, session: data.session }
}

/** Another browser of theirs. */
export async function signedInAgain(app: Hono, email: string): Promise<GoTrueClient> {
  const client = clientOf(app)
  const { error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

/** Somebody with a confirmed address who is signed in. */
export async function confirmed(auth: TestAuth, flow?: 'pkce'): Promise<{ client: GoTrueClient; email: string }> {
  const { email } = await signedUp(auth.app)
  const client = clientOf(auth.app, flow)
  await client.verifyOtp({ email, token: emailTo(auth, email).code, type: 'signup' })
  return { client, email }
}
