import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plans } from '../../domain/plans.ts'
import type { Claims } from '../../server/postgres/database.ts'
import { addStaff, callAs, callAtOnce, machine } from '../../tests/helpers/desk-staff.ts'
import { addUser, type TestUser } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// What the staff decide about consents, payments, deletion and sessions, by the functions of docs/desk-functions.md.

let outbox: TestOutbox
let lead: TestUser
let other: TestUser
let staff: TestUser
/** A client with one form. */
let client: TestUser
let form: string

beforeAll(async () => {
  outbox = await openOutbox()
  lead = await addStaff(outbox.database, 'ruth@example.com', 'lead')
  other = await addStaff(outbox.database, 'naomi@example.com', 'lead')
  staff = await addStaff(outbox.database, 'boaz@example.com')
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  await outbox.clear()
  client = await addUser(outbox.database, `${randomUUID()}@example.com`)
  form = await outbox.save({ user_id: client.id })
})

const call = (name: string, parameters: Record<string, unknown> = {}, claims: Claims = lead.claims) =>
  callAs(outbox.database, claims, name, parameters)
const atOnce = (name: string, parameters: Record<string, unknown>) => callAtOnce(outbox.database, name, parameters, lead.claims, other.claims)

const done = { outcome: 'done' }
const refused = (reason: string) => ({ outcome: 'refused', reason })

const entry = (action: string, more: Record<string, unknown> = {}) => ({
  staff: 'ruth@example.com', action, enrollment_id: null, enrollments: 1, account_id: null, ...more,
})
const lastEntry = async () =>
  (await outbox.query('select staff, action, enrollment_id, enrollments, account_id from staff_log order by id desc limit 1'))[0]
const entryCount = async () => (await outbox.query('select from staff_log')).length
const thereAre = async (text: string, ...values: unknown[]) => (await outbox.query(text, values)).length

async function asksForDeletion(): Promise<number> {
  const [row] = await outbox.query<{ id: string }>('insert into deletion_requests (user_id) values ($1) returning id', [client.id])
  return Number(row?.id)
}

const plan = plans.standard.name

/** A payment that waits for a person. */
async function unclearPayment(more: Record<string, unknown> = {}): Promise<string> {
  const reference = `pi_${randomUUID()}`
  const event = {
    id: `stripe:evt_${randomUUID()}`, happened_at: new Date().toISOString(), kind: 'paid', payment_reference: reference,
    amount_cents: plans.standard.priceCents, currency: 'usd', payer_email: `${randomUUID()}@example.com`, doubt: 'unknown-plan', ...more,
  }
  await outbox.query('select record_payment_event($1)', [event])
  return reference
}

const agrees = () => outbox.query(`insert into consents (action, texts, enrollment_id) values ('given', 'sms@2031-03-04=${'a'.repeat(64)}', $1)`, [form])
const stands = async () => (await outbox.query<{ stands: boolean }>(`select has_consented($1, 'sms') as stands`, [form]))[0]?.stands

describe('a consent', () => {
  test('that stands is withdrawn once, also by two at once', async () => {
    expect(await call('staff_withdraw_consent', { p_id: form, p_document: 'sms' })).toEqual(refused('no-consent'))
    await agrees()
    expect(await atOnce('staff_withdraw_consent', { p_id: form, p_document: 'sms' })).toEqual([done, refused('no-consent')])
    expect(await stands()).toBe(false)
    expect(await thereAre(`select from consents where enrollment_id = $1 and action = 'withdrawn'`, form)).toBe(1)
    expect(await lastEntry()).toEqual(entry('withdraw-consent', { enrollment_id: form }))
  })

  test('is withdrawn where the form is deleted', async () => {
    await agrees()
    await call('staff_delete', { p_id: form })
    expect(await call('staff_withdraw_consent', { p_id: form, p_document: 'sms' })).toEqual(done)
  })
})

