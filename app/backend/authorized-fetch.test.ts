import { AuthClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { authorizedFetch } from './authorized-fetch.ts'

const address = 'https://example.com/rest/v1/enrollments'
const sessionOf = (token: string, expiresIn = 3600) => ({
  access_token: token,
  refresh_token: `refresh-${token}`,
  token_type: 'bearer',
  expires_in: expiresIn,
  user: { id: 'a1', email: 'hannah@example.com' },
})

/** A signed-in browser: what its refreshes are answered, and which tokens the backend finds good. */
async function signedIn({ refreshes, good, expiresIn }: { refreshes: (() => Response)[]; good: string[]; expiresIn?: number }) {
  const sent: (string | null)[] = []
  const auth = new AuthClient({
    url: 'https://example.com/auth/v1',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: async (input) => {
      const url = new Request(input).url
      if (url.includes('grant_type=password')) return Response.json(sessionOf('first', expiresIn))
      if (url.includes('grant_type=refresh_token')) return refreshes.shift()?.() ?? Promise.reject(new TypeError('Failed to fetch'))
      return new Response(null, { status: 204 })
    },
  })
  await auth.signInWithPassword({ email: 'hannah@example.com', password: 'correct horse' })
  const network = authorizedFetch(auth, async (_input, init) => {
    const bearer = new Headers(init?.headers).get('authorization')
    sent.push(bearer)
    return good.includes(bearer ?? '') ? Response.json({ ok: init?.body }) : Response.json({}, { status: 401 })
  })
  return { auth, network, sent }
}

test('a request carries the token of the session and keeps its other headers', async () => {
  const { network, sent } = await signedIn({ refreshes: [], good: ['Bearer first'] })
  expect((await network(address, { headers: { prefer: 'return=minimal' } })).status).toBe(200)
  expect(sent).toEqual(['Bearer first'])
})

test('a token that the backend refuses is refreshed once, and the same request is sent again', async () => {
  const { network, sent } = await signedIn({ refreshes: [() => Response.json(sessionOf('second'))], good: ['Bearer second'] })
  const response = await network(address, { method: 'POST', body: '{"city":"Anytown"}' })
  expect(await response.json()).toEqual({ ok: '{"city":"Anytown"}' })
  expect(sent).toEqual(['Bearer first', 'Bearer second'])
})

test('a fresh token that is refused too ends in the refusal, not in a loop', async () => {
  const { network, sent } = await signedIn({ refreshes: [() => Response.json(sessionOf('second'))], good: [] })
  expect((await network(address)).status).toBe(401)
  expect(sent).toEqual(['Bearer first', 'Bearer second'])
})

const gone = () => Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 })

test('a session that the backend knows no more is ended here as well', async () => {
  const { auth, network } = await signedIn({ refreshes: [gone], good: [] })
  expect((await network(address)).status).toBe(401)
  expect((await auth.getSession()).data.session).toBeNull()
})

test('nothing is sent without the token of somebody who is signed in', async () => {
  const { auth, network, sent } = await signedIn({ refreshes: [], good: ['Bearer first'] })
  await auth.signOut({ scope: 'local' })
  await network(address)
  expect(sent).toEqual([null])
})
