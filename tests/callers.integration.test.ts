import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from './helpers/enrollments.ts'
import { startGateway, type TestGateway } from './helpers/gateway.ts'

// A ban and a deletion by the service key hold everywhere at once (R-CALLER), though the access token is still valid.

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.stop())

const sessionSchema = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) })

async function signUp() {
  const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'a good password' })
  const response = await fetch(`${gateway.url}/auth/v1/signup`, { method: 'POST', body })
  return v.parse(sessionSchema, await response.json())
}

const codeSchema = v.object({ code: v.optional(v.unknown()), error_code: v.optional(v.unknown()) })

/** Status and code of what each interface answers to this token: tables, SQL functions, the delivery, the account. */
async function answersTo({ access_token: token, user }: v.InferOutput<typeof sessionSchema>): Promise<unknown[]> {
  const asked: [method: string, path: string, body?: object][] = [
    ['GET', '/rest/v1/enrollments?select=id'],
    ['POST', '/rest/v1/enrollments', validRow(user.id)],
    ['POST', '/rest/v1/rpc/delivery_health', {}],
    ['POST', '/functions/v1/submit-to-disputefox', {}],
    ['GET', '/auth/v1/user'],
  ]
  return Promise.all(
    asked.map(async ([method, path, body]) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init: RequestInit = { method, headers }
      if (body) init.body = JSON.stringify(body)
      const response = await fetch(gateway.url + path, init)
      const text = await response.text()
      const read = v.safeParse(codeSchema, text === '' ? {} : JSON.parse(text))
      return [response.status, read.success ? (read.output.error_code ?? read.output.code) : undefined]
    }),
  )
}

const administer = (method: string, userId: string, body?: object) =>
  fetch(`${gateway.url}/auth/v1/admin/users/${userId}`, {
    method,
    headers: { authorization: `Bearer ${gateway.serviceKey}` },
    body: body ? JSON.stringify(body) : null,
  })

const admitted = [[200, undefined], [201, undefined], [403, '42501'], [400, undefined], [200, undefined]]
const everywhere = (status: number, code: string) => Array.from({ length: 5 }, () => [status, code])

test('a ban holds everywhere at once, and so does its end', async () => {
  const session = await signUp()
  expect(await answersTo(session)).toEqual(admitted)
  await administer('PUT', session.user.id, { ban_duration: '1h' })
  expect(await answersTo(session)).toEqual(everywhere(403, 'user_banned'))
  await administer('PUT', session.user.id, { ban_duration: 'none' })
  expect(await answersTo(session)).toEqual(admitted)
})

test.each([{}, { should_soft_delete: true }])('a deletion with %j holds everywhere at once', async (body) => {
  const session = await signUp()
  await administer('DELETE', session.user.id, body)
  expect(await answersTo(session)).toEqual(everywhere(403, 'user_not_found'))
})