describe('a payment', () => {
  test('is assigned to a form, by one of two at once', async () => {
    const reference = await unclearPayment()
    const parameters = { p_reference: reference, p_id: form, p_plan: plan }
    expect(await atOnce('staff_assign_payment', parameters)).toEqual([{ ...done, enrollment: form }, refused('proven-already')])
    expect(await lastEntry()).toEqual(entry('assign-payment', { enrollment_id: form }))
    expect(await thereAre(`select from enrollments where payment_reference = $1 and plan_name = $2`, reference, plan)).toBe(1)
  })

  test('without a form has one prepared for the payer', async () => {
    const reference = await unclearPayment()
    const answer = await call('staff_assign_payment', { p_reference: reference, p_id: null, p_plan: plan })
    const [prepared] = await outbox.query<{ id: string }>('select id from enrollments where payment_reference = $1', [reference])
    expect(answer).toEqual({ ...done, enrollment: prepared?.id })
  })

  test.each([
    ['no-such-payment', async () => ({ p_reference: 'pi_nobody', p_id: null, p_plan: plan })],
    ['no-plan', async () => ({ p_reference: await unclearPayment(), p_id: null })],
    ['not-paid', async () => ({ p_reference: await unclearPayment({ kind: 'pending' }), p_id: null, p_plan: plan })],
    ['no-email', async () => ({ p_reference: await unclearPayment({ payer_email: null }), p_id: null, p_plan: plan })],
    ['not-there', async () => ({ p_reference: await unclearPayment(), p_id: randomUUID(), p_plan: plan })],
  ])('is refused as %s', async (reason, make) => {
    const [parameters, before] = [await make(), await entryCount()]
    expect(await call('staff_assign_payment', parameters)).toEqual(refused(reason))
    expect(await entryCount()).toBe(before)
  })

  test('is dismissed by one of two at once', async () => {
    const reference = await unclearPayment()
    expect(await atOnce('staff_dismiss_payment', { p_reference: reference })).toEqual([done, refused('not-open')])
    expect(await lastEntry()).toEqual(entry('dismiss-payment', { enrollments: 0 }))
  })
})

describe('a request for deletion', () => {
  test('is settled by one of two at once, with account and forms', async () => {
    const number = await asksForDeletion()
    const settled = { ...done, account: client.id, enrollments: [form] }
    expect(await atOnce('staff_settle_deletion', { p_number: number, p_as: 'deleted' })).toEqual([settled, refused('not-open')])
    expect(await lastEntry()).toEqual(entry('delete-account', { account_id: client.id }))
    expect(await thereAre('select from auth.users where id = $1', client.id)).toBe(0)
    expect(await outbox.query('select from enrollments')).toEqual([])
  })

  test('is settled as kept by everybody, as deleted by leads', async () => {
    const number = await asksForDeletion()
    await expect(call('staff_settle_deletion', { p_number: number, p_as: 'deleted' }, staff.claims)).rejects.toMatchObject({ code: '42501', message: 'not_a_lead' })
    expect(await call('staff_settle_deletion', { p_number: number, p_as: 'kept' }, staff.claims)).toEqual({ ...done, account: client.id, enrollments: [] })
    expect(await lastEntry()).toEqual(entry('keep-account', { staff: 'boaz@example.com', enrollments: 0, account_id: client.id }))
    expect(await thereAre('select from enrollments where id = $1', form)).toBe(1)
  })

  test('is settled in one of two ways, and not while a form is being sent', async () => {
    const number = await asksForDeletion()
    for (const as of ['gone', null]) {
      await expect(call('staff_settle_deletion', { p_number: number, p_as: as })).rejects.toMatchObject({ code: '22023' })
    }
    await outbox.leased({ enrollmentId: form })
    expect(await call('staff_settle_deletion', { p_number: number, p_as: 'deleted' })).toEqual(refused('sending'))
    expect(await thereAre('select from deletion_requests where id = $1 and settled_at is null', number)).toBe(1)
  })
})

describe('deleting', () => {
  test('a form is done once by two at once, and its notes go with it', async () => {
    await call('staff_note', { p_id: form, p_text: 'Calls back on Friday.' })
    expect(await atOnce('staff_delete', { p_id: form })).toEqual([done, refused('not-there')])
    expect(await lastEntry()).toEqual(entry('delete', { enrollment_id: form }))
    for (const table of ['enrollments', 'deliveries', 'private.staff_notes']) expect(await outbox.query(`select from ${table}`)).toEqual([])
  })

  test('an account is done once by two at once', async () => {
    expect(await atOnce('staff_delete_account', { p_account: client.id })).toEqual([{ ...done, enrollments: [form] }, refused('gone')])
    expect(await lastEntry()).toEqual(entry('delete-account', { account_id: client.id }))
  })

  test.each([
    ['staff_delete', () => ({ p_id: form })],
    ['staff_delete_account', () => ({ p_account: client.id })],
  ])('by %s is refused while it is being sent, and to all but leads', async (name, parameters) => {
    await expect(call(name, parameters(), staff.claims)).rejects.toMatchObject({ code: '42501', message: 'not_a_lead' })
    await outbox.leased({ enrollmentId: form })
    expect(await call(name, parameters())).toEqual(refused('sending'))
    expect(await thereAre('select from enrollments where id = $1', form)).toBe(1)
    expect(await thereAre('select from auth.users where id = $1', client.id)).toBe(1)
  })

  test('twice by one press is answered alike', async () => {
    const press = { p_id: form, p_request: randomUUID() }
    expect([await call('staff_delete', press), await call('staff_delete', press)]).toEqual([done, done])
    expect(await thereAre(`select from staff_log where enrollment_id = $1`, form)).toBe(1)
  })
})

