import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { emailTo } from '../../../tests/helpers/emails.ts'
import type { Database, Statement } from '../../postgres/database.ts'

// Response times reveal nothing if the work is the same: the same statements in the same transactions, and the same hashes.

/** The hashes of the sign-in service. Everything is computed as ever, and written down. */
async function recordedHashes() {
  const bcrypt = await vi.importActual<typeof import('@node-rs/bcrypt')>('@node-rs/bcrypt')
  return {
    ...bcrypt,
    hash: (text: string, cost: number) => {
      done.push(`hash at a cost of ${cost}`)
      return bcrypt.hash(text, cost)
    },
    verify: (text: string, hash: string) => {
      done.push(`verify at a cost of ${Number(hash.split('$')[2])}`)
      return bcrypt.verify(text, hash)
    },
  }
}

const password = 'a good password'
let auth: TestAuth
let app: Hono
let done: string[] = []
beforeAll(async () => {
  auth = await startAuth()
  // A service of its own, since other files have loaded its modules, and will go on with them.
  vi.doMock('@node-rs/bcrypt', recordedHashes)
  vi.resetModules()
  const { createAuth } = await import('../create-auth.ts')
  const mailer = { send: async () => 'sent' as const, close: async () => undefined }
  app = createAuth({ ...auth, database: recorded(auth.service), mailer, log: () => undefined })
})
afterAll(() => {
  vi.doUnmock('@node-rs/bcrypt')
  vi.resetModules()
  return auth.stop()
})
beforeEach(() => (done = []))

function recorded(database: Database): Database {
  return {
    ...database,
    query: (statement) => {
      done.push(statement.text)
      return database.query(statement)
    },
    transaction: (work) =>
      database.transaction((client) => {
        done.push('begin')
        return work(recordedClient(client))
      }),
  }
}

function recordedClient(client: PoolClient): PoolClient {
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target)
      return (statement: string | Statement, values?: unknown[]) => {
        const { text, values: own } = typeof statement === 'string' ? { text: statement, values } : statement
        done.push(text)
        return target.query(text, own)
      }
    },
  })
}

/** The statements of a request, and its response. */
async function workOf(path: string, fields: object, { method = 'POST', token = '' } = {}) {
  done = []
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.request(path, { method, headers, body: JSON.stringify(fields) })
  return { status: response.status, body: await response.text(), done: [...done] }
}

const freshEmail = () => `ruth.${randomUUID()}@example.com`

/** The address of a new account, with a pending confirmation if it is unconfirmed. */
async function account(isConfirmed: boolean, prefix = ''): Promise<string> {
  const email = prefix + freshEmail()
  const client = clientOf(auth.app)
  await client.signUp({ email, password })
  if (isConfirmed) await client.verifyOtp({ email, token: emailTo(auth, email).code, type: 'signup' })
  auth.advance(60_000)
  return email
}

async function pendingTokens(email: string): Promise<number> {
  const tokens = await auth.database.query({
    text: 'select from auth.one_time_tokens where relates_to = $1',
    values: [email],
  })
  return tokens.length
}

test.each([
  ['/token?grant_type=password', { password: 'a wrong password' }],
  ['/recover', {}],
  ['/otp', { create_user: false }],
  ['/magiclink', { create_user: false }],
  ['/resend', { type: 'signup' }],
  ['/resend', { type: 'email_change' }],
])('%s %j does the same for an address with an account and for one without', async (path, fields) => {
  // Runs periodic work beforehand.
  await workOf(path, { ...fields, email: freshEmail() })
  const unknown = await workOf(path, { ...fields, email: freshEmail() })
  expect(unknown.done.length).toBeGreaterThan(0)
  for (const isConfirmed of [true, false]) {
    const email = await account(isConfirmed)
    await workOf('/recover', { email: freshEmail() })
    expect(await workOf(path, { ...fields, email })).toEqual(unknown)
  }
})

test.each(['signup', 'recovery', 'email'])(
  '/verify does the same for a wrong code of the type %s, whether an e-mail is out or not',
  async (type) => {
    const tried = { type, token: 'not one' }
    await workOf('/verify', { ...tried, email: freshEmail() })
    const unknown = await workOf('/verify', { ...tried, email: freshEmail() })
    expect(unknown.status).toBe(403)
    const [written, quiet] = [await account(false), await account(true)]
    await workOf('/recover', { email: written })
    await workOf('/verify', { ...tried, email: freshEmail() })
    expect([await pendingTokens(written), await pendingTokens(quiet)]).toEqual([2, 0])
    expect(await workOf('/verify', { ...tried, email: written })).toEqual(unknown)
    expect(await workOf('/verify', { ...tried, email: quiet })).toEqual(unknown)
  },
)

const verified = 'verify at a cost of 4'
const hashing = (work: string[]) => work.filter((step) => /^(hash|verify) /.test(step))

test('a password is compared with a hash of the same cost, whether there is an account, one without a password, or none', async () => {
  const [known, withoutPassword] = [await account(true), freshEmail()]
  await clientOf(auth.app).signInWithOtp({ email: withoutPassword })
  for (const email of [known, withoutPassword, freshEmail()]) {
    const { status, done: work } = await workOf('/token?grant_type=password', { email, password: 'a wrong password' })
    expect([status, hashing(work)]).toEqual([400, [verified]])
  }
})

test('a sign-up computes one hash, for a new address and for a known one', async () => {
  const fresh = await workOf('/signup', { email: freshEmail(), password })
  const known = await workOf('/signup', { email: await account(true), password })
  expect([hashing(fresh.done), hashing(known.done)]).toEqual([['hash at a cost of 4'], [verified]])
})

/** What an account of its own does to change its address. Addresses, ids and times are made equal. */
async function changeTo(wanted: string) {
  const email = await account(true)
  const { data } = await clientOf(auth.app).signInWithPassword({ email, password })
  const token = data.session?.access_token ?? ''
  const work = await workOf('/user', { email: wanted }, { method: 'PUT', token })
  const body = work.body
    .replaceAll(wanted, 'wanted')
    .replaceAll(email, 'own')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
  return { ...work, body }
}

test('a change to a new address does the same for one with an account and for one without', async () => {
  await changeTo(`zz.${freshEmail()}`)
  const unknown = await changeTo(`zz.${freshEmail()}`)
  expect(unknown.status).toBe(200)
  for (const isConfirmed of [true, false]) expect(await changeTo(await account(isConfirmed, 'zz.'))).toEqual(unknown)
})
