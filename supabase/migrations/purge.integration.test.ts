import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// Dates of birth and social security digits go some time after the delivery.

const monthSeconds = 30 * 86_400
let outbox: TestOutbox

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  await outbox.clear()
  await outbox.query('update upkeep set purged_at = null, digest_at = null')
})

/** An enrollment whose delivery has been in this state for this many days. */
async function standing(state: string, days: number): Promise<string> {
  const id = await outbox.save()
  await outbox.query(
    `update deliveries set state = $2, delivered_version = case when $2 = 'delivered' then version end,
       updated_at = clock_timestamp() - $3 * interval '1 day' where enrollment_id = $1`,
    [id, state, days],
  )
  return id
}

const purge = async (limit = 1000) =>
  (await outbox.query<{ count: number }>('select purge_personal_details($1, $2) as count', [monthSeconds, limit]))[0]?.count

const detailsOf = async (id: string) =>
  (
    await outbox.query(
      `select personal_details is not null as kept, personal_details_key is not null as key,
         personal_details_purged_at is not null as purged from enrollments where id = $1`,
      [id],
    )
  )[0]

test.each(['delivered', 'cancelled'])('what was %s a month ago is purged, and marked; it stays so', async (state) => {
  const id = await standing(state, 31)
  expect(await purge()).toBe(1)
  expect(await detailsOf(id)).toEqual({ kept: false, key: false, purged: true })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state, version: 1 })
  expect(await purge()).toBe(0)
})

test('what was delivered, and is no longer completed, is purged too', async () => {
  const id = await standing('delivered', 31)
  await outbox.change(id, { onboarding_completed: false })
  expect(await purge()).toBe(1)
  expect(await detailsOf(id)).toEqual({ kept: false, key: false, purged: true })
})

test.each([
  ['delivered', 29],
  ['queued', 90],
  ['needs_review', 90],
  ['rejected', 90],
  ['cancelled', 29],
])('what has been %s for %i days keeps its details', async (state, days) => {
  const id = await standing(state, days)
  expect(await purge()).toBe(0)
  expect(await detailsOf(id)).toEqual({ kept: true, key: true, purged: false })
})

test('what only a stand-in has is kept', async () => {
  const id = await standing('delivered', 90)
  await outbox.query(`update deliveries set reason = 'stand-in' where enrollment_id = $1`, [id])
  expect(await purge()).toBe(0)
  expect(await detailsOf(id)).toEqual({ kept: true, key: true, purged: false })
})

test('a client who fills the form again has details again, and the mark is gone', async () => {
  const id = await standing('delivered', 31)
  await purge()
  await outbox.change(id, { date_of_birth: '1984-05-06', ssn_last_four: '4821' })
  expect(await detailsOf(id)).toEqual({ kept: true, key: true, purged: false })
  expect(await outbox.detailsOf(id)).toEqual({ date_of_birth: '1984-05-06', ssn_last_four: '4821' })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'queued', version: 2 })
})

test('half of the details are refused after a purge, and so is a mark beside details', async () => {
  const id = await standing('delivered', 31)
  await purge()
  await expect(outbox.change(id, { ssn_last_four: '4821' })).rejects.toThrow('date_of_birth_is_required')
  const other = await outbox.save()
  await expect(outbox.change(other, { personal_details_purged_at: new Date() })).rejects.toThrow(
    'personal_details_purged_at_is_true',
  )
})

test.each(['never', 'always'] as const)('a purged row that is changed is for a person, and never sent (%s)', async (repeats) => {
  const id = await standing('delivered', 31)
  await purge()
  await outbox.change(id, { city: 'Columbus' })
  await outbox.query('update deliveries set due_at = clock_timestamp()')
  expect(await outbox.lease({ repeats })).toMatchObject({ state: 'needs_review', lease: null })
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'details-purged' })
})

test('the purge is done once an hour, whoever asks', async () => {
  await standing('delivered', 31)
  const asked = await Promise.all(Array.from({ length: 8 }, () => outbox.store.purgeWhenDue(monthSeconds)))
  expect(asked.filter((count) => count !== null)).toEqual([1])
  await standing('delivered', 31)
  expect(await outbox.store.purgeWhenDue(monthSeconds)).toBeNull()
  await outbox.query(`update upkeep set purged_at = clock_timestamp() - interval '61 minutes'`)
  expect(await outbox.store.purgeWhenDue(monthSeconds)).toBe(1)
})

test('a clock that was put back stops neither the purge nor the digest', async () => {
  await standing('delivered', 31)
  await standing('rejected', 1)
  const future = `clock_timestamp() + interval '10 years'`
  await outbox.query(`update upkeep set purged_at = ${future}, digest_at = ${future}`)
  expect(await outbox.store.purgeWhenDue(monthSeconds)).toBe(1)
  expect(await outbox.query(`select claim_digest() -> 'count' as count`)).toEqual([{ count: 1 }])
})

test('a purge of nothing purges nothing, and is not due again for an hour', async () => {
  await standing('delivered', 31)
  expect(await outbox.store.purgeWhenDue(null)).toBe(0)
  expect(await outbox.store.purgeWhenDue(null)).toBeNull()
})

test('a row that a client is saving is left for later, without waiting', async () => {
  const id = await standing('delivered', 31)
  await outbox.database.transaction(async (client) => {
    await client.query('select from enrollments where id = $1 for update', [id])
    expect(await purge()).toBe(0)
  })
  expect(await purge()).toBe(1)
})

test('clients can neither purge nor mark', async () => {
  for (const statement of [
    'select purge_personal_details(0)',
    'select purge_when_due(0)',
    'select claim_digest()',
    'select return_digest()',
    'select delivery_health()',
    'select from upkeep',
    'update enrollments set personal_details_purged_at = now()',
  ]) {
    for (const role of ['anon', 'authenticated'] as const) {
      const trying = outbox.database.transactionAs({ role }, (client) => client.query(statement))
      await expect(trying).rejects.toThrow('permission denied')
    }
  }
})
