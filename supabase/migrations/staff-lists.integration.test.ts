import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { accountSessionsSchema, accountsSchema, deletionRequestsSchema } from '../../domain/staff/accounts.ts'
import { type ExportPage, exportSchema } from '../../domain/staff/exported.ts'
import { checkLog } from '../../domain/staff/log-check.ts'
import { logChainSchema, logEntriesSchema } from '../../domain/staff/log.ts'
import { paymentsInReviewSchema, paymentsSchema, revealedPayerSchema, shownPaymentSchema } from '../../domain/staff/payments.ts'
import type { Claims } from '../../server/postgres/database.ts'
import { addStaff, callAs } from '../../tests/helpers/desk-staff.ts'
import { addUser, type TestUser } from '../../tests/helpers/enrollments.ts'
import { saveMany } from '../../tests/helpers/many-enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { sampleEnrollment } from '../../tests/helpers/sample-enrollment.ts'

let outbox: TestOutbox
let ruth: TestUser
let naomi: TestUser

beforeAll(async () => {
  outbox = await openOutbox()
  ruth = await addStaff(outbox.database, 'ruth@example.com')
  naomi = await addStaff(outbox.database, 'naomi@example.com', 'lead')
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const call = (name: string, parameters: Record<string, unknown> = {}, { claims } = ruth) =>
  callAs(outbox.database, claims, name, parameters)

type Keys = Record<string, unknown>

const logOf = async (parameters: Keys = {}) => v.parse(logEntriesSchema, await call('staff_log_entries', parameters))
const lastLogged = async () => (await logOf({ p_limit: 1 })).entries[0]

/** What only a superuser can do. */
async function tamper(statement: string): Promise<void> {
  await outbox.query('alter table staff_log disable trigger all')
  await outbox.query(statement)
  await outbox.query('alter table staff_log enable trigger all')
}

describe('the log', () => {
  test('is read by pages, the newest first, and filtered', async () => {
    const ids = await saveMany(outbox, 3)
    const begun = (await lastLogged())?.id ?? 0
    for (const id of ids) await call('staff_reveal', { p_id: id, p_reason: 'A call' })
    await call('staff_reveal', { p_id: ids[0], p_reason: 'Another call' }, naomi)
    await call('staff_export', { p_personal: false, p_reason: 'A letter' })

    const pages = []
    for (let after: number | null = null; pages.flat().length < 5; ) {
      const { entries, next } = await logOf({ p_after: after, p_limit: 2 })
      pages.push(entries)
      after = next
    }
    expect(pages.flat().map(({ id }) => id).slice(0, 5)).toEqual([5, 4, 3, 2, 1].map((number) => begun + number))
    expect(pages[0]?.[0]).toMatchObject({ staff: 'ruth@example.com', action: 'export', enrollments: 3, enrollment_id: null, note: 'A letter' })

    const since = pages.flat()[3]?.at
    const filters: [Keys, number][] = [
      [{ p_staff: 'naomi@example.com' }, 1],
      [{ p_action: 'reveal', p_since: since }, 3],
      [{ p_enrollment: ids[0] }, 2],
      [{ p_enrollment: ids[0], p_until: since }, 1],
      [{ p_staff: 'nobody' }, 0],
    ]
    for (const [filter, count] of filters) expect([filter, (await logOf(filter)).entries.length]).toEqual([filter, count])
    expect((await logOf({ p_staff: 'nobody' })).next).toBeNull()
    for (const limit of [0, 1001]) await expect(call('staff_log_entries', { p_limit: limit })).rejects.toMatchObject({ code: '22023' })
  })

  test('names clients while their forms exist, and accounts: whole for the staff, otherwise masked', async () => {
    const id = await outbox.save()
    await call('staff_reveal', { p_id: id, p_reason: 'A call' })
    expect(await lastLogged()).toMatchObject({ name: sampleEnrollment.customer_name, account: null })
    await call('staff_set_role', { p_account: ruth.id, p_role: 'staff' }, naomi)
    expect(await lastLogged()).toMatchObject({ action: 'make-staff', account_id: ruth.id, account: 'ruth@example.com', name: null })
    await call('staff_account_sessions', { p_account: ruth.id })
    expect((await lastLogged())?.account).toMatch(/^r.*@/)
    expect((await lastLogged())?.account).not.toBe('ruth@example.com')
    await call('staff_delete', { p_id: id }, naomi)
    expect(await lastLogged()).toMatchObject({ action: 'delete', enrollment_id: id, name: null })
  })

  test('is verified page by page from what it answers, with all that came meanwhile', async () => {
    const id = await outbox.save()
    for (const reason of ['one', 'two', 'three']) await call('staff_reveal', { p_id: id, p_reason: reason })
    let pages = 0
    const readPage = async (after: number | null) => {
      pages += 1
      if (pages === 2) await call('staff_reveal', { p_id: id, p_reason: 'meanwhile' })
      return v.parse(logChainSchema, await call('staff_log_chain', { p_after: after, p_limit: 2 }))
    }
    const checked = await checkLog(readPage)
    const [head] = await outbox.query<{ entries: string; hash: string }>('select entries, hash from staff_log_head')
    expect(checked).toEqual({ ok: { entries: Number(head?.entries), hash: head?.hash } })

    await tamper(`create table kept as select * from staff_log; update staff_log set note = 'x' where id = 2`)
    expect(await checkLog(readPage)).toMatchObject({ fault: { kind: 'changed', entry: 2 } })
    await tamper('delete from staff_log where id = 2')
    expect(await checkLog(readPage)).toEqual({ fault: { kind: 'missing', entry: 2 } })
    await tamper('truncate staff_log; insert into staff_log select * from kept; drop table kept')
    expect(await checkLog(readPage)).toHaveProperty('ok')
  })
})

describe('lists', () => {
  test('name who asks for deletion, the longest waiting first, with a masked address', async () => {
    const clients = await Promise.all(['boaz', 'obed'].map((name) => addUser(outbox.database, `${name}.${crypto.randomUUID()}@example.com`)))
    for (const { id } of clients) await outbox.query('insert into deletion_requests (user_id) values ($1)', [id])
    const form = await outbox.save({ user_id: clients[0]?.id })
    const { requests } = v.parse(deletionRequestsSchema, await call('staff_deletion_requests'))
    expect(requests).toMatchObject([
      { account: clients[0]?.id, email: 'b•••@example.com', enrollments: [form] },
      { account: clients[1]?.id, email: 'o•••@example.com', enrollments: [] },
    ])
    await outbox.query('update deletion_requests set withdrawn_at = now() where user_id = $1', [clients[0]?.id])
    expect(v.parse(deletionRequestsSchema, await call('staff_deletion_requests')).requests).toHaveLength(1)
  })

  test('have payments without a decision, by pages, the longest waiting first, with the forms that may be meant', async () => {
    const form = await outbox.save({ customer_email: 'Mary@example.org' })
    await outbox.save({ customer_email: 'other@example.org' })
    for (const [reference, days, reviewed] of [['pi_b', 2, null], ['pi_a', 2, null], ['pi_c', 5, null], ['pi_d', 5, new Date()]] as const) {
      await outbox.query(
        `insert into payments (reference, source, status, amount_cents, currency, paid_at, payer_email, is_add_on, review, reviewed_at)
         values ($1, 'stripe', 'paid', 100, 'usd', '2031-03-10'::timestamptz - $2 * interval '1 day', 'mary@EXAMPLE.org', false, 'unknown-plan', $3)`,
        [reference, days, reviewed],
      )
    }
    const pageAfter = async (after: string | null) =>
      v.parse(paymentsInReviewSchema, await call('staff_payments_in_review', { p_after: after, p_limit: 2 }))
    const first = await pageAfter(null)
    expect(first.payments.map(({ reference }) => reference)).toEqual(['pi_c', 'pi_a'])
    expect(first.payments[0]).toMatchObject({
      review: 'unknown-plan', payer_email: 'm•••@EXAMPLE.org', candidates: [{ id: form, name: sampleEnrollment.customer_name, paid: false }],
    })
    const second = await pageAfter(first.next)
    expect([second.payments.map(({ reference }) => reference), second.next]).toEqual([['pi_b'], null])
    await expect(call('staff_payments_in_review', { p_after: 'pi_none' })).rejects.toMatchObject({ code: '22023' })
  })

  test('have all payments by pages, the newest first and before them what is not paid, or those without a decision', async () => {
    await outbox.query('truncate payments')
    const form = await outbox.save()
    const rows = [['pi_a', 3, null, null], ['pi_b', 3, 'unknown-plan', null], ['pi_c', 1, 'unknown-plan', new Date()], ['pi_d', null, null, null], ['pi_e', null, 'no-email', null]] as const
    for (const [reference, days, review, reviewed] of rows) {
      await outbox.query(
        `insert into payments (reference, source, status, amount_cents, currency, paid_at, is_add_on, review, reviewed_at, enrollment_id)
         values ($1, 'stripe', 'paid', 100, 'usd', '2031-03-10'::timestamptz - $2 * interval '1 day', false, $3, $4, $5)`,
        [reference, days, review, reviewed, reference === 'pi_a' ? form : null],
      )
    }
    const listed = async (parameters: Keys) => v.parse(paymentsSchema, await call('staff_payments', parameters))
    const references: string[] = []
    for (let after: string | null = null; ; ) {
      const { payments, next } = await listed({ p_after: after, p_limit: 2 })
      references.push(...payments.map(({ reference }) => reference))
      if (next === null) break
      after = next
    }
    expect(references).toEqual(['pi_e', 'pi_d', 'pi_c', 'pi_b', 'pi_a'])
    expect((await listed({ p_in_review: true })).payments.map(({ reference }) => reference)).toEqual(['pi_e', 'pi_b'])
    // What was decided is in review no more.
    expect((await listed({})).payments.filter(({ review }) => review === null).map(({ reference }) => reference)).toEqual(['pi_d', 'pi_c', 'pi_a'])
    expect((await listed({})).payments.at(-1)).toMatchObject({ reference: 'pi_a', enrollment: form, paid_at: expect.stringMatching(/^2031-03-07T/) })
    await expect(call('staff_payments', { p_after: 'pi_none' })).rejects.toMatchObject({ code: '22023' })
  })

  test('have one payment with its events and a masked address, which is shown for a reason that is in the log', async () => {
    await outbox.query('truncate payments, payment_events')
    const event = { happened_at: '2031-03-04T05:06:07Z', payment_reference: 'pi_one', amount_cents: 100, currency: 'usd', is_add_on: false, doubt: null }
    const paid = { ...event, id: 'stripe:evt_1', kind: 'paid', payer_email: 'Mary@example.org', plan_name: 'Light Repair', doubt: 'wrong-amount' }
    await outbox.query('select record_payment_event($1)', [paid])
    await outbox.query('select record_payment_event($1)', [{ ...event, id: 'stripe:evt_2', kind: 'refund', part: 're_1', outcome: 'made', happened_at: '2031-03-05T00:00:00Z' }])
    const shown = v.parse(shownPaymentSchema, await call('staff_payment', { p_reference: 'pi_one' }))
    expect(shown).toMatchObject({ status: 'refunded', review: 'wrong-amount', payer_email: 'M•••@example.org', enrollment: null, refunded_cents: 100 })
    expect(shown?.events).toMatchObject([{ id: 'stripe:evt_1', event: 'paid', outcome: null }, { id: 'stripe:evt_2', event: 'refund', outcome: 'made' }])
    const reveal = (reason: string | null) => call('staff_reveal_payer', { p_reference: 'pi_one', p_reason: reason })
    const before = await lastLogged()
    for (const reason of [null, '', 'two\nlines']) await expect(reveal(reason)).rejects.toMatchObject({ code: '22023' })
    expect(await lastLogged()).toEqual(before)
    expect(v.parse(revealedPayerSchema, await reveal('On the telephone'))).toEqual({ email: 'Mary@example.org' })
    expect(await lastLogged()).toMatchObject({ action: 'reveal', note: 'On the telephone', enrollments: 0, enrollment_id: null, staff_id: ruth.id })
    for (const name of ['staff_payment', 'staff_reveal_payer']) {
      expect(await call(name, { p_reference: 'pi_none', ...(name === 'staff_reveal_payer' && { p_reason: 'A call' }) })).toBeNull()
    }
  })

  test('of accounts and of sessions are in the log', async () => {
    const client = await addUser(outbox.database, `jesse.${crypto.randomUUID()}@example.com`)
    await saveMany(outbox, 2)
    await outbox.query('update enrollments set user_id = $1', [client.id])
    const { accounts } = v.parse(accountsSchema, await call('staff_accounts', { p_text: client.id.slice(0, 8), p_note: 'On the telephone' }))
    expect(accounts).toEqual([expect.objectContaining({ id: client.id, enrollments: [expect.anything(), expect.anything()] })])
    expect(await lastLogged()).toMatchObject({ action: 'find-account', note: 'On the telephone', enrollments: 2, account_id: client.id })
    await call('staff_accounts', { p_text: '@example.com' })
    expect(await lastLogged()).toMatchObject({ action: 'find-account', note: null, account_id: null })

    await outbox.query(`update auth.sessions set created_at = now() where user_id = $1`, [client.id])
    const sessions = v.parse(accountSessionsSchema, await call('staff_account_sessions', { p_account: client.id }))
    expect(sessions?.sessions.map(({ id }) => id)).toEqual([client.claims.session_id])
    expect(await lastLogged()).toMatchObject({ action: 'list-sessions', enrollments: 2, account_id: client.id })
    const before = await lastLogged()
    expect(await call('staff_account_sessions', { p_account: crypto.randomUUID() })).toBeNull()
    await expect(call('staff_accounts', { p_text: 'jesse', p_note: 'x'.repeat(101) })).rejects.toMatchObject({ code: '22023' })
    expect(await lastLogged()).toEqual(before)
  })

  test('count what a purge would take: not what only the stand-in has, nor what was settled lately', async () => {
    const ids = await saveMany(outbox, 4)
    for (const [index, reason] of [null, 'resolved', 'stand-in', null].entries()) {
      await outbox.query(
        `update deliveries set state = 'delivered', reason = $2, updated_at = now() - $3 * interval '1 hour' where enrollment_id = $1`,
        [ids[index], reason, index === 3 ? 0 : 2],
      )
    }
    expect(await call('staff_purge_due', { p_older_than_seconds: 3600 }, naomi)).toEqual({ count: 2 })
    expect(await outbox.query('select purge_personal_details(3600) as purged')).toEqual([{ purged: 2 }])
    expect(await call('staff_purge_due', { p_older_than_seconds: 3600 }, naomi)).toEqual({ count: 0 })
  })
})

const exportAs = async ({ claims }: { claims: Claims }, parameters: Keys): Promise<ExportPage> =>
  v.parse(exportSchema, await callAs(outbox.database, claims, 'staff_export', { p_personal: false, p_reason: 'A letter', ...parameters }))

async function wholeExport(person: TestUser, parameters: Keys): Promise<ExportPage[]> {
  const pages = [await exportAs(person, parameters)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await exportAs(person, { ...parameters, p_after: next }))
  return pages
}

const exports = () => outbox.query<{ action: string; enrollments: number; staff: string }>(`select action, enrollments, staff from staff_log where action like 'export%' order by id`)
const clearLog = () => tamper('truncate staff_log; update staff_log_head set entries = default, hash = default')

describe('an export', () => {
  test('has each form once, the oldest first, by pages, and one entry of the log with how many there are', async () => {
    await clearLog()
    const ids = await saveMany(outbox, 5)
    await outbox.query(`update enrollments set created_at = now() - interval '1 day' where id = $1`, [ids[4]])
    const pages = await wholeExport(ruth, { p_limit: 2 })
    expect(pages.map(({ count }) => count)).toEqual([5, null, null])
    const found = pages.flatMap(({ rows }) => rows.map(({ id }) => id))
    expect(found.toSorted()).toEqual(ids.toSorted())
    expect(found[0]).toBe(ids[4])
    expect(await exports()).toEqual([{ action: 'export', enrollments: 5, staff: 'ruth@example.com' }])
    expect(pages[0]?.rows[0]).toMatchObject({
      delivery: 'queued', reason: null, payment: 'none', plan: sampleEnrollment.plan_name, name: sampleEnrollment.customer_name,
      email: sampleEnrollment.customer_email, phone: sampleEnrollment.customer_phone, contact_by: sampleEnrollment.preferred_contact_method,
      street: sampleEnrollment.street_address, city: sampleEnrollment.city, state: sampleEnrollment.state, zip_code: sampleEnrollment.zip_code,
      notes: sampleEnrollment.notes, may_be_texted: 'no',
    })
  })

  test('has the forms in these states, with these plans, saved in this time', async () => {
    const ids = await saveMany(outbox, 3)
    await outbox.query(`update deliveries set state = 'rejected' where enrollment_id = $1`, [ids[0]])
    await outbox.query(`update enrollments set plan_name = 'Other', created_at = '2021-03-04T12:00:00Z' where id = $1`, [ids[1]])
    const prepared = await outbox.save({ onboarding_completed: false })
    const filters: [Keys, (string | undefined)[]][] = [
      [{ p_states: ['rejected', 'incomplete'] }, [ids[0], prepared]],
      [{ p_plans: ['oTHER'] }, [ids[1]]],
      [{ p_since: '2021-03-04T12:00:00Z', p_plans: ['Other'] }, [ids[1]]],
      [{ p_until: '2021-03-04T12:00:01Z' }, [ids[1]]],
      [{ p_until: '2021-03-04T12:00:00Z' }, []],
      [{ p_since: '2021-03-04T12:00:01Z', p_states: ['queued'] }, [ids[2]]],
    ]
    for (const [filter, expected] of filters) {
      const { count, rows } = await exportAs(ruth, filter)
      expect([filter, new Set(rows.map(({ id }) => id))]).toEqual([filter, new Set(expected)])
      expect([count, rows.length]).toEqual([expected.length, expected.length])
    }
  })

  test('with personal details has them encrypted, is for leads, and is logged as such', async () => {
    await clearLog()
    const id = await outbox.save()
    const { rows } = await exportAs(naomi, { p_personal: true })
    expect(rows).toEqual([expect.objectContaining({ id, personal_details: expect.stringMatching(/^[\w+/=\s]+$/) })])
    expect(await exports()).toEqual([{ action: 'export-with-personal-details', enrollments: 1, staff: 'naomi@example.com' }])
    await expect(exportAs(ruth, { p_personal: true })).rejects.toMatchObject({ code: '42501', message: 'not_a_lead' })
    const [ordinary] = (await exportAs(naomi, {})).rows
    expect(ordinary).not.toHaveProperty('personal_details')
    await expect(exportAs(naomi, { p_personal: null })).rejects.toMatchObject({ code: '22023' })
  })

  test('is of a reason, which the log has with which forms they were', async () => {
    await clearLog()
    await outbox.save()
    for (const reason of [null, '', 'line\nbreak', 'a'.repeat(101)]) await expect(exportAs(ruth, { p_reason: reason })).rejects.toMatchObject({ code: '22023' })
    await exportAs(ruth, {})
    await exportAs(ruth, { p_states: ['queued', 'delivered'], p_plans: [sampleEnrollment.plan_name], p_since: '2021-03-04T05:00:00Z' })
    const notes = await outbox.query<{ note: string }>(`select note from staff_log where action = 'export' order by id`)
    expect(notes.map(({ note }) => note)).toEqual(['A letter', `A letter [queued, delivered; ${sampleEnrollment.plan_name}; from 2021-03-04 05:00 UTC]`])
  })

  test('of nothing is no entry of the log', async () => {
    await clearLog()
    await outbox.save()
    for (const personal of [false, true]) expect(await exportAs(naomi, { p_personal: personal, p_states: ['rejected'] })).toMatchObject({ count: 0, rows: [], next: null })
    expect(await exports()).toEqual([])
  })

  test('goes on for the same person and the same forms alone, so that none is without its entry', async () => {
    await saveMany(outbox, 3)
    const narrow = { p_personal: true, p_states: ['queued'], p_limit: 1 }
    const { next } = await exportAs(naomi, narrow)
    const obed = await addStaff(outbox.database, `obed.${crypto.randomUUID()}@example.com`, 'lead')
    const before = await exports()
    const others = [
      exportAs(obed, { ...narrow, p_after: next }),
      exportAs(naomi, { ...narrow, p_after: next, p_states: null }),
      exportAs(naomi, { ...narrow, p_after: next, p_personal: false }),
    ]
    for (const answer of await Promise.allSettled(others)) expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'PT422' } })
    for (const forged of [`${crypto.randomUUID()} ${next?.slice(37)}`, 'the next one']) {
      await expect(exportAs(naomi, { ...narrow, p_after: forged })).rejects.toMatchObject({ code: '22023' })
    }
    expect((await exportAs(naomi, { ...narrow, p_after: next })).rows).toHaveLength(1)
    expect(await exports()).toEqual(before)
  })

  test('has nothing that was saved after its entry, wherever a page begins, and no page after a day', async () => {
    await saveMany(outbox, 2)
    const narrow = { p_personal: true, p_limit: 1 }
    const { count, next } = await exportAs(naomi, narrow)
    await saveMany(outbox, 3)
    const first = `${next?.slice(0, 36)} 1970-01-01T00:00:00.000000Z ${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`
    expect((await exportAs(naomi, { p_personal: true, p_after: first })).rows).toHaveLength(count ?? 0)
    await outbox.query(`update private.staff_answers set at = at - interval '25 hours'`)
    await expect(exportAs(naomi, { ...narrow, p_after: next })).rejects.toMatchObject({ code: '22023' })
  })

  test('has nothing where the log cannot be written', async () => {
    await outbox.save()
    await outbox.query('alter table staff_log add constraint it_is_full check (false) not valid')
    for (const personal of [false, true]) await expect(exportAs(naomi, { p_personal: personal })).rejects.toMatchObject({ constraint: 'it_is_full' })
    await outbox.query('alter table staff_log drop constraint it_is_full')
  })
})

