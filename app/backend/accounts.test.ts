import { AuthClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { readAccount, signOut } from './accounts.ts'
import { createRecovery } from './session.ts'
import { signIn, signUp } from './sign-in.ts'

const credentials = { email: 'hannah@example.com', password: 'correct horse' }
const user = { id: 'a1', email: 'hannah@example.com', identities: [{ id: 'i1' }] }
const session = { access_token: 'x.y.z', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, user }

/** The real client library, with a network that answers as told and a session kept nowhere. */
function authOver(network: () => Response | Promise<Response>) {
  const requests: Request[] = []
  const auth = new AuthClient({
    url: 'https://example.com/auth/v1',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: async (input, init) => {
      requests.push(new Request(input, init))
      return network()
    },
  })
  return { auth, requests }
}

const answering = (body: unknown, status = 200) => authOver(() => Response.json(body, { status }))
const refusing = (msg: string, status = 400) => answering({ code: status, error_code: 'some_code', msg }, status)
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

function full(): never {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

/** A tab that is in the middle of no recovery. */
function recoveryOf(userId?: string) {
  let kept = userId
  return createRecovery({
    read: () => kept,
    write(text) {
      kept = text
      return 'kept'
    },
    forget() {
      kept = undefined
    },
  })
}

const refused = (message: string) => ({ outcome: 'refused', message })

test('sign-up asks for a confirmation link to the root of the site', async () => {
  const { auth, requests } = answering({ ...user })
  expect(await signUp(auth, credentials, 'https://example.com/base/')).toEqual({ outcome: 'done' })
  const [request] = requests
  expect(new URL(request?.url ?? '').searchParams.get('redirect_to')).toBe('https://example.com/base/')
  expect(await request?.json()).toMatchObject(credentials)
})

test('sign-up with a returned session succeeds and leaves the visitor signed in', async () => {
  const { auth } = answering(session)
  expect(await signUp(auth, credentials, 'https://example.com/')).toEqual({ outcome: 'done' })
  const account = { userId: 'a1', email: 'hannah@example.com' }
  expect(await readAccount(auth, recoveryOf())).toEqual({ outcome: 'signed-in', account })
})

test('an e-mail that is taken is said so', async () => {
  const { auth } = refusing('User already registered', 422)
  expect(await signUp(auth, credentials, '/')).toEqual(refused('This email is already registered. Please sign in instead.'))
})

test('an e-mail that the backend hides as taken, by a user without identities, is said so too', async () => {
  const { auth } = answering({ ...user, identities: [] })
  expect(await signUp(auth, credentials, '/')).toEqual(refused('This email is already registered. Please sign in instead.'))
})

test("any other refusal of a sign-up shows the backend's message", async () => {
  const { auth } = refusing('Signups not allowed for this instance', 403)
  expect(await signUp(auth, credentials, '/')).toEqual(refused('Signups not allowed for this instance'))
})

test('wrong credentials are said in words for people', async () => {
  const { auth } = refusing('Invalid login credentials')
  expect(await signIn(auth, recoveryOf(), credentials)).toEqual(refused('Invalid email or password'))
})

test("any other refusal of a sign-in shows the backend's message", async () => {
  const { auth } = refusing('Email not confirmed')
  expect(await signIn(auth, recoveryOf(), credentials)).toEqual(refused('Email not confirmed'))
})

test('a network failure shows what the client library says of it', async () => {
  expect(await signUp(authOver(offline).auth, credentials, '/')).toEqual(refused('Failed to fetch'))
  expect(await signIn(authOver(offline).auth, recoveryOf(), credentials)).toEqual(refused('Failed to fetch'))
})

test('an answer that says nothing becomes the general message', async () => {
  expect(await signUp(answering({}, 503).auth, credentials, '/')).toEqual(refused('An error occurred during sign up'))
  expect(await signIn(answering({}, 503).auth, recoveryOf(), credentials)).toEqual(refused('An error occurred during sign in'))
})

test('a failure that the client library throws becomes the general message', async () => {
  const auth = new AuthClient({
    url: 'https://example.com/auth/v1',
    storage: { getItem: () => null, setItem: full, removeItem: () => undefined },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: async () => Response.json(session),
  })
  expect(await signUp(auth, credentials, '/')).toEqual(refused('An error occurred during sign up'))
  expect(await signIn(auth, recoveryOf(), credentials)).toEqual(refused('An error occurred during sign in'))
})

test('an address that has to be confirmed first is told apart, by its code', async () => {
  const { auth } = answering({ code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' }, 400)
  expect(await signIn(auth, recoveryOf(), credentials)).toEqual({ ...refused('Email not confirmed'), because: 'address-unconfirmed' })
})

test('with a second factor, a password alone signs nobody in', async () => {
  const factors = [{ id: 'f1', factor_type: 'totp', status: 'verified' }]
  const { auth } = answering({ ...session, user: { ...user, factors } })
  expect(await signIn(auth, recoveryOf(), credentials)).toEqual({ outcome: 'needs-code' })
  expect(await readAccount(auth, recoveryOf())).toEqual({ outcome: 'signed-out' })
})

test('whoever still has to choose a password is not signed in, and whoever knows one need not choose', async () => {
  const { auth } = answering(session)
  const recovery = recoveryOf('a1')
  await signUp(auth, credentials, '/')
  expect(await readAccount(auth, recovery)).toEqual({ outcome: 'signed-out' })
  await signIn(auth, recovery, credentials)
  expect(await readAccount(auth, recovery)).toMatchObject({ outcome: 'signed-in' })
})

test('signing out works without a network', async () => {
  const answers = [Response.json(session)]
  const { auth } = authOver(() => answers.shift() ?? offline())
  await signIn(auth, recoveryOf(), credentials)
  await signOut(auth)
  expect(await readAccount(auth, recoveryOf())).toEqual({ outcome: 'signed-out' })
})
