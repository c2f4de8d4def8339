import { PostgrestClient } from '@supabase/postgrest-js'
import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { Claims, Database } from '../../server/postgres/database.ts'
import { createRequestLimits } from '../../server/limits/request-limits.ts'
import { createRest } from '../../server/rest/create-rest.ts'
import { addUser, type TestUser } from './enrollments.ts'
import { noLimitChanges } from './no-limits.ts'
import { openTestDatabase } from './postgres.ts'

const restUrl = 'http://gateway.test'

export type TestRequest = RequestInit & { token?: string }

export interface SignedInUser extends TestUser {
  token: string
}

export interface TestRest {
  database: Database
  ruth: SignedInUser
  boaz: SignedInUser
  serviceToken: string
  sign(claims: Claims, secondsFromNow?: number): Promise<string>
  /** One request to the interface, without a network. */
  request(pathAndQuery: string, init?: TestRequest): Promise<Response>
  /** Inserts `body` as Ruth and returns the `id`, unless the request says otherwise. */
  post(body: unknown, init?: PostInit): Promise<Response>
  countEnrollments(): Promise<number>
  idsWhere(column: 'city', value: string): Promise<string[]>
  /** The official client, signed in with this token. */
  client(token?: string): PostgrestClient
  close(): Promise<void>
}

export interface PostInit {
  token?: string
  query?: string
  headers?: Record<string, string>
}

const bearer = (token?: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})

/** The interface with a signing key of its own, on a database of its own or on this one; two clients and the service are signed in. */
export async function openRest(onDatabase?: Database): Promise<TestRest> {
  const database = onDatabase ?? (await openTestDatabase())
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const verify = (token: string) =>
    jwtVerify<Claims>(token, publicKey).then(
      ({ payload }) => payload,
      () => undefined,
    )
  const limits = createRequestLimits(database, noLimitChanges, () => new Date())
  const app = createRest({ database, verify, limits, log: () => undefined })

  async function request(pathAndQuery: string, { token, headers, ...init }: TestRequest = {}): Promise<Response> {
    const json = { 'content-type': 'application/json' }
    const all = { ...json, ...bearer(token), ...Object.fromEntries(new Headers(headers)) }
    return app.fetch(new Request(`${restUrl}${pathAndQuery}`, { ...init, headers: all }))
  }

  const sign: TestRest['sign'] = (claims, secondsFromNow = 600) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256' })
      .setExpirationTime(Math.floor(Date.now() / 1000) + secondsFromNow)
      .sign(privateKey)

  async function signIn(email: string): Promise<SignedInUser> {
    const user = await addUser(database, email)
    return { ...user, token: await sign(user.claims) }
  }

  const ruth = await signIn('ruth@example.com')
  return {
    database,
    ruth,
    boaz: await signIn('boaz@example.com'),
    serviceToken: await sign({ role: 'service_role' }),
    request,
    sign,
    post: (body, { token = ruth.token, query = '?select=id', headers = {} } = {}) =>
      request(`/enrollments${query}`, {
        method: 'POST',
        token,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { prefer: 'return=representation', ...headers },
      }),
    countEnrollments: () =>
      database.transaction(async (client) => (await client.query('select from enrollments')).rowCount ?? 0),
    idsWhere: (column, value) =>
      database.transaction(async (client) => {
        const { rows } = await client.query<{ id: string }>(`select id from enrollments where ${column} = $1`, [value])
        return rows.map(({ id }) => id)
      }),
    client: (token) =>
      new PostgrestClient(restUrl, {
        headers: bearer(token),
        fetch: async (input, init) => app.fetch(new Request(input, init)),
      }),
    close: () => database.close(),
  }
}

/** Checks that a refusal has the contract's format and returns it as one line: `404 PGRST125 Invalid path specified in request URL`. */
export async function refusalOf(answer: Response | Promise<Response>): Promise<string> {
  const response = await answer
  const body: unknown = await response.json()
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { code, message } = v.parse(refusalSchema, body)
  return `${response.status} ${code} ${message}`
}

const refusalSchema = v.strictObject({
  code: v.string(),
  details: v.nullable(v.string()),
  hint: v.nullable(v.string()),
  message: v.string(),
})
