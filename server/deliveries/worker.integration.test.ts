import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeliveryDependencies } from '../../deliveries/dependencies.ts'
import type { DeliveryStore } from '../../deliveries/delivery-store.ts'
import { wait } from '../../deliveries/wait.ts'
import { type DisputeSystem, openDisputeSystem } from '../../tests/helpers/dispute-system.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { startDeliveryWorker } from './worker.ts'

let outbox: TestOutbox
let system: DisputeSystem
let logged: unknown[]

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  system = openDisputeSystem()
  logged = []
  await outbox.clear()
})

const dependencies = (changes: Partial<DeliveryDependencies> = {}) =>
  outbox.dependencies({ fetch: system.fetch, log: (event) => void logged.push(event), ...changes })

test('a worker that is stopped finishes what it is sending, and starts nothing more', async () => {
  const ids = [await outbox.save(), await outbox.save()]
  const sending = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sending.resolve()
    await answer.promise
    return system.fetch(url, init)
  }
  const worker = startDeliveryWorker(system.settings, dependencies({ fetch }))
  await sending.promise
  const stopped = worker.stop()
  answer.resolve()
  await stopped
  expect(system.sent).toEqual([ids[0]])
  expect(await outbox.deliveryOf(ids[0] ?? '')).toMatchObject({ state: 'delivered' })
  expect(await outbox.deliveryOf(ids[1] ?? '')).toMatchObject({ state: 'queued', attempts: 0 })
})

test('a worker outlives a database that is away', async () => {
  const id = await outbox.save()
  const done = Promise.withResolvers<void>()
  let failures = 2
  const store: DeliveryStore = {
    ...outbox.store,
    lease: async (request) => {
      failures -= 1
      if (failures >= 0) throw new Error('connection refused')
      return outbox.store.lease(request)
    },
    finish: async (report) => {
      const state = await outbox.store.finish(report)
      done.resolve()
      return state
    },
  }
  const worker = startDeliveryWorker(system.settings, dependencies({ store, wait: () => wait(1) }))
  await done.promise
  await worker.stop()
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered' })
  expect(logged.filter((event) => event === 'delivery-worker-failed')).toHaveLength(2)
})

test('the worker keeps up what it is given, through failures, until it is stopped', async () => {
  const third = Promise.withResolvers<void>()
  let times = 0
  const log: DeliveryDependencies['log'] = (...entry) => void logged.push(entry)
  const worker = startDeliveryWorker({ mode: 'off' }, dependencies({ wait: () => wait(1), log }), async () => {
    times += 1
    if (times === 1) throw new TypeError('a word about a person')
    if (times === 3) third.resolve()
  })
  await third.promise
  await worker.stop()
  expect(logged).toEqual([['delivery-worker-failed', { reason: 'TypeError' }]])
})
