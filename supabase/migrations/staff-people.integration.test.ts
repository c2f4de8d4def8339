import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { peopleSchema, pulseSchema } from '../../domain/staff/people.ts'
import type { Claims } from '../../server/postgres/database.ts'
import { addStaff, callAs, callAtOnce, machine } from '../../tests/helpers/desk-staff.ts'
import { addUser, type TestUser } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// Who is one of the staff, and whether something has changed: docs/desk-functions.md.

let outbox: TestOutbox
let ruth: TestUser

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  await outbox.query('delete from auth.users')
  ruth = await addStaff(outbox.database, 'ruth@example.com', 'lead')
})

const setRole = (p_account: string, p_role: string | null, more: Record<string, unknown> = {}, claims: Claims = ruth.claims) =>
  callAs(outbox.database, claims, 'staff_set_role', { p_account, p_role, ...more })
const people = async () => v.parse(peopleSchema, await callAs(outbox.database, ruth.claims, 'staff_people')).people
const roles = async () => Object.fromEntries((await people()).map(({ email, role }) => [email, role]))
const lastEntry = async () => (await outbox.query('select staff, action, account_id, enrollments from staff_log order by id desc limit 1'))[0]
const entries = async () => (await outbox.query('select from staff_log')).length

const done = { outcome: 'done' }
const refused = (reason: string) => ({ outcome: 'refused', reason })

test('leads see who is, with factors and sessions', async () => {
  const boaz = await addStaff(outbox.database, 'boaz@example.com')
  await addUser(outbox.database, 'client@example.com')
  await outbox.query(`insert into auth.sessions (id, user_id, not_after) values (gen_random_uuid(), $1, now() - interval '1 minute'), (gen_random_uuid(), $1, null)`, [boaz.id])
  await outbox.query('update auth.users set last_sign_in_at = now() where id = $1', [boaz.id])
  const moment = expect.stringMatching(/\+00:00$/)
  expect(await people()).toEqual([
    { id: boaz.id, email: 'boaz@example.com', role: 'staff', made_at: moment, signed_in_at: moment, factors: 1, sessions: 2, is_self: false },
    { id: ruth.id, email: 'ruth@example.com', role: 'lead', made_at: moment, signed_in_at: null, factors: 1, sessions: 1, is_self: true },
  ])
})

test('a lead makes an account staff or lead, by its address or id, and the log says so', async () => {
  const boaz = await addUser(outbox.database, 'boaz@example.com')
  for (const [account, role] of [['BOAZ@example.com', 'staff'], [boaz.id, 'lead'], [boaz.id, 'staff']] as const) {
    expect(await setRole(account, role)).toEqual(done)
    expect(await lastEntry()).toEqual({ staff: 'ruth@example.com', action: 'make-staff', account_id: boaz.id, enrollments: 0 })
    expect(await roles()).toEqual({ 'ruth@example.com': 'lead', 'boaz@example.com': role })
  }
})

test('whoever is removed is signed out at once', async () => {
  const boaz = await addStaff(outbox.database, 'boaz@example.com')
  await callAs(outbox.database, boaz.claims, 'staff_touch')
  expect(await setRole(boaz.id, null)).toEqual(done)
  expect(await lastEntry()).toMatchObject({ action: 'remove-staff', account_id: boaz.id })
  expect(await outbox.query('select from auth.sessions where user_id = $1', [boaz.id])).toEqual([])
  await expect(callAs(outbox.database, boaz.claims, 'staff_pulse')).rejects.toMatchObject({ code: '42501', message: 'permission denied for function staff_pulse' })
  expect(await outbox.query('select from auth.users where id = $1', [boaz.id])).toHaveLength(1)
  expect(await setRole(boaz.id, null)).toEqual(refused('not-there'))
})