test('date of birth and SSN digits are in no answer, and what is encrypted of them only where it is asked for and logged', async () => {
  const client = await addUser(outbox.database, `david.${crypto.randomUUID()}@example.com`)
  const id = await outbox.save({ user_id: client.id })
  await outbox.query(`update deliveries set state = 'needs_review', reason = 'no-answer'`)
  await outbox.query('insert into deletion_requests (user_id) values ($1)', [client.id])
  const [stored] = await outbox.query<{ base64: string; hex: string }>(`select encode(personal_details, 'base64') as base64, encode(personal_details, 'hex') as hex from enrollments`)
  const { date_of_birth: born, ssn_last_four: ssn, street_address: street, customer_phone: phone, customer_email: email, notes } = sampleEnrollment
  // Other digits may look like those of an SSN, but not as a value of their own.
  const secret = [born, `"${ssn}"`, stored?.hex.slice(0, 40), stored?.base64.slice(0, 40)]
  const masking: [string, Keys][] = [
    ['staff_today', {}], ['staff_stats', {}], ['staff_find', { p_text: '' }], ['staff_show', { p_id: id }], ['staff_consents', { p_id: id }],
    ['staff_log_entries', {}], ['staff_log_chain', {}], ['staff_deletion_requests', {}], ['staff_payments_in_review', {}],
    ['staff_accounts', { p_text: client.id }], ['staff_account_sessions', { p_account: client.id }],
  ]
  for (const [name, parameters] of masking) {
    const answer = JSON.stringify(await call(name, parameters))
    for (const value of [...secret, street, phone, email, notes]) expect([name, value, answer.includes(String(value))]).toEqual([name, value, false])
  }
  const exported = JSON.stringify(await call('staff_export', { p_personal: false, p_reason: 'A letter' }))
  for (const value of secret) expect(exported).not.toContain(value)
  const clear: [string, Keys][] = [['staff_reveal', { p_id: id, p_reason: 'A call' }], ['staff_export', { p_personal: true, p_reason: 'A letter' }]]
  for (const [name, parameters] of clear) {
    const answer = JSON.stringify(await call(name, parameters, naomi))
    expect([name, ...secret.map((value) => answer.includes(String(value)))]).toEqual([name, false, false, false, true])
  }
})
