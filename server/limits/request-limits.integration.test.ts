import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'
import type { Subject } from './buckets.ts'
import { createRequestLimits, type RequestLimits } from './request-limits.ts'

let database: OpenDatabase
let limits: RequestLimits
let nowMs: number

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await database.query({ text: 'truncate gateway.rate_limits' })
  nowMs = Date.now()
  limits = createRequestLimits(database, {}, () => new Date(nowMs))
})
afterAll(() => database?.close())

/** Requests one after another that would be answered with this status; how often they were answered with what. */
async function send(caller: Subject | 'service', status: number, times: number, by = limits): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let turn = 0; turn < times; turn += 1) {
    const respond = async () => new Response(null, { status })
    const response = await by.serve(caller, respond, (seconds) => new Response(String(seconds), { status: 429 }))
    counts[response.status] = (counts[response.status] ?? 0) + 1
  }
  return counts
}

const one = '192.0.2.1'
const other = '192.0.2.2'

test('a network has sixty anonymous requests a minute, whatever they are answered with', async () => {
  expect(await send({ address: one }, 401, 70)).toEqual({ 401: 60, 429: 10 })
  expect(await send({ address: one }, 200, 10)).toEqual({ 429: 10 })
  expect(await send({ address: other }, 401, 10)).toEqual({ 401: 10 })
  nowMs += 1000
  expect(await send({ address: one }, 401, 2)).toEqual({ 401: 1, 429: 1 })
})

test('a thousand anonymous requests at once count as a thousand, over two processes', async () => {
  const second = createRequestLimits(database, {}, () => new Date(nowMs))
  const all = Array.from({ length: 1000 }, (_, index) => send({ address: one }, 401, 1, index % 2 ? limits : second))
  const answered = (await Promise.all(all)).filter((counts) => counts[401]).length
  expect(answered).toBeLessThanOrEqual(60)
  // They may fall a little short of it.
  expect(answered).toBeGreaterThan(50)
})

test('signed-in callers are not counted with the anonymous ones of their network', async () => {
  await send({ address: one }, 401, 70)
  expect(await send({ address: one, account: randomUUID() }, 200, 500)).toEqual({ 200: 500 })
})

test('an account has sixty refused requests in five minutes; others of its network go on', async () => {
  const account = randomUUID()
  expect(await send({ address: one, account }, 400, 70)).toEqual({ 400: 61, 429: 9 })
  expect(await send({ address: other, account }, 201, 5)).toEqual({ 429: 5 })
  expect(await send({ address: one, account: randomUUID() }, 201, 5)).toEqual({ 201: 5 })
  nowMs += 5000
  expect(await send({ address: one, account }, 201, 500)).toEqual({ 201: 500 })
})

test('many accounts of one network share three hundred refused requests', async () => {
  let refused = 0
  for (let turn = 0; turn < 10; turn += 1) {
    const counts = await send({ address: one, account: randomUUID() }, 403, 50)
    refused += counts[403] ?? 0
  }
  expect(refused).toBeGreaterThan(280)
  expect(refused).toBeLessThanOrEqual(301)
})

test('of one account six requests are answered at once, a hundred wait, and nobody else waits for them', async () => {
  const busy = { address: one, account: randomUUID() }
  const door = Promise.withResolvers<void>()
  let begun = 0
  const respond = async () => {
    begun += 1
    await door.promise
    return new Response()
  }
  const all = Array.from({ length: 107 }, () => limits.serve(busy, respond, () => new Response(null, { status: 429 })))
  // The only one that need not wait.
  expect((await Promise.race(all)).status).toBe(429)
  expect(begun).toBe(6)
  expect(await send({ address: one, account: randomUUID() }, 200, 5)).toEqual({ 200: 5 })
  door.resolve()
  expect((await Promise.all(all)).filter(({ status }) => status === 200)).toHaveLength(106)
  expect(await send(busy, 200, 5)).toEqual({ 200: 5 })
})

test('failures of the service are nobody\'s, and the service itself is not limited', async () => {
  expect(await send({ address: one, account: randomUUID() }, 503, 200)).toEqual({ 503: 200 })
  expect(await send('service', 400, 400)).toEqual({ 400: 400 })
})

test.each(['127.0.0.1', '::1', undefined])('%s is no network', async (address) => {
  expect(await send({ address }, 401, 200)).toEqual({ 401: 200 })
})
