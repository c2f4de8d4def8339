import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { finishRetryDelaysMs } from './attempt-delivery.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { drain } from './drain.ts'
import { openDisputeSystem } from '../tests/helpers/dispute-system.ts'
import { type FaultServer, openFaultServer } from '../tests/helpers/fault-server.ts'
import * as faults from '../tests/helpers/faults.ts'
import { saveMany } from '../tests/helpers/many-enrollments.ts'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'

// Workers that are killed, lose the database or outlast their lease, with a hundred clients for each failure.

const count = 100
let outbox: TestOutbox
let server: FaultServer
let administrator: Client

beforeAll(async () => {
  outbox = await openOutbox()
  server = await openFaultServer()
  administrator = new Client({ connectionString: inject('postgresUrl') })
  await administrator.connect()
})
afterAll(async () => {
  await administrator?.end()
  await server?.close()
  await outbox?.close()
})
beforeEach(() => outbox.clear())

const formUrl = () => `http://${server.host}/CustumFieldController?method=addWebFormData`

function drained(changes: Partial<DeliveryDependencies> = {}) {
  const dependencies = outbox.dependencies({ fetch: server.fetch, ...changes })
  return drain({ ...openDisputeSystem().settings, url: formUrl() }, dependencies, new AbortController().signal)
}

const standings = () =>
  outbox.query('select state, reason, attempts, count(*)::int from deliveries group by 1, 2, 3')
const inReview = [{ state: 'needs_review', reason: 'lease-expired', attempts: 1, count }]
const delivered = [{ state: 'delivered', reason: null, attempts: 1, count }]

const arrived = () => server.received.map(({ enrollmentId }) => enrollmentId).toSorted()

/** After recovery, nothing more is sent. */
async function expectNothingMore(ids: string[]): Promise<void> {
  await drained()
  expect(arrived()).toEqual(ids.toSorted())
}

function startWorker(): ChildProcess {
  const program = path.join(import.meta.dirname, '../tests/helpers/delivery-process.ts')
  return spawn(process.execPath, [program, outbox.url, formUrl(), inject('keysFile')], { stdio: ['pipe', 'ignore', 'inherit'] })
}

test('killed between sending and writing down: each was sent once, and a person looks', async () => {
  const ids = await saveMany(outbox, count)
  server.behave(faults.silent)
  let worker = startWorker()
  for (let killed = 0; killed < count; killed += 1) {
    const sent = server.nextRequest()
    worker.stdin?.write('go')
    const next = startWorker()
    await sent
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    await outbox.expireLeases()
    worker = next
  }
  const ended = once(worker, 'exit')
  worker.stdin?.write('go')
  expect(await ended).toEqual([0, null])
  expect(await standings()).toEqual(inReview)
  await expectNothingMore(ids)
}, 300_000)

test('the database gone while the answer is on its way: the truth is written down when it is back', async () => {
  const ids = await saveMany(outbox, count)
  const name = new URL(outbox.url).pathname.slice(1)
  const admit = (admitted: boolean) => administrator.query(`alter database ${name} with allow_connections ${admitted}`)
  server.behave(
    faults.acceptingAfter(async () => {
      await admit(false)
      await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    }),
  )
  let failures = 0
  const log = (event: string) => void (failures += event === 'delivery-not-recorded' ? 1 : 0)
  // The connection is back before the next try.
  const comeBack = async () => void (await admit(true))
  expect(await drained({ log, wait: comeBack })).toEqual({ attempts: count, nextMs: null })
  expect(failures).toBe(count)
  expect(await standings()).toEqual(delivered)
  await expectNothingMore(ids)
})

const neverFinish = () => Promise.reject(new Error('connection refused'))

test('the database gone for good: a person looks, and nothing is sent twice', async () => {
  const ids = await saveMany(outbox, count)
  server.behave(faults.accepting)
  let failures = 0
  const log = (event: string) => void (failures += event === 'delivery-not-recorded' ? 1 : 0)
  for (let failed = 0; failed < count; failed += 1) {
    const trying = drained({ store: { ...outbox.store, finish: neverFinish }, wait: async () => undefined, log })
    await expect(trying).rejects.toThrow('connection refused')
    await outbox.expireLeases()
  }
  expect(failures).toBe(count * finishRetryDelaysMs.length)
  await drained()
  expect(await standings()).toEqual(inReview)
  await expectNothingMore(ids)
})

test('answers that come after the lease has ended are still the truth', async () => {
  const ids = await saveMany(outbox, count)
  server.behave(
    faults.acceptingAfter(async () => {
      await outbox.expireLeases()
      await outbox.store.releaseExpiredLeases()
    }),
  )
  expect(await drained()).toEqual({ attempts: count, nextMs: null })
  expect(await outbox.query('select outcome, late, count(*)::int from delivery_attempts group by 1, 2')).toEqual([
    { outcome: 'accepted', late: true, count },
  ])
  expect(await standings()).toEqual(delivered)
  await expectNothingMore(ids)
})
