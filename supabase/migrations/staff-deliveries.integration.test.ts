import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Claims } from '../../server/postgres/database.ts'
import { addStaff, callAs, callAtOnce, machine } from '../../tests/helpers/desk-staff.ts'
import { addUser, type TestUser } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// What the staff decide about deliveries, by the functions of docs/desk-functions.md.

let outbox: TestOutbox
let ruth: TestUser
let boaz: TestUser

beforeAll(async () => {
  outbox = await openOutbox()
  ruth = await addStaff(outbox.database, 'ruth@example.com')
  boaz = await addStaff(outbox.database, 'boaz@example.com')
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  await outbox.clear()
  await outbox.query('delete from held_accounts')
  await outbox.query('update delivery_pace set held_since = null, held_because = null')
})

const call = (name: string, parameters: Record<string, unknown> = {}, claims: Claims = ruth.claims) =>
  callAs(outbox.database, claims, name, parameters)

async function seen(id: string): Promise<string> {
  const [row] = await outbox.query<{ seen: string }>('select private.delivery_seen(private.delivery_status($1)) as seen', [id])
  return row?.seen ?? ''
}

/** Decides about what is there now. */
const decide = async (action: 'retry' | 'resolve' | 'cancel', id: string, more: Record<string, unknown> = {}, claims?: Claims) =>
  call(`staff_${action}`, { p_id: id, p_seen: await seen(id), ...(action === 'retry' && { p_twice: false }), ...more }, claims)

const entries = (id: string) => outbox.query('select staff, action from staff_log where enrollment_id = $1 order by id', [id])
const lastEntry = async () =>
  (await outbox.query('select staff, action, enrollment_id, enrollments, account_id from staff_log order by id desc limit 1'))[0]

const done = { outcome: 'done' }
const refused = (reason: string) => ({ outcome: 'refused', reason })

async function finished(outcome: Parameters<TestOutbox['finish']>[1]): Promise<string> {
  const id = await outbox.save()
  await outbox.finish(await outbox.leased({ enrollmentId: id }), outcome)
  return id
}
const rejected = () => finished({ outcome: 'rejected', reason: 'error-message' })
const unclear = () => finished({ outcome: 'ambiguous', reason: 'empty-body' })

