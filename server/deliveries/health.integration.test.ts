import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { type AppParts, createApp } from '../app.ts'
import { createReadiness } from './health.ts'
import { type Claims, connectDatabase, type Database } from '../postgres/database.ts'
import type { Room } from '../postgres/disk-space.ts'

let outbox: TestOutbox

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())

const tokens = new Map<string, Claims>([
  ['of-the-service', { role: 'service_role' }],
  ['of-a-client', { role: 'authenticated' }],
])
const verify = async (token: string) => tokens.get(token)
const room = (): Room => 'enough'
const site: AppParts['site'] = { respond: (context) => context.text('no such page', 404) }
const parts = { basePath: '/credit/', origin: 'http://localhost', site, log: () => undefined }
const called = async () => new Response()

function appOn(database: Database): Hono {
  const readiness = createReadiness({ database, verify, room })
  return createApp({ ...parts, backend: { auth: new Hono(), rest: new Hono(), submitToDisputefox: called, paymentReceived: called, openDetails: called, readiness } })
}

const ready = (database: Database, token?: string) =>
  appOn(database).request('/credit/readyz', token ? { headers: { authorization: `Bearer ${token}` } } : {})

test('the holder of the service token hears what waits, for how long, and what needs a person', async () => {
  await outbox.save()
  const older = await outbox.save()
  const rejected = await outbox.save()
  await outbox.query(
    `update deliveries set queued_at = clock_timestamp() - interval '90 s' where enrollment_id = $1`,
    [older],
  )
  await outbox.query(`update deliveries set state = 'rejected' where enrollment_id = $1`, [rejected])
  const response = await ready(outbox.database, 'of-the-service')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = await response.json()
  expect(body).toEqual({
    status: 'ready',
    deliveries: { waiting: 2, oldestWaitingSeconds: expect.any(Number), needsReview: 1, held: false },
  })
  expect(body.deliveries.oldestWaitingSeconds).toBeGreaterThanOrEqual(90)
})

test('everybody else hears only that the gateway is ready', async () => {
  for (const token of [undefined, 'of-a-client', 'forged']) {
    const response = await ready(outbox.database, token)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }])
  }
})

test('a database that is away is a 503, without a word about why; the process is alive all the same', async () => {
  const url = new URL(outbox.url)
  url.pathname = '/no_such_database'
  const database = connectDatabase(url.href, () => undefined)
  for (const token of [undefined, 'of-the-service']) {
    const response = await ready(database, token)
    expect([response.status, await response.json()]).toEqual([503, { status: 'unavailable' }])
  }
  const alive = await appOn(database).request('/credit/healthz')
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
  await database.close()
})

test('many who ask at once cost one connection, and whoever asks later gets a new answer', async () => {
  let asked = 0
  const database = {
    ...outbox.database,
    transactionAs: ((claims, work) => {
      asked += 1
      return outbox.database.transactionAs(claims, work)
    }) as typeof outbox.database.transactionAs,
  }
  const check = createReadiness({ database, verify, room })
  const anybody = () => check(new Request('http://gateway.test/readyz'))
  await Promise.all(Array.from({ length: 50 }, anybody))
  await anybody()
  expect(asked).toBe(2)
})

test('a database that says nothing is a 503 in time, and asked anew once it speaks again', async () => {
  const readiness = createReadiness({ database: outbox.database, verify, room }, 1_000)
  const check = () => readiness(new Request('http://gateway.test/readyz'))
  await outbox.database.transaction(async (client) => {
    await client.query('lock table deliveries in access exclusive mode')
    expect((await check()).status).toBe(503)
  })
  expect((await check()).status).toBe(200)
})

test('a database that answers and takes no row is a 503, and ready again once it takes one', async () => {
  const name = new URL(outbox.url).pathname.slice(1)
  const answerFrom = async () => {
    const database = connectDatabase(outbox.url, () => undefined)
    const { status } = await ready(database, 'of-the-service')
    await database.close()
    return status
  }
  await outbox.query(`alter database ${name} set default_transaction_read_only = on`)
  expect(await answerFrom()).toBe(503)
  await outbox.query(`alter database ${name} reset default_transaction_read_only`)
  expect(await answerFrom()).toBe(200)
})

test.each(['low', 'none'] as const)('with room that is %s nobody can save anything, which is a 503', async (left) => {
  const readiness = createReadiness({ database: outbox.database, verify, room: () => left })
  expect((await readiness(new Request('http://gateway.test/readyz'))).status).toBe(503)
})

/** When the last try was written, once it has been answered. */
async function triedAt(): Promise<number> {
  expect((await ready(outbox.database)).status).toBe(200)
  const [row] = await outbox.query<{ at: Date }>('select at from private.last_write')
  return Number(row?.at)
}

test('however often it is asked, it writes once in five seconds', async () => {
  const first = await triedAt()
  const apartMs = (await triedAt()) - first
  expect(apartMs === 0 || apartMs >= 5_000).toBe(true)
})

test('a site without the backend has no such addresses', async () => {
  for (const path of ['healthz', 'readyz']) expect((await createApp(parts).request(`/credit/${path}`)).status).toBe(404)
})
