import { expect, test } from 'vitest'
import { authNetwork } from './auth-network.ts'

const answering = (body: string, init?: ResponseInit) => authNetwork(async () => new Response(body, init))
const token = 'https://example.com/auth/v1/token?grant_type='

test('the moment at which a token runs out is left to the clock of the visitor', async () => {
  const session = { access_token: 'a', expires_in: 3600, expires_at: 1_900_000_000, user: { id: 'a1' } }
  const response = await answering(JSON.stringify(session))(`${token}password`)
  expect(await response.json()).toEqual({ access_token: 'a', expires_in: 3600, user: { id: 'a1' } })
})

test('an answer that is no JSON, or empty, passes as it is', async () => {
  expect(await (await answering('{"expires_at"')(`${token}password`)).text()).toBe('{"expires_at"')
  const signedOut = await authNetwork(async () => new Response(null, { status: 204 }))('https://example.com/auth/v1/logout')
  expect([signedOut.status, await signedOut.text()]).toEqual([204, ''])
})

test('too many requests at a refresh are a reason to try later, not the end of the session', async () => {
  const refused = { status: 429, headers: { 'x-supabase-api-version': '2024-01-01' } }
  const refreshed = await answering('{"message":"slow down"}', refused)(`${token}refresh_token`)
  expect([refreshed.status, await refreshed.text()]).toEqual([503, '{"message":"slow down"}'])
  expect((await answering('{}', refused)(`${token}password`)).status).toBe(429)
})
