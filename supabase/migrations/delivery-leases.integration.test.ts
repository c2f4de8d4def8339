import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// Who may send what, and which state each outcome leads to.

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
const held = { outcome: 'held', reason: 'details-unreadable' } as const

test('a lease holds what is to be sent', async () => {
  const id = await outbox.save({ notes: null })
  await outbox.store.keepFirstNameLength(id, 7)
  expect(await outbox.lease()).toMatchObject({
    state: 'sending',
    lease: {
      attempts: 1,
      first_name_length: 7,
      enrollment: { id, customer_name: 'Mary Jo Ann van der Berg', notes: null, personal_details: expect.any(String) },
    },
  })
})

test.each([
  [accepted, {}, 'delivered', null],
  [rejected, {}, 'rejected', 'error-message'],
  [refused, { retrySeconds: 30 }, 'queued', 'no-connection'],
  [refused, {}, 'needs_review', 'attempts-exhausted'],
  [silent, { retrySeconds: 30 }, 'queued', 'no-answer'],
  [silent, {}, 'needs_review', 'no-answer'],
  [held, {}, 'needs_review', 'details-unreadable'],
])('%j with %j makes it %s (%s)', async (outcome, more, state, reason) => {
  const id = await outbox.save()
  expect(await outbox.finish(await outbox.leased(), outcome, more)).toBe(state)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state, reason, attempts: 1 })
  expect(await outbox.attemptsOf(id)).toEqual([
    { number: 1, version: 1, outcome: outcome.outcome, reason: 'reason' in outcome ? outcome.reason : null, late: false },
  ])
})

test('a delivery that failed is not due before its time, for workers and for its own client', async () => {
  const id = await outbox.save()
  await outbox.finish(await outbox.leased(), refused, { retrySeconds: 30 })
  for (const enrollmentId of [undefined, id]) {
    const { lease, wait_ms: waitMs } = await outbox.lease(enrollmentId ? { enrollmentId } : {})
    expect(lease).toBeNull()
    expect(waitMs).toBeGreaterThan(25_000)
    expect(waitMs).toBeLessThanOrEqual(30_000)
  }
})

test('a settled delivery is reported to its client, and not leased', async () => {
  const id = await outbox.save()
  await outbox.finish(await outbox.leased(), accepted)
  expect(await outbox.lease({ enrollmentId: id })).toEqual({ state: 'delivered', wait_ms: null, lease: null })
  expect(await outbox.lease({ enrollmentId: crypto.randomUUID() })).toEqual({ state: null, wait_ms: null, lease: null })
  expect(await outbox.lease()).toEqual({ state: null, wait_ms: null, lease: null })
})

test('fifty at once get one lease of one enrollment', async () => {
  const id = await outbox.save()
  const answers = await Promise.all(Array.from({ length: 50 }, () => outbox.lease({ enrollmentId: id })))
  expect(answers.filter(({ lease }) => lease)).toHaveLength(1)
  expect(answers.filter(({ state, wait_ms: waitMs }) => state === 'sending' && waitMs === 250)).toHaveLength(49)
})

test('one attempt at a time, whatever the enrollment', async () => {
  await outbox.save()
  const other = await outbox.save()
  const first = await outbox.leased()
  for (const request of [{}, { enrollmentId: other }]) {
    expect(await outbox.lease(request)).toMatchObject({ state: 'queued', wait_ms: 250, lease: null })
  }
  await outbox.finish(first, accepted)
  expect((await outbox.lease()).lease?.enrollment.id).toBe(other)
})

test('finishing twice is finishing once', async () => {
  const id = await outbox.save()
  const lease = await outbox.leased()
  expect(await outbox.finish(lease, accepted)).toBe('delivered')
  expect(await outbox.finish(lease, refused, { retrySeconds: 1 })).toBeNull()
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered' })
  expect(await outbox.attemptsOf(id)).toMatchObject([{ outcome: 'accepted' }])
})

test('a lease that nobody gave finishes nothing', async () => {
  expect(await outbox.finish(crypto.randomUUID(), accepted)).toBeNull()
})

test.each([
  ['never', 'needs_review'],
  ['when-unclear', 'queued'],
  ['always', 'queued'],
] as const)('where repeats are allowed %s, a worker that falls silent makes it %s', async (repeats, state) => {
  const id = await outbox.save()
  await outbox.leased({ repeats })
  await outbox.expireLeases()
  await outbox.store.releaseExpiredLeases()
  expect(await outbox.deliveryOf(id)).toMatchObject({ state, reason: 'lease-expired' })
  expect(await outbox.attemptsOf(id)).toMatchObject([{ outcome: 'lost', reason: 'lease-expired' }])
})

test('a worker that falls silent holds the others up no longer than its lease', async () => {
  await outbox.save()
  const other = await outbox.save()
  await outbox.leased()
  await outbox.expireLeases()
  expect((await outbox.lease()).lease?.enrollment.id).toBe(other)
})

test('a worker that comes back late still tells the truth, as long as nobody else has sent or decided', async () => {
  const id = await outbox.save()
  const lease = await outbox.leased()
  await outbox.expireLeases()
  await outbox.store.releaseExpiredLeases()
  expect(await outbox.finish(lease, accepted)).toBe('delivered')
  expect(await outbox.attemptsOf(id)).toMatchObject([{ outcome: 'accepted', late: true }])
})