test('what was settled long enough ago is purged and counted; what finds nothing is not logged', async () => {
  await outbox.finish(await outbox.leased({ enrollmentId: form }), { outcome: 'accepted' })
  await expect(call('staff_purge', { p_older_than_seconds: 0 }, staff.claims)).rejects.toMatchObject({ message: 'not_a_lead' })
  for (const age of [-1, null]) await expect(call('staff_purge', { p_older_than_seconds: age })).rejects.toMatchObject({ code: '22023' })
  const before = await entryCount()
  expect(await call('staff_purge', { p_older_than_seconds: 3600 })).toEqual({ ...done, count: 0 })
  expect(await entryCount()).toBe(before)
  expect(await call('staff_purge', { p_older_than_seconds: 0 })).toEqual({ ...done, count: 1 })
  expect(await lastEntry()).toEqual(entry('purge'))
})

test('an account is signed out everywhere, by leads', async () => {
  await expect(call('staff_end_sessions', { p_account: client.id }, staff.claims)).rejects.toMatchObject({ message: 'not_a_lead' })
  expect(await call('staff_end_sessions', { p_account: randomUUID() })).toEqual(refused('not-there'))
  expect(await call('staff_end_sessions', { p_account: client.id })).toEqual({ ...done, count: 1 })
  expect(await thereAre('select from auth.sessions where user_id = $1', client.id)).toBe(0)
  expect(await lastEntry()).toEqual(entry('end-sessions', { account_id: client.id }))
})

test('what the sign-in service does is recorded at the machine only, with what was said beside it', async () => {
  await expect(call('staff_record', { p_action: 'ban', p_account: client.id })).rejects.toMatchObject({ code: '42501', message: expect.stringMatching(/^permission denied for function/) })
  const named = { ...machine, staff_note: 'for Naomi' }
  expect(await call('staff_record', { p_action: 'ban', p_account: client.id }, named)).toEqual(done)
  expect(await lastEntry()).toEqual(entry('ban', { staff: 'ruth', account_id: client.id }))
  expect(await outbox.query('select note from staff_log order by id desc limit 1')).toEqual([{ note: 'for Naomi' }])
  await expect(call('staff_record', { p_action: 'reveal', p_account: client.id }, machine)).rejects.toMatchObject({ code: '22023' })
  expect(await call('staff_record', { p_action: 'ban', p_account: randomUUID() }, machine)).toEqual(refused('not-there'))
})

test('what the log does not take is not done', async () => {
  const [number, reference] = [await asksForDeletion(), await unclearPayment()]
  await agrees()
  await outbox.query('alter table staff_log add constraint full_disk check (id = 0) not valid')
  try {
    for (const attempt of [
      () => call('staff_withdraw_consent', { p_id: form, p_document: 'sms' }),
      () => call('staff_assign_payment', { p_reference: reference, p_id: form, p_plan: plan }),
      () => call('staff_dismiss_payment', { p_reference: reference }),
      () => call('staff_settle_deletion', { p_number: number, p_as: 'deleted' }),
      () => call('staff_delete', { p_id: form }),
      () => call('staff_delete_account', { p_account: client.id }),
      () => call('staff_end_sessions', { p_account: client.id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: '23514' })
    }
  } finally {
    await outbox.query('alter table staff_log drop constraint full_disk')
  }
  expect(await stands()).toBe(true)
  expect(await thereAre(`select from payments where review is not null and reviewed_at is null and reference = $1`, reference)).toBe(1)
  expect(await thereAre('select from deletion_requests where id = $1 and settled_at is null', number)).toBe(1)
  expect(await thereAre('select from enrollments where id = $1', form)).toBe(1)
  expect(await thereAre('select from auth.sessions where user_id = $1', client.id)).toBe(1)
})