describe('one delivery', () => {
  test('is sent again, at the desk and at the machine, and the log says who', async () => {
    for (const claims of [ruth.claims, machine]) {
      const id = await rejected()
      expect(await decide('retry', id, {}, claims)).toEqual(done)
      expect(await outbox.deliveryOf(id)).toEqual({ state: 'queued', reason: null, version: 1, attempts: 0 })
      expect(await entries(id)).toEqual([{ staff: claims === machine ? 'ruth' : 'ruth@example.com', action: 'retry' }])
    }
  })

  test('is refused a second sending, unless somebody says that it may be there twice', async () => {
    const id = await unclear()
    expect(await decide('retry', id)).toEqual(refused('may-be-there'))
    expect(await decide('retry', id, { p_twice: null })).toEqual(refused('may-be-there'))
    expect(await entries(id)).toEqual([])
    expect(await decide('retry', id, { p_twice: true })).toEqual(done)
    expect((await outbox.lease()).lease?.enrollment.id).toBe(id)
  })

  test('that is paid back is sent by a person\'s own retry, from the desk too, and a client\'s change is held', async () => {
    const client = await addUser(outbox.database, `${randomUUID()}@example.com`)
    const id = await outbox.save({ user_id: client.id })
    await outbox.query(`update enrollments set payment_status = 'refunded', payment_verified_at = now() where id = $1`, [id])
    await outbox.query(`update deliveries set state = 'needs_review', reason = 'refunded' where enrollment_id = $1`, [id])
    expect(await decide('retry', id)).toEqual(done)
    expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'queued', reason: null })
    await outbox.finish(await outbox.leased({ enrollmentId: id }), { outcome: 'accepted' })
    await outbox.database.transactionAs(client.claims, (own) => own.query(`update enrollments set city = 'Columbus' where id = $1`, [id]))
    expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'refunded' })
  })

  test('counts as delivered; what was changed since it was last sent is settled by the second call', async () => {
    const [plain, changed] = [await unclear(), await unclear()]
    expect(await decide('resolve', plain)).toEqual({ ...done, settled: true })
    await outbox.change(changed, { city: 'Columbus' })
    expect(await decide('resolve', changed)).toEqual({ ...done, settled: false })
    expect(await outbox.deliveryOf(changed)).toMatchObject({ state: 'needs_review', reason: 'edited-after-delivery' })
    expect(await decide('resolve', changed)).toEqual({ ...done, settled: true })
    const versions = 'select version, delivered_version from deliveries where enrollment_id = $1'
    expect(await outbox.query(versions, [changed])).toEqual([{ version: 2, delivered_version: 2 }])
    expect(await entries(changed)).toHaveLength(2)
  })

  test('is not sent once it is cancelled', async () => {
    const id = await outbox.save()
    expect(await decide('cancel', id)).toEqual(done)
    expect((await outbox.lease()).lease).toBeNull()
    expect(await entries(id)).toEqual([{ staff: 'ruth@example.com', action: 'cancel' }])
  })

  test.each([
    ['retry', 'sending', 'sending'],
    ['resolve', 'sending', 'sending'],
    ['cancel', 'sending', 'sending'],
    ['resolve', 'delivered', 'wrong-state'],
    ['cancel', 'delivered', 'wrong-state'],
    ['cancel', 'cancelled', 'wrong-state'],
  ] as const)('%s of what is %s is refused as %s', async (action, state, reason) => {
    const id = await outbox.save()
    if (state === 'cancelled') await decide('cancel', id)
    else {
      const lease = await outbox.leased()
      if (state === 'delivered') await outbox.finish(lease, { outcome: 'accepted' })
    }
    const before = await entries(id)
    expect(await decide(action, id)).toEqual(refused(reason))
    expect(await outbox.deliveryOf(id)).toMatchObject({ state })
    expect(await entries(id)).toEqual(before)
  })

  test('that is not there, not filled yet, held or purged is not sent', async () => {
    expect(await decide('retry', randomUUID())).toEqual(refused('not-there'))
    expect(await decide('retry', await outbox.save({ onboarding_completed: false }))).toEqual(refused('wrong-state'))
    const id = await outbox.save({ user_id: ruth.id })
    await outbox.query('insert into held_accounts (user_id) values ($1)', [ruth.id])
    expect(await decide('retry', id)).toEqual(refused('account-held'))
    await outbox.query('delete from held_accounts')
    await outbox.query('update enrollments set personal_details = null, personal_details_key = null, personal_details_given_at = null, personal_details_purged_at = now() where id = $1', [id])
    expect(await decide('retry', id)).toEqual(refused('details-purged'))
    expect(await entries(id)).toEqual([])
  })

  test.each(['retry', 'cancel', 'resolve'] as const)('of two colleagues who %s it at once, the second hears who was first', async (action) => {
    const id = await rejected()
    const parameters = { p_id: id, p_seen: await seen(id), ...(action === 'retry' && { p_twice: false }) }
    const [first, second] = await callAtOnce(outbox.database, `staff_${action}`, parameters, ruth.claims, boaz.claims)
    expect(first).toMatchObject(done)
    expect(second).toEqual({ outcome: 'changed', by: { name: 'ruth@example.com', action, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } })
    expect(await entries(id)).toHaveLength(1)
  })

  test('that waits is not sent again by two who have seen the same', async () => {
    const id = await outbox.save()
    const before = await seen(id)
    expect(await call('staff_retry', { p_id: id, p_seen: before, p_twice: false })).toEqual(done)
    expect(await call('staff_retry', { p_id: id, p_seen: before, p_twice: false }, boaz.claims)).toMatchObject({ outcome: 'changed', by: { action: 'retry' } })
  })

  test('that a worker or the client has changed meanwhile is left as it is, and nobody is named', async () => {
    const id = await outbox.save()
    const before = await seen(id)
    await outbox.change(id, { city: 'Columbus' })
    expect(await call('staff_cancel', { p_id: id, p_seen: before })).toEqual({ outcome: 'changed', by: null })
    expect(await call('staff_cancel', { p_id: id, p_seen: null })).toEqual({ outcome: 'changed', by: null })
    expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'queued' })
  })

  test('of a whole account that a colleague has held names the colleague', async () => {
    const id = await outbox.save({ user_id: ruth.id })
    const before = await seen(id)
    await call('staff_hold_account', { p_account: ruth.id }, boaz.claims)
    expect(await call('staff_cancel', { p_id: id, p_seen: before })).toMatchObject({ outcome: 'changed', by: { name: 'boaz@example.com', action: 'hold' } })
  })
})

