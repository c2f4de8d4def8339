import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { type Account, readSession, type Recovery } from './session.ts'

export type { Account } from './session.ts'

export type Answer = { outcome: 'done' } | Refused

/** `address-unconfirmed`: the way on is another confirmation e-mail. */
export type Refused = { outcome: 'refused'; message: string; because?: 'address-unconfirmed' }

export type AccountReading = { outcome: 'signed-in'; account: Account } | { outcome: 'signed-out' | 'unreachable' }

export const done: Answer = { outcome: 'done' }
export const refused = (message: string): Refused => ({ outcome: 'refused', message })

/** auth-js turns an error body that it cannot read into the text `{}`: nothing for people to read. */
export const readable = ({ message }: AuthError) => (/\w/.test(message) ? message : undefined)

/** Signs this browser out, also when the network is away; other devices stay signed in. */
export async function signOut(auth: GoTrueClient): Promise<void> {
  await auth.signOut({ scope: 'local' })
}

/** Who is signed in now; an expired session is refreshed first. A session that lacks its code or password is none yet. */
export async function readAccount(auth: GoTrueClient, recovery: Recovery): Promise<AccountReading> {
  const session = await readSession(auth, recovery)
  switch (session.state) {
    case 'signed-in':
      return { outcome: 'signed-in', account: session.account }
    case 'unreachable':
      return { outcome: 'unreachable' }
    default:
      return { outcome: 'signed-out' }
  }
}
