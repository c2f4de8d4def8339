import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertOf, validRow } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { sampleEnrollment } from '../../tests/helpers/sample-enrollment.ts'
import { storedEnrollmentSchema } from '../../deliveries/stored-enrollment.ts'

// Which changes of an enrollment queue its delivery.

let outbox: TestOutbox

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const setState = (id: string, state: string, reason: string | null = null) =>
  outbox.query('update deliveries set state = $2, reason = $3, attempts = 3 where enrollment_id = $1', [id, state, reason])

test('a completed enrollment and its delivery are saved together', async () => {
  const id = await outbox.save()
  expect(await outbox.deliveryOf(id)).toEqual({ state: 'queued', reason: null, version: 1, attempts: 0 })
})

test('an enrollment that is not saved queues nothing', async () => {
  const saving = outbox.database.transaction(async (client) => {
    await client.query(insertOf({ ...validRow(crypto.randomUUID()), user_id: null }))
    throw new Error('the browser went away')
  })
  await expect(saving).rejects.toThrow('went away')
  expect(await outbox.query('select from deliveries')).toEqual([])
})

test('an enrollment that staff prepare is queued once its onboarding is completed', async () => {
  const id = await outbox.save({ onboarding_completed: false })
  expect(await outbox.deliveryOf(id)).toBeUndefined()
  await outbox.change(id, { onboarding_completed: true })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'queued', version: 1 })
})

test('the browser gets a head start of ten seconds over the workers', async () => {
  const id = await outbox.save({ onboarding_completed: false })
  await outbox.change(id, { onboarding_completed: true })
  const waiting = await outbox.lease()
  expect(waiting).toMatchObject({ state: 'queued', lease: null })
  expect(waiting.wait_ms).toBeGreaterThan(8_000)
  expect(waiting.wait_ms).toBeLessThanOrEqual(10_000)
  expect((await outbox.lease({ enrollmentId: id })).lease?.enrollment.id).toBe(id)
})

test('where the first name ends is forgotten with the name, and with nothing else', async () => {
  const id = await outbox.save()
  const lengthOf = async () => (await outbox.query('select first_name_length as length from deliveries where enrollment_id = $1', [id]))[0]
  await outbox.store.keepFirstNameLength(id, 4)
  await outbox.change(id, { customer_phone: '(555) 555-0199' })
  expect(await lengthOf()).toEqual({ length: 4 })
  await outbox.change(id, { customer_name: 'Anna van der Berg', middle_name: null })
  expect(await lengthOf()).toEqual({ length: null })
})

const details = { date_of_birth: '1984-05-07', ssn_last_four: '4822' }
const changes: Record<string, unknown> = {
  ...details,
  customer_name: 'Mary Ann Berg',
  middle_name: null,
  customer_email: 'other@example.org',
  customer_phone: '(555) 555-0199',
  street_address: '8 Orchard Street',
  city: 'Columbus',
  state: 'TX',
  zip_code: '45502',
  preferred_contact_method: 'email',
  plan_name: 'Light Repair',
  notes: null,
}

test('there is an example of a change of every delivered column', () => {
  expect(['id', ...Object.keys(changes)].toSorted()).toEqual(Object.keys(storedEnrollmentSchema.entries).toSorted())
})

test.each(Object.entries(changes))('a change of %s is a new version', async (column, value) => {
  const id = await outbox.save()
  await setState(id, 'delivered')
  await outbox.change(id, column in details ? details : { [column]: value })
  expect(await outbox.deliveryOf(id)).toEqual({ state: 'queued', reason: null, version: 2, attempts: 0 })
})

test('the same values once more, and a change of what is not delivered, queue nothing', async () => {
  const id = await outbox.save()
  await setState(id, 'delivered')
  const { id: _, date_of_birth, ssn_last_four, ...columns } = sampleEnrollment
  await outbox.change(id, columns)
  await outbox.change(id, { payment_verified_at: new Date(), payment_status: 'paid' })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered', version: 1 })
  // What is encrypted cannot be compared.
  await outbox.change(id, { date_of_birth, ssn_last_four })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'queued', version: 2 })
})

test.each([
  ['queued', null, 'queued'],
  ['delivered', null, 'queued'],
  ['rejected', 'error-message', 'queued'],
  ['needs_review', 'attempts-exhausted', 'queued'],
  ['needs_review', 'not-completed', 'queued'],
  ['needs_review', 'details-unreadable', 'queued'],
  ['needs_review', 'no-answer', 'needs_review'],
  ['needs_review', 'lease-expired', 'needs_review'],
  ['needs_review', 'edited-after-delivery', 'needs_review'],
  ['needs_review', 'changed-after-cancel', 'needs_review'],
  ['cancelled', null, 'needs_review'],
])('an edit of what is %s (%s) makes it %s: only what is safe is sent again', async (state, reason, next) => {
  const id = await outbox.save()
  await setState(id, state, reason)
  await outbox.change(id, { city: 'Columbus' })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: next, version: 2 })
})

test('an edit of what is cancelled says so to the person who looks', async () => {
  const id = await outbox.save()
  await setState(id, 'cancelled')
  await outbox.change(id, { city: 'Columbus' })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'changed-after-cancel' })
})

test('deleting an enrollment deletes its delivery and attempts', async () => {
  const id = await outbox.save()
  await outbox.leased()
  await outbox.query('delete from enrollments where id = $1', [id])
  expect(await outbox.query('select from deliveries')).toEqual([])
  expect(await outbox.query('select from delivery_attempts')).toEqual([])
})

test.each(['deliveries', 'delivery_attempts', 'delivery_pace'])('nobody but the service reads or writes %s', async (table) => {
  for (const role of ['anon', 'authenticated'] as const) {
    for (const statement of [`select from ${table}`, `delete from ${table}`, `insert into ${table} default values`]) {
      const trying = outbox.database.transactionAs({ role }, (client) => client.query(statement))
      await expect(trying).rejects.toThrow(`permission denied for table ${table}`)
    }
  }
})

test.each([
  `lease_delivery('never')`,
  `finish_delivery('00000000-0000-4000-8000-000000000000', 'accepted')`,
  'release_expired_leases()',
])('nobody but the service calls %s', async (call) => {
  for (const role of ['anon', 'authenticated'] as const) {
    const trying = outbox.database.transactionAs({ role }, (client) => client.query(`select ${call}`))
    await expect(trying).rejects.toThrow('permission denied for function')
  }
  await outbox.database.transactionAs({ role: 'service_role' }, (client) => client.query(`select ${call}`))
})

test('no record of a delivery holds anything that a person typed', async () => {
  const id = await outbox.save()
  await outbox.finish(await outbox.leased(), { outcome: 'rejected', reason: 'error-message' })
  const records = await outbox.query(
    `select deliveries, delivery_attempts, delivery_pace
     from deliveries join delivery_attempts using (enrollment_id), delivery_pace where enrollment_id = $1`,
    [id],
  )
  const text = JSON.stringify(records)
  expect(records).toHaveLength(1)
  for (const value of ['Mary', 'Berg', 'mary@', '0123', '1984', '4821', 'Orchard', '45501', 'Call after']) {
    expect(text).not.toContain(value)
  }
})