describe('a press of a button', () => {
  test('that is sent twice is done once, and answered alike, also once the state is another', async () => {
    const id = await rejected()
    const press = { p_id: id, p_seen: await seen(id), p_twice: false, p_request: randomUUID() }
    expect(await call('staff_retry', press)).toEqual(done)
    await outbox.finish(await outbox.leased({ enrollmentId: id }), { outcome: 'accepted' })
    expect(await call('staff_retry', press)).toEqual(done)
    expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered' })
    expect(await entries(id)).toHaveLength(1)
  })

  test('that is sent twice at once is done once', async () => {
    const id = await rejected()
    const parameters = { p_id: id, p_text: 'Calls back on Friday.', p_request: randomUUID() }
    const [first, second] = await callAtOnce(outbox.database, 'staff_note', parameters, ruth.claims, ruth.claims)
    expect(first).toMatchObject({ outcome: 'done', id: expect.any(Number) })
    expect(second).toEqual(first)
    expect(await outbox.query('select text from private.staff_notes where enrollment_id = $1', [id])).toEqual([{ text: 'Calls back on Friday.' }])
  })

  test('has an id of its own: of another person or function it is an error, and nothing is done', async () => {
    const id = await rejected()
    const press = { p_id: id, p_seen: await seen(id), p_request: randomUUID() }
    expect(await call('staff_cancel', press)).toEqual(done)
    await expect(call('staff_cancel', press, boaz.claims)).rejects.toMatchObject({ code: 'PT422' })
    await expect(call('staff_resolve', press)).rejects.toMatchObject({ code: 'PT422' })
    expect(await entries(id)).toHaveLength(1)
  })
})

test('what the log does not take is not done', async () => {
  const account = await addUser(outbox.database, `${randomUUID()}@example.com`)
  const id = await outbox.save({ user_id: account.id })
  const before = [await outbox.deliveryOf(id), await entries(id)]
  await outbox.query(`alter table staff_log add constraint full_disk check (id = 0) not valid`)
  try {
    for (const attempt of [
      () => decide('cancel', id),
      () => call('staff_note', { p_id: id, p_text: 'Calls back.' }),
      () => call('staff_hold_account', { p_account: account.id }),
      () => call('staff_hold'),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: '23514' })
    }
  } finally {
    await outbox.query('alter table staff_log drop constraint full_disk')
  }
  expect([await outbox.deliveryOf(id), await entries(id)]).toEqual(before)
  expect(await outbox.query('select from private.staff_notes where enrollment_id = $1 union all select from held_accounts where user_id = $2', [id, account.id])).toEqual([])
  expect(await outbox.query('select held_since from delivery_pace')).toEqual([{ held_since: null }])
})

test('a note is plain text of 1 to 2,000 characters, about a form that is there', async () => {
  const id = await outbox.save()
  for (const text of ['', 'a'.repeat(2001), '\u{7}', null]) {
    await expect(call('staff_note', { p_id: id, p_text: text })).rejects.toMatchObject({ code: '22023' })
  }
  expect(await call('staff_note', { p_id: randomUUID(), p_text: 'Hello' })).toEqual(refused('not-there'))
  expect(await call('staff_note', { p_id: id, p_text: `${'a'.repeat(999)}\n${'b'.repeat(1000)}` })).toMatchObject(done)
  expect(await outbox.query('select author, author_id from private.staff_notes where enrollment_id = $1', [id])).toEqual([{ author: 'ruth@example.com', author_id: ruth.id }])
  expect(await entries(id)).toEqual([{ staff: 'ruth@example.com', action: 'note' }])
})