test('nobody is made staff who is not there or may be anybody, and nothing is logged', async () => {
  await addUser(outbox.database, 'unconfirmed@example.com', false)
  const before = await entries()
  for (const account of ['nobody@example.com', randomUUID(), '', 'unconfirmed']) expect(await setRole(account, 'staff')).toEqual(refused('not-there'))
  expect(await setRole('unconfirmed@example.com', 'staff')).toEqual(refused('unconfirmed'))
  await expect(setRole('ruth@example.com', 'owner')).rejects.toMatchObject({ code: '22023' })
  expect([await entries(), await roles()]).toEqual([before, { 'ruth@example.com': 'lead' }])
})

test('the last lead stays, unless a person at the machine says otherwise', async () => {
  const boaz = await addStaff(outbox.database, 'boaz@example.com')
  for (const role of [null, 'staff']) expect(await setRole(ruth.id, role)).toEqual(refused('last-lead'))
  expect(await setRole(ruth.id, 'lead')).toEqual(done)
  await outbox.query('insert into deletion_requests (user_id) values ($1)', [ruth.id])
  const [request] = await outbox.query<{ id: string }>('select id from deletion_requests where user_id = $1', [ruth.id])
  const deletions = [['staff_delete_account', { p_account: ruth.id }], ['staff_settle_deletion', { p_number: request?.id, p_as: 'deleted' }]] as const
  for (const [name, parameters] of deletions) expect(await callAs(outbox.database, ruth.claims, name, parameters)).toEqual(refused('last-lead'))
  await setRole(boaz.id, 'lead')
  await outbox.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [boaz.id])
  expect(await setRole(ruth.id, null)).toEqual(refused('last-lead'))
  await outbox.query('update auth.users set banned_until = null where id = $1', [boaz.id])
  expect(await setRole(ruth.id, 'staff')).toEqual(done)
  expect(await setRole(boaz.id, null, {}, machine)).toEqual(done)
  expect(await outbox.query('select role from private.staff')).toEqual([{ role: 'staff' }])
})

test('two leads who step down at once leave one of them', async () => {
  const boaz = await addStaff(outbox.database, 'boaz@example.com', 'lead')
  const answers = await callAtOnce(outbox.database, 'staff_set_role', { p_account: boaz.id }, ruth.claims, boaz.claims)
  expect(answers).toEqual([done, refused('not-there')])
  const lydia = await addStaff(outbox.database, 'lydia@example.com', 'lead')
  expect(await callAtOnce(outbox.database, 'staff_set_role', { p_account: ruth.id }, lydia.claims, ruth.claims)).toEqual([done, refused('not-there')])
  expect(await outbox.query(`select user_id from private.staff where role = 'lead'`)).toEqual([{ user_id: lydia.id }])
})

test('a removal that is sent again is answered alike', async () => {
  const boaz = await addStaff(outbox.database, 'boaz@example.com')
  const more = { p_request: randomUUID() }
  expect([await setRole(boaz.id, null, more), await setRole(boaz.id, null, more)]).toEqual([done, done])
})

const mark = async () => v.parse(pulseSchema, await callAs(outbox.database, ruth.claims, 'staff_pulse')).mark

test('the pulse stays while nothing happens, and changes with whatever does', async () => {
  const id = await outbox.save()
  const rest = await mark()
  expect(await mark()).toBe(rest)
  const happenings: [string, () => Promise<unknown>][] = [
    ['a new form', () => outbox.save()],
    ['a delivery under way', () => outbox.leased({ enrollmentId: id })],
    ['a decision', () => callAs(outbox.database, ruth.claims, 'staff_hold')],
    ['a wish for deletion', () => outbox.query('insert into deletion_requests (user_id) values ($1)', [ruth.id])],
    ['one that is taken back', () => outbox.query('update deletion_requests set withdrawn_at = now()')],
    ['a payment', () => outbox.query(`select record_payment_event('{"id": "stripe:evt_1", "happened_at": "2031-03-04", "kind": "noted"}')`)],
    ['a colleague', () => setRole('ruth@example.com', 'lead')],
  ]
  let before = rest
  for (const [what, happens] of happenings) {
    await happens()
    const after = await mark()
    expect([what, after]).not.toEqual([what, before])
    before = after
  }
})