test('a worker that comes back after another one has taken over changes nothing', async () => {
  const id = await outbox.save()
  const first = await outbox.leased({ repeats: 'always' })
  await outbox.expireLeases()
  const second = await outbox.leased({ repeats: 'always' })
  expect(await outbox.finish(first, rejected)).toBeNull()
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'sending' })
  expect(await outbox.finish(second, accepted)).toBe('delivered')
  expect(await outbox.attemptsOf(id)).toMatchObject([
    { outcome: 'rejected', late: true },
    { outcome: 'accepted', late: false },
  ])
})

test.each([
  [accepted, 'delivered'],
  [refused, 'cancelled'],
  [silent, 'cancelled'],
  [rejected, 'cancelled'],
])('a worker that comes back after a person has cancelled: %j leaves it %s', async (outcome, state) => {
  const id = await outbox.save()
  const lease = await outbox.leased()
  await outbox.query(`update deliveries set state = 'cancelled' where enrollment_id = $1`, [id])
  expect(await outbox.finish(lease, outcome)).toBe(outcome === accepted ? 'delivered' : null)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state })
  expect(await outbox.attemptsOf(id)).toMatchObject([{ outcome: outcome.outcome, late: true }])
})

test.each(['never', 'always'] as const)('an older version that arrives after a cancel and an edit, repeats %s', async (repeats) => {
  const id = await outbox.save()
  const lease = await outbox.leased({ repeats })
  await outbox.query(`update deliveries set state = 'cancelled' where enrollment_id = $1`, [id])
  await outbox.change(id, { city: 'Columbus' })
  expect(await outbox.finish(lease, accepted)).toBe('needs_review')
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'edited-after-delivery' })
})

test.each([
  ['ambiguous', 'no-answer'],
  ['lost', 'no-answer'],
  ['retry', 'attempts-exhausted'],
])('where an earlier attempt was %s, the last failure makes it %s', async (earlier, reason) => {
  const id = await outbox.save()
  const first = await outbox.leased({ repeats: 'when-unclear' })
  if (earlier === 'lost') await outbox.expireLeases()
  else await outbox.finish(first, earlier === 'retry' ? refused : silent, { retrySeconds: 0 })
  await outbox.finish(await outbox.leased({ repeats: 'when-unclear' }), refused)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason, attempts: 2 })
})

test('an edit while an attempt fails is what the next attempt sends', async () => {
  const id = await outbox.save()
  const lease = await outbox.leased()
  await outbox.change(id, { city: 'Columbus' })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'sending', version: 2 })
  await outbox.finish(lease, refused, { retrySeconds: 0 })
  expect(await outbox.lease()).toMatchObject({ lease: { attempts: 2, enrollment: { city: 'Columbus' } } })
})

test('an edit while an attempt is rejected is sent: it may be what was wrong', async () => {
  const id = await outbox.save()
  const lease = await outbox.leased()
  await outbox.change(id, { city: 'Columbus' })
  expect(await outbox.finish(lease, rejected)).toBe('queued')
  expect(await outbox.lease({ enrollmentId: id })).toMatchObject({ lease: { attempts: 1, enrollment: { city: 'Columbus' } } })
})

test.each([
  ['never', 'needs_review', 'edited-after-delivery'],
  ['when-unclear', 'needs_review', 'edited-after-delivery'],
  ['always', 'queued', null],
] as const)('an edit while an attempt is accepted, repeats %s: %s', async (repeats, state, reason) => {
  const id = await outbox.save()
  const lease = await outbox.leased({ repeats })
  await outbox.change(id, { city: 'Columbus' })
  expect(await outbox.finish(lease, accepted)).toBe(state)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state, reason, version: 2 })
  if (repeats !== 'always') return
  expect(await outbox.finish(await outbox.leased({ repeats }), accepted)).toBe('delivered')
  expect(await outbox.attemptsOf(id)).toMatchObject([{ version: 1 }, { version: 2 }])
})

test.each([
  ['never', null, 'needs_review'],
  ['when-unclear', null, 'needs_review'],
  ['always', 1, 'sending'],
] as const)('an edit after the delivery, repeats %s', async (repeats, attempts, state) => {
  const id = await outbox.save()
  await outbox.finish(await outbox.leased({ repeats }), accepted)
  await outbox.change(id, { city: 'Columbus' })
  const { lease } = await outbox.lease({ repeats, enrollmentId: id })
  expect(lease?.attempts ?? null).toBe(attempts)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state })
})

test('an enrollment that is no longer completed waits for a person, and for its completion', async () => {
  const id = await outbox.save()
  await outbox.change(id, { onboarding_completed: false })
  expect(await outbox.lease()).toEqual({ state: 'needs_review', wait_ms: 0, lease: null })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'not-completed' })
  await outbox.change(id, { onboarding_completed: true })
  expect((await outbox.lease({ enrollmentId: id })).lease?.enrollment.id).toBe(id)
})

test('a row that a client is saving at this moment is passed over', async () => {
  const id = await outbox.save()
  await outbox.database.transaction(async (client) => {
    await client.query(`update enrollments set city = 'Columbus' where id = $1`, [id])
    expect(await outbox.lease()).toMatchObject({ lease: null })
    expect(await outbox.lease({ enrollmentId: id })).toEqual({ state: 'queued', wait_ms: 250, lease: null })
  })
  expect((await outbox.lease({ enrollmentId: id })).lease?.enrollment.city).toBe('Columbus')
})