describe('all of one account', () => {
  test('is held and released, with what it sends meanwhile, and counted', async () => {
    const account = await addUser(outbox.database, `${randomUUID()}@example.com`)
    const mine = [await outbox.save({ user_id: account.id }), await outbox.save({ user_id: account.id })]
    const others = await outbox.save()
    expect(await call('staff_hold_account', { p_account: account.id })).toEqual({ ...done, count: 2 })
    expect(await lastEntry()).toEqual({ staff: 'ruth@example.com', action: 'hold', enrollment_id: null, enrollments: 2, account_id: account.id })
    expect((await outbox.lease()).lease?.enrollment.id).toBe(others)
    for (const id of mine) expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'account-held' })
    expect(await call('staff_release_account', { p_account: account.id })).toEqual({ ...done, count: 2 })
    expect(await lastEntry()).toMatchObject({ action: 'release', enrollments: 2 })
    for (const id of mine) expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'queued', reason: null })
    expect(await outbox.query('select from held_accounts')).toEqual([])
  })

  test('is cancelled, but not what was delivered or is being sent', async () => {
    const account = await addUser(outbox.database, `${randomUUID()}@example.com`)
    const [delivered, sending] = [await outbox.save({ user_id: account.id }), await outbox.save({ user_id: account.id })]
    await outbox.finish(await outbox.leased({ enrollmentId: delivered }), { outcome: 'accepted' })
    await outbox.leased({ enrollmentId: sending })
    const queued = await outbox.save({ user_id: account.id })
    expect(await call('staff_cancel_account', { p_account: account.id })).toEqual({ ...done, count: 1 })
    expect(await outbox.deliveryOf(queued)).toMatchObject({ state: 'cancelled' })
    expect(await outbox.deliveryOf(delivered)).toMatchObject({ state: 'delivered' })
    expect(await outbox.deliveryOf(sending)).toMatchObject({ state: 'sending' })
    expect(await lastEntry()).toMatchObject({ action: 'cancel', enrollments: 1, account_id: account.id })
  })

  test.each(['hold', 'release', 'cancel'])('%s of an account that is not there is refused', async (action) => {
    expect(await call(`staff_${action}_account`, { p_account: randomUUID() })).toEqual(refused('not-there'))
  })
})

describe('all deliveries', () => {
  test('are held once and released once, by hand', async () => {
    await outbox.save()
    expect(await call('staff_release', { p_review: false })).toEqual(refused('not-held'))
    expect(await call('staff_hold')).toEqual({ ...done, since: expect.stringMatching(/^\d{4}-/) })
    expect(await lastEntry()).toMatchObject({ action: 'hold', enrollments: 1 })
    expect(await call('staff_hold', {}, boaz.claims)).toEqual(refused('held-already'))
    expect((await outbox.lease()).lease).toBeNull()
    expect(await call('staff_release', { p_review: null }, boaz.claims)).toEqual({ ...done, review: 0, waiting: 1 })
    expect(await lastEntry()).toMatchObject({ staff: 'boaz@example.com', action: 'release', enrollments: 1 })
    expect((await outbox.lease()).lease).not.toBeNull()
  })

  test('of a restored backup are released once somebody says what becomes of those that waited', async () => {
    const id = await outbox.save()
    await outbox.query(`select hold_deliveries('restored')`)
    expect(await call('staff_release', { p_review: null })).toEqual({ ...refused('restored'), waited: 1 })
    expect(await call('staff_release', { p_review: true })).toEqual({ ...done, review: 1, waiting: 0 })
    expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'restored' })
  })

  test('are not released where another database sends now', async () => {
    await outbox.query(`select hold_deliveries('left')`)
    expect(await call('staff_release', { p_review: false })).toEqual(refused('left'))
  })

  test('are held by the first of two at once', async () => {
    const [first, second] = await callAtOnce(outbox.database, 'staff_hold', {}, ruth.claims, boaz.claims)
    expect(first).toMatchObject(done)
    expect(second).toEqual(refused('held-already'))
  })
})
