import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSqlStore } from '../server/deliveries/sql-store.ts'
import { connectDatabase } from '../server/postgres/database.ts'
import { type DisputeSystem, openDisputeSystem } from '../tests/helpers/dispute-system.ts'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import type { DeliveryStore } from './delivery-store.ts'
import { drain } from './drain.ts'
import { wait } from './wait.ts'
import type { WebhookSettings } from './webhook-settings.ts'

let outbox: TestOutbox
let system: DisputeSystem
let logged: string[]

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  system = openDisputeSystem()
  logged = []
  await outbox.query('truncate enrollments, deliveries, delivery_attempts')
  await outbox.clearPace()
})

function dependencies(changes: Partial<DeliveryDependencies> = {}): DeliveryDependencies {
  return {
    store: outbox.store,
    fetch: system.fetch,
    now: () => new Date(),
    random: Math.random,
    wait,
    log: (...entry) => void logged.push(JSON.stringify(entry)),
    ...changes,
  }
}

const never = new AbortController().signal
const drained = (changes: Partial<DeliveryDependencies> = {}, settings = system.settings) =>
  drain(settings, dependencies(changes), never)

test('sends what waits although no browser has asked for it', async () => {
  const ids = [await outbox.save(), await outbox.save(), await outbox.save()]
  expect(await drained()).toEqual({ attempts: 3, nextMs: null })
  expect(system.sent).toEqual(ids)
  for (const id of ids) expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered' })
})

// Competing workers need not wait for as long as a real request takes.
const impatient = () => wait(20)

test('a thousand deliveries and three workers: each is sent once', async () => {
  await outbox.query(
    `insert into enrollments select (json_populate_record(null::enrollments, to_json(sample) :: json)).*
     from (select gen_random_uuid() as id, now() as created_at, now() as updated_at, 'Mary Berg' as customer_name,
       'mary@example.org' as customer_email, '5555550123' as customer_phone, '1984-05-06' as date_of_birth,
       '4821' as ssn_last_four, '7 Orchard Street' as street_address, 'Springfield' as city, 'OH' as state,
       '45501' as zip_code, 'text' as preferred_contact_method, 'Light Repair' as plan_name,
       true as onboarding_completed, 'completed' as payment_status, 0 as plan_price
       from generate_series(1, 1000)) sample`,
  )
  await outbox.query('update deliveries set due_at = clock_timestamp()')
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

test('a delivery that may have arrived is not sent again; one that has not is', async () => {
  const ids = [await outbox.save(), await outbox.save()]
  await system.behave('http-500', 1)
  const { attempts, nextMs } = await drained({ random: () => 1 })
  expect(attempts).toBe(2)
  expect(nextMs).toBeGreaterThan(20_000)
  expect(await outbox.deliveryOf(ids[0] ?? '')).toMatchObject({ state: 'queued', reason: 'http-status' })
  await outbox.query('update deliveries set due_at = clock_timestamp()')
  await system.behave('empty')
  await drained()
  expect(await outbox.deliveryOf(ids[0] ?? '')).toMatchObject({ state: 'needs_review', reason: 'empty-body' })
  expect(await drained()).toEqual({ attempts: 0, nextMs: null })
  expect(system.sent).toEqual([ids[0], ids[1], ids[0]])
})

test('twelve attempts, then a person looks', async () => {
  const id = await outbox.save()
  await system.behave('http-503')
  for (let attempt = 1; attempt <= 13; attempt += 1) {
    await outbox.clearPace()
    await outbox.query('update deliveries set due_at = clock_timestamp()')
    await drained({ random: () => 1 })
  }
  expect(system.sent).toHaveLength(12)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'attempts-exhausted', attempts: 12 })
})

test('without a configuration nothing is leased, and silent workers are still noticed', async () => {
  const id = await outbox.save()
  const lost = await outbox.save()
  await outbox.leased({ enrollmentId: lost })
  await outbox.expireLeases()
  expect(await drain({ mode: 'off' }, dependencies(), never)).toEqual({ attempts: 0, nextMs: null })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(await outbox.deliveryOf(lost)).toMatchObject({ state: 'needs_review' })
  expect(system.sent).toEqual([])
})

test('the outcome is recorded once a database that was lost after sending is back, and nothing is sent twice', async () => {
  const id = await outbox.save()
  let failures = 3
  const store: DeliveryStore = {
    ...outbox.store,
    finish: async (report) => {
      failures -= 1
      if (failures >= 0) throw new Error('connection refused')
      return outbox.store.finish(report)
    },
  }
  await drained({ store, wait: () => wait(1) })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered' })
  expect(system.sent).toEqual([id])
  expect(logged.filter((entry) => entry.includes('delivery-not-recorded'))).toHaveLength(3)
})

const webhook: WebhookSettings & { intervalMs: number } = {
  mode: 'webhook',
  url: 'https://hooks.example.org/enrollments',
  secret: new Uint8Array(24).fill(7),
  include: [],
  repeats: 'always',
  intervalMs: 0,
}

test('a webhook gets what may have been lost again, with the same key, and an edit with another', async () => {
  const id = await outbox.save()
  const keys: (string | null)[] = []
  const statuses = [302, 200, 200]
  const fetch: typeof globalThis.fetch = async (address, init) => {
    keys.push(new Request(address, init).headers.get('idempotency-key'))
    return new Response(null, { status: statuses[keys.length - 1] ?? 500 })
  }
  await drained({ fetch, random: () => 0 }, webhook)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered' })
  await outbox.change(id, { city: 'Columbus' })
  await outbox.query('update deliveries set due_at = clock_timestamp()')
  await drained({ fetch }, webhook)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered', version: 2 })
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
