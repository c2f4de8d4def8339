import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { manualClock } from '../../tests/helpers/manual-clock.ts'
import type { KeptText } from './browser-storage.ts'
import { createRecovery, type Session, watchSession } from './session.ts'

const user = { id: 'a1', email: 'hannah@example.com' }
const account = { userId: 'a1', email: 'hannah@example.com' }
const session = { access_token: 'x.y.z', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, user }
const levelTwo = { ...session, access_token: `x.${btoa('{"aal":"aal2"}')}.z` }

function memory(): KeptText {
  let kept: string | undefined
  return {
    read: () => kept,
    write(text) {
      kept = text
      return 'kept'
    },
    forget() {
      kept = undefined
    },
  }
}

/** A browser in which `stored` is the session, and a service that answers every request the same. */
function browser({ stored, answer = () => Response.json(session) }: { stored?: object; answer?: () => Response | Promise<Response> } = {}) {
  const entries = new Map(stored ? [['key', JSON.stringify(stored)]] : [])
  const { clock, advance } = manualClock()
  const recovery = createRecovery(memory())
  const auth = new AuthClient({
    url: 'https://example.com/auth/v1',
    storageKey: 'key',
    storage: {
      getItem: (name) => entries.get(name) ?? null,
      setItem: (name, text) => void entries.set(name, text),
      removeItem: (name) => void entries.delete(name),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: async () => answer(),
  })
  const heard: Session[] = []
  const first = Promise.withResolvers<void>()
  const release = watchSession({ auth, recovery, clock }, (found) => {
    heard.push(found)
    first.resolve()
  })
  return { auth, recovery, advance, heard, release, first: first.promise }
}

const signIn = (auth: GoTrueClient) => auth.signInWithPassword({ email: 'hannah@example.com', password: 'correct horse' })

test('the first thing heard is how the session stands, then every change, and nothing after letting go', async () => {
  const { auth, heard, first, release } = browser()
  await first
  await signIn(auth)
  await auth.signOut({ scope: 'local' })
  expect(heard).toEqual([{ state: 'signed-out' }, { state: 'signed-in', account }, { state: 'signed-out' }])
  release()
  await signIn(auth)
  expect(heard).toHaveLength(3)
})

test('a session that takes long to check is said to be out of reach, and is told when it is there', async () => {
  const answer = Promise.withResolvers<Response>()
  const { heard, advance } = browser({ stored: { ...session, expires_at: 1 }, answer: () => answer.promise })
  advance(3999)
  expect(heard).toEqual([])
  advance(1)
  expect(heard).toEqual([{ state: 'unreachable' }])
  answer.resolve(Response.json(session))
  await expect.poll(() => heard.at(-1)).toEqual({ state: 'signed-in', account })
})

const refused = () => Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 })

test('an expired session that the service refuses is signed out', async () => {
  const { heard, first } = browser({ stored: { ...session, expires_at: 1 }, answer: refused })
  await first
  expect(heard.at(-1)).toEqual({ state: 'signed-out' })
})

const factorsOf = (...types: string[]) => types.map((factor_type, index) => ({ id: `f${index}`, factor_type, status: 'verified' }))

test.for([
  { what: 'a verified authenticator app', answer: { ...session, user: { ...user, factors: factorsOf('phone', 'totp', 'totp', 'recovery_code') } }, stands: { state: 'needs-code', apps: ['f1', 'f2'], recoveryCodes: 'made' } },
  { what: 'another kind of factor', answer: { ...session, user: { ...user, factors: factorsOf('webauthn') } }, stands: { state: 'needs-code', apps: [], recoveryCodes: 'none' } },
  { what: 'a factor that was shown', answer: { ...levelTwo, user: { ...user, factors: factorsOf('totp') } }, stands: { state: 'signed-in', account } },
  { what: 'an unverified factor', answer: { ...session, user: { ...user, factors: [{ id: 'f0', factor_type: 'totp', status: 'unverified' }] } }, stands: { state: 'signed-in', account } },
])('$what decides whether a code is asked for', async ({ answer, stands }) => {
  const { auth, heard, first } = browser({ answer: () => Response.json(answer) })
  await first
  await signIn(auth)
  expect(heard.at(-1)).toEqual(stands)
})

test('a recovery asks for a new password in the tab that caused it, until one is set', async () => {
  const { auth, recovery, heard, first } = browser()
  await first
  await recovery.during(() => auth.verifyOtp({ email: 'hannah@example.com', token: '123456', type: 'recovery' }))
  expect(heard.at(-1)).toEqual({ state: 'choosing-password', account })
  await auth.updateUser({ password: 'a new password' })
  expect(heard.at(-1)).toEqual({ state: 'signed-in', account })
})

test('a recovery in another tab only signs in here', async () => {
  const { auth, heard, first } = browser()
  await first
  // What the other tab did is heard here as the same event.
  await auth.verifyOtp({ email: 'hannah@example.com', token: '123456', type: 'recovery' })
  expect(heard.at(-1)).toEqual({ state: 'signed-in', account })
})
