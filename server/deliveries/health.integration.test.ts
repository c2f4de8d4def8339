import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { type AppParts, createApp } from '../app.ts'
import { createHealthCheck } from './health.ts'
import { connectDatabase } from '../postgres/database.ts'

let outbox: TestOutbox

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())

const site: AppParts['site'] = { respond: (context) => context.text('no such page', 404) }
const parts = { basePath: '/credit/', site, log: () => undefined }
const submitToDisputefox = async () => new Response()

function appOn(health: () => Promise<Response>): Hono {
  return createApp({ ...parts, backend: { auth: new Hono(), rest: new Hono(), submitToDisputefox, health } })
}

test('it tells what waits, for how long, and what needs a person; nobody keeps the answer', async () => {
  await outbox.save()
  const older = await outbox.save()
  const rejected = await outbox.save()
  await outbox.query(
    `update deliveries set queued_at = clock_timestamp() - interval '90 s' where enrollment_id = $1`,
    [older],
  )
  await outbox.query(`update deliveries set state = 'rejected' where enrollment_id = $1`, [rejected])
  const response = await appOn(createHealthCheck(outbox.database)).request('/credit/healthz')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = await response.json()
  expect(body).toEqual({
    status: 'ok',
    database: 'ok',
    deliveries: { waiting: 2, oldestWaitingSeconds: expect.any(Number), needsReview: 1 },
  })
  expect(body.deliveries.oldestWaitingSeconds).toBeGreaterThanOrEqual(90)
})

test('a database that is away is a 503, without a word about why', async () => {
  const url = new URL(outbox.url)
  url.pathname = '/no_such_database'
  const database = connectDatabase(url.href, () => undefined)
  const response = await appOn(createHealthCheck(database)).request('/credit/healthz')
  expect([response.status, await response.json()]).toEqual([503, { status: 'failing', database: 'unavailable' }])
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
  const check = createHealthCheck(database)
  await Promise.all(Array.from({ length: 50 }, check))
  await check()
  expect(asked).toBe(2)
})

test('a database that says nothing is a 503 in time, and asked anew once it speaks again', async () => {
  const check = createHealthCheck(outbox.database, 1_000)
  await outbox.database.transaction(async (client) => {
    await client.query('lock table deliveries in access exclusive mode')
    expect((await check()).status).toBe(503)
  })
  expect((await check()).status).toBe(200)
})

test('a site without the gateway has no such address', async () => {
  expect((await createApp(parts).request('/credit/healthz')).status).toBe(404)
})
