import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// R-HOLD as the database decides it, for the gateway's worker as for Supabase's function.

let outbox: TestOutbox
beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  await outbox.clear()
  await outbox.query('update delivery_pace set held_since = null, held_because = null')
})

const hold = (because = 'restored') => outbox.query(`select hold_deliveries($1)`, [because])
const release = async (review: boolean) => (await outbox.query('select release_deliveries($1) as answer', [review]))[0]?.answer

test('while they are held nothing is leased, and whoever asks for one hears its state without waiting', async () => {
  const id = await outbox.save()
  await hold()
  expect(await outbox.lease()).toEqual({ state: null, wait_ms: null, lease: null })
  expect(await outbox.lease({ enrollmentId: id })).toEqual({ state: 'queued', wait_ms: null, lease: null })
  expect(await outbox.lease({ enrollmentId: await outbox.save() })).toEqual({ state: 'queued', wait_ms: null, lease: null })
  expect(await release(false)).toEqual({ review: 0, waiting: 2 })
  expect((await outbox.lease({ enrollmentId: id })).lease?.enrollment.id).toBe(id)
})

test('what is being sent when the hold begins is finished', async () => {
  const id = await outbox.save()
  const lease = await outbox.leased()
  await hold('by-hand')
  expect(await outbox.finish(lease, { outcome: 'accepted' })).toBe('delivered')
  expect((await outbox.deliveryOf(id))?.state).toBe('delivered')
})

test('released for review, what waited before goes to a person; what came meanwhile, and what is settled, does not', async () => {
  const [queued, sending, delivered] = [await outbox.save(), await outbox.save(), await outbox.save()]
  await outbox.leased({ enrollmentId: sending })
  await outbox.query(`update deliveries set state = 'delivered' where enrollment_id = $1`, [delivered])
  await hold()
  const fresh = await outbox.save()
  // Edited meanwhile, it may still have been sent before.
  await outbox.change(queued, { city: 'Chicago' })
  expect(await release(true)).toEqual({ review: 2, waiting: 1 })
  for (const id of [queued, sending]) expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'restored' })
  expect((await outbox.deliveryOf(delivered))?.state).toBe('delivered')
  expect((await outbox.lease()).lease?.enrollment.id).toBe(fresh)
})

test('a hold begins once, for its first reason, and ends once', async () => {
  await hold('by-hand')
  const before = await outbox.query('select held_since from delivery_pace')
  await hold('restored')
  expect(await outbox.query('select held_since, held_because from delivery_pace')).toEqual([{ ...before[0], held_because: 'by-hand' }])
  await release(false)
  expect(await release(true)).toBeNull()
})
