import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// One pace and one circuit breaker for all workers.

let outbox: TestOutbox

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const accepted = { outcome: 'accepted' } as const
const refused = { outcome: 'retry', reason: 'no-connection' } as const
const silent = { outcome: 'ambiguous', reason: 'no-answer' } as const
const rejected = { outcome: 'rejected', reason: 'error-message' } as const
const aSecond = { intervalMs: 1000 }

async function waitMs(request: Parameters<TestOutbox['lease']>[0]): Promise<number> {
  const answer = await outbox.lease(request)
  return answer.lease ? 0 : (answer.wait_ms ?? Number.POSITIVE_INFINITY)
}

/** Sends the next delivery with this outcome and returns how long all workers then pause. */
async function pauseMsAfter(outcome: Parameters<TestOutbox['finish']>[1], more = {}): Promise<number> {
  await outbox.query('update delivery_pace set paused_until = null')
  await outbox.save()
  await outbox.finish(await outbox.leased(), outcome, more)
  const id = await outbox.save()
  const pauseMs = await waitMs({ enrollmentId: id })
  await outbox.query('delete from enrollments')
  return pauseMs
}

test('the next attempt waits for its second, whoever asks', async () => {
  await outbox.save()
  const other = await outbox.save()
  await outbox.finish(await outbox.leased(aSecond), accepted)
  for (const request of [aSecond, { ...aSecond, enrollmentId: other }]) {
    expect(await waitMs(request)).toBeGreaterThan(500)
    expect(await waitMs(request)).toBeLessThanOrEqual(1000)
  }
})

test('of twenty workers at once one gets the turn', async () => {
  for (let count = 0; count < 20; count += 1) await outbox.save()
  const answers = await Promise.all(Array.from({ length: 20 }, () => outbox.lease(aSecond)))
  expect(answers.filter(({ lease }) => lease)).toHaveLength(1)
})

/** Queues a delivery that is a minute old, and returns a new one that a browser is waiting for. */
async function waitBesideBacklog(): Promise<string> {
  await outbox.save()
  await outbox.query(`update deliveries set due_at = clock_timestamp() - interval '1 minute'`)
  const fresh = await outbox.save()
  await outbox.query(
    `update deliveries set due_at = clock_timestamp() + interval '10 seconds' where enrollment_id = $1`,
    [fresh],
  )
  await outbox.query(`update delivery_pace set next_at = clock_timestamp() + interval '500 milliseconds'`)
  expect(await waitMs({ ...aSecond, enrollmentId: fresh })).toBeGreaterThan(0)
  await outbox.clearPace()
  return fresh
}

const nextEnrollment = async () => (await outbox.lease()).lease?.enrollment.id

test('what a browser waits for is sent before the backlog, whoever sends it', async () => {
  const fresh = await waitBesideBacklog()
  expect(await nextEnrollment()).toBe(fresh)
})

test('what nobody waits for keeps the order in which it is due', async () => {
  const first = await outbox.save()
  await outbox.save()
  await outbox.query(`update deliveries set due_at = clock_timestamp() - interval '1 minute' where enrollment_id = $1`, [first])
  expect(await nextEnrollment()).toBe(first)
})

test('what a browser waited for goes behind the backlog once an attempt has failed', async () => {
  const fresh = await waitBesideBacklog()
  await outbox.finish(await outbox.leased(), refused, { retrySeconds: 0 })
  expect(await nextEnrollment()).not.toBe(fresh)
})

const nextTurnMs = async () => {
  const [row] = await outbox.query<{ ms: number }>('select extract(epoch from next_at)::float8 * 1000 as ms from delivery_pace')
  return row?.ms ?? 0
}

const databaseNowMs = async () => {
  const [row] = await outbox.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  return row?.ms ?? 0
}

test('a worker that comes a little late does not delay all later turns', async () => {
  await outbox.save()
  await outbox.query(`update delivery_pace set next_at = clock_timestamp() - interval '20 milliseconds'`)
  const beforeMs = await nextTurnMs()
  await outbox.leased(aSecond)
  const gainedMs = (await nextTurnMs()) - beforeMs
  // A very slow machine may come more than a tenth of an interval late, which is then let go.
  expect(gainedMs).toBeGreaterThanOrEqual(999)
})

