import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { showSchema } from '../../domain/staff/form.ts'
import { statsSchema, todaySchema } from '../../domain/staff/today.ts'
import { addStaff, callAs } from '../../tests/helpers/desk-staff.ts'
import { addUser, type TestUser } from '../../tests/helpers/enrollments.ts'
import { saveMany } from '../../tests/helpers/many-enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { sampleEnrollment } from '../../tests/helpers/sample-enrollment.ts'

let outbox: TestOutbox
let ruth: TestUser

beforeAll(async () => {
  outbox = await openOutbox()
  ruth = await addStaff(outbox.database, 'ruth@example.com')
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const call = (name: string, parameters: Record<string, unknown> = {}) => callAs(outbox.database, ruth.claims, name, parameters)
const today = async () => v.parse(todaySchema, await call('staff_today'))

/** Such a delivery, since so many minutes ago. */
async function saved(state: string, reason: string | null, minutes: number): Promise<string> {
  const id = await outbox.save()
  await outbox.query(
    `update deliveries set state = $2, reason = $3, (updated_at, queued_at) = (select at, at from (select now() - $4 * interval '1 minute' as at) then_)
     where enrollment_id = $1`,
    [id, state, reason, minutes],
  )
  return id
}

/** A payment that was made and proven so many days ago on a form that is not filled, or on none, if a person has to look. */
async function paid(reference: string, days: number, review: string | null = null): Promise<void> {
  const id = review === null ? await outbox.save({ onboarding_completed: false, customer_name: null, payment_verified_at: new Date(), payment_reference: reference }) : null
  await outbox.query(
    `insert into payments (reference, source, status, amount_cents, currency, paid_at, payer_email, is_add_on, review, enrollment_id, proven_at)
     values ($1, 'stripe', 'paid', 100, 'usd', now() - $2 * interval '1 day', $3, false, $4, $5, case when $5::uuid is not null then now() - $2 * interval '1 day' end)`,
    [reference, days, sampleEnrollment.customer_email, review, id],
  )
}

test('what needs a person comes first, the longest waiting of all, with what one has to know', async () => {
  const late = await saved('rejected', 'error-message', 2)
  const earlier = await saved('needs_review', 'no-answer', 60)
  await saved('delivered', null, 90)
  await saved('cancelled', null, 90)
  const { queue, queue_count: count } = await today()
  expect(queue.map(({ id }) => id)).toEqual([earlier, late])
  expect(count).toBe(2)
  expect(queue[0]).toMatchObject({
    name: sampleEnrollment.customer_name, city: sampleEnrollment.city, place: sampleEnrollment.state, plan: sampleEnrollment.plan_name,
    state: 'needs_review', reason: 'no-answer', attempts: 0, may_be_there: false, account: null, is_held: false, payment: 'none',
  })
  const form = v.parse(showSchema, await call('staff_show', { p_id: earlier }))
  expect(queue[0]?.seen).toBe(form?.seen)
})

test('what waits for longer than ten minutes is shown, and what waits for less is only counted', async () => {
  await saved('queued', null, 9)
  const eleven = await saved('queued', null, 11)
  const thirty = await saved('queued', null, 30)
  const { queue, waiting_long: long, waiting_long_count: count, deliveries } = await today()
  expect(queue).toEqual([])
  expect(long.map(({ id }) => id)).toEqual([thirty, eleven])
  expect(count).toBe(2)
  expect(deliveries).toMatchObject({ waiting: 3, sending: 0 })
  expect(deliveries.oldest_waiting_seconds).toBeGreaterThanOrEqual(1800)
})

test('each list has 50 rows, and says how many there are', async () => {
  const ids = await saveMany(outbox, 60)
  await outbox.query(`update deliveries set state = 'needs_review', reason = 'no-answer' where enrollment_id = any ($1)`, [ids.slice(0, 55)])
  await outbox.query(`update deliveries set queued_at = now() - interval '1 hour' where state = 'queued'`)
  const { queue, queue_count: count, waiting_long_count: waiting } = await today()
  expect([queue.length, count, waiting]).toEqual([50, 55, 5])
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const dayAt = (days: number) => daysAgo(days).toISOString().slice(0, 10)

test('the days are 30 in UTC, by the day of saving, with what became of each form', async () => {
  const states: [days: number, state: string, reason?: string][] = [
    [0, 'delivered'], [0, 'delivered', 'resolved'], [0, 'queued'], [3, 'rejected'], [3, 'needs_review'], [29, 'delivered'], [30, 'delivered'], [3, 'cancelled'],
    [3, 'delivered', 'stand-in'], [3, 'needs_review', 'stand-in'], [30, 'delivered', 'stand-in'],
  ]
  for (const [days, state, reason = null] of states) {
    const id = await outbox.save({ created_at: daysAgo(days) })
    await outbox.query('update deliveries set (state, reason) = ($2, $3) where enrollment_id = $1', [id, state, reason])
  }
  const { days } = await today()
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, index) => dayAt(29 - index)))
  expect(days.filter((counts) => Object.values(counts).some((count) => typeof count === 'number' && count > 0))).toEqual([
    { day: dayAt(29), accepted: 1, waiting: 0, in_review: 0, pretended: 0 },
    { day: dayAt(3), accepted: 0, waiting: 0, in_review: 3, pretended: 1 },
    { day: dayAt(0), accepted: 2, waiting: 1, in_review: 0, pretended: 0 },
  ])
})

test('it says whether the destination takes what is sent, and whether deliveries pause or are held', async () => {
  await outbox.save()
  await outbox.finish(await outbox.leased(), { outcome: 'accepted' })
  const accepted = (await today()).deliveries
  expect(accepted).toMatchObject({ last_outcome: 'accepted', failures: 0, paused_until: null, held_since: null, waiting: 0 })
  await outbox.save()
  await outbox.finish(await outbox.leased(), { outcome: 'retry', reason: 'http-status' }, { retrySeconds: 60, pauseSeconds: 600 })
  await outbox.query(`select hold_deliveries('by-hand')`)
  const paused = (await today()).deliveries
  expect(paused).toMatchObject({ last_outcome: 'retry', failures: 1, waiting: 1, held_because: 'by-hand', last_accepted_at: accepted.last_accepted_at })
  expect(Date.parse(paused.paused_until ?? '')).toBeGreaterThan(Date.now())
  expect(paused.last_attempt_at).not.toBe(accepted.last_attempt_at)
  await outbox.query('update delivery_pace set (held_since, held_because) = (null, null)')
})

test('what the stand-in of a trial took is no arrival', async () => {
  const before = (await today()).deliveries
  await outbox.save()
  await outbox.finish(await outbox.leased(), { outcome: 'accepted', reason: 'stand-in' })
  const pretended = (await today()).deliveries
  expect(pretended.last_accepted_at).toBe(before.last_accepted_at)
  expect(Date.parse(pretended.last_pretended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(pretended.last_attempt_at ?? ''))
  await outbox.save()
  await outbox.finish(await outbox.leased(), { outcome: 'accepted' })
  const accepted = (await today()).deliveries
  expect(accepted.last_pretended_at).toBe(pretended.last_pretended_at)
  expect(Date.parse(accepted.last_accepted_at ?? '')).toBeGreaterThan(Date.parse(pretended.last_pretended_at ?? ''))
})

test('payments without a decision, payers without a form and clients who ask for deletion are shown with masked addresses', async () => {
  const client = await addUser(outbox.database, `naomi.${crypto.randomUUID()}@example.com`)
  const owned = await outbox.save({ user_id: client.id })
  await outbox.query('insert into deletion_requests (user_id) values ($1)', [client.id])
  await paid('pi_doubt', 2, 'several-forms')
  await paid('pi_today', 0)
  await paid('pi_waiting', 3)
  await paid('pi_given_up', 40)
  const { deletions, payments, payments_count: count, not_onboarded: payers, not_onboarded_count: waiting } = await today()
  expect(deletions).toEqual([expect.objectContaining({ account: client.id, email: 'n•••@example.com', enrollments: [owned] })])
  expect(payments).toEqual([expect.objectContaining({ reference: 'pi_doubt', review: 'several-forms', payer_email: 'm•••@example.org' })])
  // The newest forms of that address: filled or not.
  expect(payments[0]?.candidates.map(({ paid: isPaid }) => isPaid).toSorted()).toEqual([false, true, true, true])
  expect(count).toBe(1)
  expect(payers).toEqual([expect.objectContaining({ email: 'm•••@example.org', name: null })])
  expect(waiting).toBe(1)
})

test('the mark is another one after each change, and the same without any', async () => {
  const client = await addUser(outbox.database, `boaz.${crypto.randomUUID()}@example.com`)
  let before = (await today()).mark
  expect((await today()).mark).toBe(before)
  let lease = ''
  let id = ''
  const changes: [string, () => Promise<unknown>][] = [
    ['a form is saved', async () => (id = await outbox.save())],
    ['it is sent', async () => (lease = await outbox.leased())],
    ['it is refused', () => outbox.finish(lease, { outcome: 'rejected', reason: 'error-message' })],
    ['the client changes it', () => outbox.change(id, { city: 'Shelbyville' })],
    ['it is sent again', async () => (lease = await outbox.leased({ enrollmentId: id }))],
    ['it may have arrived', () => outbox.finish(lease, { outcome: 'ambiguous', reason: 'no-answer' })],
    ['the client changes what waits for a person', () => outbox.change(id, { city: 'Ogdenville' })],
    ['another form is saved', async () => (id = await outbox.save())],
    ['it waits for long', () => outbox.query(`update deliveries set queued_at = now() - interval '11 minutes' where enrollment_id = $1`, [id])],
    ['it is being sent', () => outbox.leased({ enrollmentId: id })],
    ['nobody has heard of it', async () => { await outbox.expireLeases(); await outbox.lease() }],
    ['deliveries are held', () => outbox.query(`select hold_deliveries('by-hand')`)],
    ['they are released', () => outbox.query('select release_deliveries(false)')],
    ['a client asks for deletion', () => outbox.query('insert into deletion_requests (user_id) values ($1)', [client.id])],
    ['and takes it back', () => outbox.query('update deletion_requests set withdrawn_at = now() where user_id = $1', [client.id])],
    ['a payment is made', () => outbox.query(`insert into payment_events (id, happened_at, kind) values ('stripe:evt_1', now(), 'noted')`)],
    ['a colleague looks at it', () => call('staff_reveal', { p_id: id, p_reason: 'The client has called' })],
  ]
  for (const [change, make] of changes) {
    await make()
    const { mark } = v.parse(v.object({ mark: v.string() }), await call('staff_pulse'))
    expect([change, mark !== before]).toEqual([change, true])
    before = mark
  }
})

test('the counts are by state and reason, by outcome, and by what is kept of date of birth and SSN digits', async () => {
  await saved('needs_review', 'no-answer', 60)
  await saved('needs_review', 'no-answer', 30)
  const purged = await saved('delivered', 'resolved', 10)
  await outbox.query('select purge_personal_details(0)')
  await outbox.save({ onboarding_completed: false, date_of_birth: null, ssn_last_four: null })
  await outbox.save({ onboarding_completed: false })
  await outbox.save()
  await outbox.finish(await outbox.leased(), { outcome: 'accepted' })
  const stats = v.parse(statsSchema, await call('staff_stats'))
  expect(stats.deliveries.map(({ state, reason, count }) => [state, reason, count])).toEqual([
    ['delivered', null, 1], ['delivered', 'resolved', 1], ['needs_review', 'no-answer', 2],
  ])
  expect(stats.deliveries[2]?.oldest_seconds).toBeGreaterThanOrEqual(3600)
  expect(stats.attempts_of_last_day).toEqual([{ outcome: 'accepted', count: 1 }])
  expect(stats.details).toEqual({ kept: 4, purged: 1, incomplete: 2 })
  expect(await outbox.detailsOf(purged)).toBeUndefined()
})
