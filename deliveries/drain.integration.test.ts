import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSqlStore } from '../server/deliveries/sql-store.ts'
import { connectDatabase } from '../server/postgres/database.ts'
import { type DisputeSystem, openDisputeSystem } from '../tests/helpers/dispute-system.ts'
import { saveMany } from '../tests/helpers/many-enrollments.ts'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { drain } from './drain.ts'
import { wait } from './wait.ts'

let outbox: TestOutbox
let system: DisputeSystem

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  system = openDisputeSystem()
  await outbox.clear()
})

const never = new AbortController().signal
const drained = (changes: Partial<DeliveryDependencies> = {}) =>
  drain(system.settings, outbox.dependencies({ fetch: system.fetch, ...changes }), never)

test('sends what waits although no browser has asked for it', async () => {
  const ids = [await outbox.save(), await outbox.save(), await outbox.save()]
  expect(await drained()).toEqual({ attempts: 3, nextMs: null })
  expect(system.sent).toEqual(ids)
  for (const id of ids) expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered' })
})

// Competing workers need not wait for as long as a real request takes.
const impatient = () => wait(20)

test('a thousand deliveries and three workers: each is sent once', async () => {
  await saveMany(outbox, 1000)
  // Durability is not tested here.
  await outbox.query("do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$")
  const databases = [1, 2, 3].map(() => connectDatabase(outbox.url, () => undefined))
  const results = await Promise.all(
    databases.map((database) => drained({ store: createSqlStore(database), wait: impatient })),
  )
  await Promise.all(databases.map((database) => database.close()))
  expect(results.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1000)
  expect([system.sent.length, new Set(system.sent).size]).toEqual([1000, 1000])
  expect(await outbox.query('select state, count(*)::int from deliveries group by state')).toEqual([
    { state: 'delivered', count: 1000 },
  ])
})

test('twelve attempts, then a person looks', async () => {
  const id = await outbox.save()
  await system.behave('http-503')
  for (let attempt = 1; attempt <= 13; attempt += 1) {
    await outbox.clearPace()
    await outbox.query('update deliveries set due_at = clock_timestamp()')
    await drained()
  }
  expect(system.sent).toHaveLength(12)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'attempts-exhausted', attempts: 12 })
})

test('without a configuration nothing is leased, and silent workers are still noticed', async () => {
  const id = await outbox.save()
  const lost = await outbox.save()
  await outbox.leased({ enrollmentId: lost })
  await outbox.expireLeases()
  expect(await drain({ mode: 'off' }, outbox.dependencies({ fetch: system.fetch }), never)).toEqual({ attempts: 0, nextMs: null })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(await outbox.deliveryOf(lost)).toMatchObject({ state: 'needs_review' })
  expect(system.sent).toEqual([])
})
