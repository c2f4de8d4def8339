import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

const withToken = (token: string) =>
  rest.request('/enrollments?select=id', { headers: { authorization: `Bearer ${token}` } })

test('a genuine token decides the role', async () => {
  expect((await withToken(await rest.sign({ role: 'service_role' }))).status).toBe(200)
})

test('an expired token is called expired', async () => {
  const response = await withToken(await rest.sign({ role: 'service_role' }, -60))
  expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token", error_description="JWT expired"')
  expect(await refusalOf(response)).toBe('401 PGRST303 JWT expired')
})

test('a forged or malformed token is refused', async () => {
  const [header, , signature] = (await rest.sign({ role: 'authenticated' })).split('.')
  const claims = Buffer.from(JSON.stringify({ role: 'service_role', exp: 4e9 })).toString('base64url')
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  for (const forged of [`${header}.${claims}.${signature}`, `${unsigned}.${claims}.`, 'a.b.c']) {
    expect(await refusalOf(withToken(forged))).toBe('401 PGRST301 No suitable key or wrong key type')
  }
  expect(await refusalOf(withToken('abc'))).toBe('401 PGRST301 Expected 3 parts in JWT; got 1')
  expect(await refusalOf(withToken(''))).toBe('401 PGRST301 Empty JWT is sent in Authorization header')
})

test('without a token the caller is anonymous, and is asked for one', async () => {
  const response = await rest.request('/enrollments?select=id')
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await refusalOf(response)).toBe('401 42501 permission denied for table enrollments')
})

test('a person\'s token is worth nothing once its session has ended, or without one', async () => {
  const { claims } = await addUser(rest.database, 'orpah@example.com')
  const { session_id: sessionId, ...sessionless } = claims
  const [token, own, foreign] = await Promise.all([
    rest.sign(claims),
    rest.sign(sessionless),
    rest.sign({ ...claims, sub: rest.ruth.id }),
  ])
  expect((await withToken(token)).status).toBe(200)
  await rest.database.query({ text: 'delete from auth.sessions where id = $1', values: [sessionId] })
  const ended = '401 PGRST301 Session from session_id claim in JWT does not exist'
  for (const dead of [token, own, foreign]) {
    expect(await refusalOf(withToken(dead))).toBe(ended)
    const body = JSON.stringify({ p_repeats: 'never' })
    expect(await refusalOf(rest.request('/rpc/lease_delivery', { method: 'POST', token: dead, body }))).toBe(ended)
  }
})
