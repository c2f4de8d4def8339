import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addUser, type TestUser } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal, type StaffTerminal } from '../../tests/helpers/staff-terminal.ts'

// The commands about everything of one account: hold, release, cancel.

let outbox: TestOutbox
let terminal: StaffTerminal
let ruth: TestUser
let email: string
/** What another client has sent, which no command touches. */
let other: string

beforeAll(async () => {
  outbox = await openOutbox()
  terminal = openStaffTerminal(outbox.url)
})
beforeEach(async () => {
  await outbox.clear()
  email = `${randomUUID()}@example.com`
  ruth = await addUser(outbox.database, email)
  const boaz = await addUser(outbox.database, `${randomUUID()}@example.com`)
  other = await outbox.save({ user_id: boaz.id })
})
afterAll(() => outbox?.close())

const saveOwn = () => outbox.save({ user_id: ruth.id })
/** What is recorded besides that somebody looked for the account. */
const recorded = () =>
  outbox.query(`select action, enrollment_id, enrollments from staff_log where account_id = $1 and action <> 'find-account' order by id`, [ruth.id])

/** Leases whatever is due, and says which enrollments it was. */
async function drained(): Promise<string[]> {
  const leased: string[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const { lease } = await outbox.lease()
    if (lease) {
      leased.push(lease.enrollment.id)
      await outbox.finish(lease.id, { outcome: 'accepted' })
    }
  }
  return leased
}

test.each(['e-mail', 'E-MAIL', 'id'])('hold by %s keeps everything of the account from being sent, now and later', async (by) => {
  const waiting = await saveOwn()
  const account = by === 'id' ? ruth.id : by === 'e-mail' ? email : email.toUpperCase()
  expect(await terminal.run(`hold --account ${account}`)).toMatchObject({ exitCode: 0, faults: '' })
  expect(await outbox.deliveryOf(waiting)).toMatchObject({ state: 'needs_review', reason: 'account-held' })
  const later = await saveOwn()
  expect(await drained()).toEqual([other])
  expect(await outbox.deliveryOf(later)).toMatchObject({ state: 'needs_review', reason: 'account-held' })
  expect(await recorded()).toEqual([{ action: 'hold', enrollment_id: null, enrollments: 1 }])
  expect(await outbox.query(`select staff from staff_log where account_id = $1 and action = 'find-account'`, [ruth.id])).toEqual([{ staff: 'ruth' }])
})

test('what is in flight when the account is held is not sent a second time', async () => {
  const id = await saveOwn()
  const lease = await outbox.leased({ enrollmentId: id })
  await terminal.run(`hold --account ${email}`)
  await outbox.finish(lease, { outcome: 'retry', reason: 'http-status' }, { retrySeconds: 0 })
  expect(await drained()).toEqual([other])
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'account-held' })
})

test('release sends what waited for it or for a quota, and nothing that waits for another reason', async () => {
  const [held, overQuota, unclear] = [await saveOwn(), await saveOwn(), await saveOwn()]
  await outbox.query(`update deliveries set state = 'needs_review', reason = 'too-many-deliveries' where enrollment_id = $1`, [overQuota])
  await outbox.query(`update deliveries set state = 'needs_review', reason = 'no-answer' where enrollment_id = $1`, [unclear])
  await terminal.run(`hold --account ${email}`)
  expect((await terminal.run(`retry ${held}`)).faults).toBe('Its account is held: release that first.')
  expect(await terminal.run(`release --account ${email}`)).toMatchObject({ exitCode: 0, faults: '' })
  expect((await drained()).toSorted()).toEqual([held, overQuota, other].toSorted())
  expect(await outbox.deliveryOf(unclear)).toMatchObject({ state: 'needs_review', reason: 'no-answer' })
  expect(await recorded()).toMatchObject([{ action: 'hold' }, { action: 'release', enrollments: 2 }])
})

test('cancel settles everything of the account that has not arrived, once it is confirmed', async () => {
  const [queued, held, delivered] = [await saveOwn(), await saveOwn(), await saveOwn()]
  await outbox.query(`update deliveries set state = 'needs_review', reason = 'account-held' where enrollment_id = $1`, [held])
  await outbox.query(`update deliveries set state = 'delivered' where enrollment_id = $1`, [delivered])
  expect((await terminal.run(`cancel --account ${email}`, 'no')).faults).toBe('Nothing was done.')
  expect((await terminal.run(`cancel --account ${email}`)).faults).toContain('no terminal')
  expect((await terminal.run(`cancel --account=${email}`, 'cancel')).output).toContain('Cancelled: 2 deliveries.')
  expect(await outbox.deliveryOf(queued)).toMatchObject({ state: 'cancelled', reason: null })
  expect(await outbox.deliveryOf(held)).toMatchObject({ state: 'cancelled', reason: null })
  expect(await outbox.deliveryOf(delivered)).toMatchObject({ state: 'delivered' })
  expect(await outbox.deliveryOf(other)).toMatchObject({ state: 'queued' })
  expect(await recorded()).toEqual([{ action: 'cancel', enrollment_id: null, enrollments: 2 }])
})

test.each(['hold', 'release', 'cancel --yes'])('%s of nobody is refused', async (command) => {
  const nobody = `${command} --account nobody@example.com`
  expect(await terminal.run(nobody)).toMatchObject({ exitCode: 1, faults: 'There is no such account. Look for it with: npm run accounts -- find' })
  expect((await terminal.run(`${command} --account 00000000-0000-4000-8000-000000000000`)).exitCode).toBe(1)
})

test('hold and release need an account', async () => {
  expect((await terminal.run('hold')).faults).toContain('--account')
  expect((await terminal.run(`hold ${other}`)).exitCode).toBe(2)
})

test('clients cannot hold, release or look accounts up', async () => {
  for (const role of ['anon', 'authenticated'] as const) {
    for (const statement of ['select from held_accounts', 'delete from held_accounts', `select find_account('x')`]) {
      const trying = outbox.database.transactionAs({ role }, (client) => client.query(statement))
      await expect(trying).rejects.toThrow('permission denied')
    }
  }
})