test('at a quick pace a machine that stood still for half a second catches up what was waiting', async () => {
  await outbox.save()
  await outbox.query(`update deliveries set due_at = clock_timestamp() - interval '1 minute'`)
  await outbox.query(`update delivery_pace set next_at = clock_timestamp() - interval '0.5 seconds'`)
  const beforeMs = await nextTurnMs()
  await outbox.leased({ intervalMs: 10 })
  expect((await nextTurnMs()) - beforeMs).toBeCloseTo(10, 1)
})

test('what stood still for longer than a second is not caught up', async () => {
  await outbox.save()
  await outbox.query(`update deliveries set due_at = clock_timestamp() - interval '1 hour'`)
  await outbox.query(`update delivery_pace set next_at = clock_timestamp() - interval '2 seconds'`)
  const beforeMs = await databaseNowMs()
  await outbox.leased({ intervalMs: 10 })
  expect((await nextTurnMs()) - beforeMs).toBeGreaterThanOrEqual(10)
})

test('at a quick pace quiet times save up nothing', async () => {
  const id = await outbox.save()
  await outbox.query(`update delivery_pace set next_at = clock_timestamp() - interval '1 hour'`)
  const beforeMs = await databaseNowMs()
  await outbox.leased({ intervalMs: 10, enrollmentId: id })
  expect((await nextTurnMs()) - beforeMs).toBeGreaterThanOrEqual(10)
})

test('quiet times save up no burst', async () => {
  await outbox.save()
  await outbox.save()
  await outbox.query(`update delivery_pace set next_at = clock_timestamp() - interval '1 hour'`)
  await outbox.finish(await outbox.leased({ intervalMs: 10_000 }), accepted)
  expect(await waitMs({ intervalMs: 10_000 })).toBeGreaterThan(5_000)
})

test('a clock that was put back by days stops the pace for one interval, and a pause and a backoff not at all', async () => {
  await outbox.save()
  await outbox.query(`update delivery_pace set next_at = clock_timestamp() + interval '3 days'`)
  expect(await waitMs(aSecond)).toBeLessThanOrEqual(1000)
  expect((await nextTurnMs()) - Date.now()).toBeLessThan(60_000)
  await outbox.clearPace()
  await outbox.query(`update delivery_pace set paused_until = clock_timestamp() + interval '3 days'`)
  await outbox.query(`update deliveries set due_at = clock_timestamp() + interval '3 days'`)
  expect(await waitMs(aSecond)).toBe(0)
})

test('a clock that was put back by days leaves no lease that never ends', async () => {
  const id = await outbox.save()
  await outbox.leased()
  await outbox.query(`update deliveries set leased_until = leased_until + interval '3 days'`)
  await outbox.store.releaseExpiredLeases()
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'lease-expired' })
})

test('after five failures in succession everything pauses, longer each time, a quarter of an hour at most', async () => {
  const pauses: number[] = []
  for (const failure of [refused, silent, refused, silent, refused, refused, silent, refused, refused, refused, refused]) {
    pauses.push(Math.ceil((await pauseMsAfter(failure)) / 10_000) * 10)
  }
  expect(pauses).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900])
})

test.each([accepted, rejected])('an answer that is clear ends the succession: %j', async (answer) => {
  await outbox.query('update delivery_pace set failures = 7')
  expect(await pauseMsAfter(answer)).toBe(0)
  for (let count = 0; count < 4; count += 1) expect(await pauseMsAfter(refused)).toBe(0)
})

test('after a pause one attempt tells whether the destination is back', async () => {
  await outbox.save()
  await outbox.save()
  await outbox.query(`update delivery_pace set failures = 5, paused_until = clock_timestamp()`)
  const probe = await outbox.leased()
  expect(await outbox.lease()).toMatchObject({ lease: null })
  await outbox.finish(probe, refused, { retrySeconds: 1 })
  expect(await waitMs({})).toBeGreaterThan(50_000)
})

test('a wish to be left alone is granted to everybody', async () => {
  const pauseMs = await pauseMsAfter(refused, { retrySeconds: 120, pauseSeconds: 120 })
  expect(pauseMs).toBeGreaterThan(110_000)
  expect(pauseMs).toBeLessThanOrEqual(120_000)
})
