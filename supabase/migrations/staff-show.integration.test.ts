import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { consentsHeader, textsIn } from '../../domain/consents.ts'
import { consentsSchema, revealSchema, type ShownForm, showSchema } from '../../domain/staff/form.ts'
import { addStaff, callAs, machine } from '../../tests/helpers/desk-staff.ts'
import { addUser, formHeaders, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
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

async function show(id: string): Promise<ShownForm> {
  const form = v.parse(showSchema, await call('staff_show', { p_id: id }))
  if (!form) throw new Error('there is none')
  return form
}

const reveal = (id: string, reason: string | null) => call('staff_reveal', { p_id: id, p_reason: reason })

const logged = () =>
  outbox.query<{ staff: string; action: string; note: string | null; enrollment_id: string | null }>(
    'select staff, action, note, enrollment_id from staff_log order by id',
  )

/** A client who has filled the form, with the box for text messages ticked. */
async function enrolled(): Promise<{ id: string; client: TestUser }> {
  const client = await addUser(outbox.database, `naomi.${crypto.randomUUID()}@example.com`)
  const row = { id: crypto.randomUUID(), ...validRow(client.id) }
  const { text, values } = insertOf(row)
  await outbox.database.transactionAs(client.claims, (connection) => connection.query(text, values), {
    consents: formHeaders[consentsHeader],
  })
  return { id: row.id, client }
}

const status = (id: string, state: string, reason: string | null = null) =>
  outbox.query('update deliveries set state = $2, reason = $3 where enrollment_id = $1', [id, state, reason])

describe('one form', () => {
  test('is found by its id, with or without hyphens, or by at least its first 8 digits', async () => {
    const id = await outbox.save({ id: '12345678-1111-4000-8000-000000000000' })
    const given = [id, id.toUpperCase(), id.replaceAll('-', ''), '12345678', '12345678-1']
    for (const each of given) expect([each, (await show(each)).id]).toEqual([each, id])
    expect(await call('staff_show', { p_id: '87654321' })).toBeNull()
    await outbox.save({ id: '12345678-2222-4000-8000-000000000000' })
    await expect(call('staff_show', { p_id: '12345678' })).rejects.toMatchObject({ code: '22023', message: 'several begin so' })
    expect((await show('12345678-2')).id).toContain('2222')
  })

  test.each(['', '1234567', 'x'.repeat(8), '%', '1'.repeat(33), null])('%s names none', async (given) => {
    await expect(call('staff_show', { p_id: given })).rejects.toMatchObject({ code: '22023' })
  })

  test('is masked, but for name, city and state', async () => {
    const id = await outbox.save()
    const { masked } = await show(id)
    expect(masked).toEqual({
      name: sampleEnrollment.customer_name,
      email: 'm•••@example.org',
      phone: '•••• 23',
      street: '•••',
      city: sampleEnrollment.city,
      place: sampleEnrollment.state,
      zip_code: '455••',
      contact_method: sampleEnrollment.preferred_contact_method,
      notes_length: sampleEnrollment.notes?.length,
      has_personal_details: true,
      details_purged_at: null,
    })
  })

  test('that is not filled has neither delivery nor anything to do', async () => {
    const id = await outbox.save({ onboarding_completed: false })
    const form = await show(id)
    expect([form.delivery, form.actions, form.account]).toEqual([null, [], null])
    expect(form.refund_facts.enrolled_on).toBeNull()
  })

  const none: string[] = []
  test.each([
    ['queued', ['retry', 'resolve', 'cancel']],
    ['needs_review', ['retry', 'resolve', 'cancel']],
    ['rejected', ['retry', 'resolve', 'cancel']],
    ['cancelled', ['retry', 'resolve']],
    ['delivered', ['retry']],
    ['sending', none],
  ])('that is %s allows %s', async (state, actions) => {
    const id = await outbox.save()
    if (state === 'sending') await outbox.leased()
    else await status(id, state)
    expect((await show(id)).actions).toEqual(actions)
  })

  test('is not sent again while its account is held, or once its details are purged', async () => {
    const { id, client } = await enrolled()
    await outbox.query('insert into held_accounts (user_id) values ($1)', [client.id])
    expect(await show(id)).toMatchObject({ actions: ['resolve', 'cancel'], account: { is_held: true } })
    await outbox.query('delete from held_accounts')
    await status(id, 'cancelled')
    await outbox.query('select purge_personal_details(0)')
    const purged = await show(id)
    expect(purged.actions).toEqual(['resolve'])
    expect(purged.masked.has_personal_details).toBe(false)
    expect(purged.masked.details_purged_at).not.toBeNull()
  })

  test('may be there once it was accepted or nobody knows, and is unsent while its last change is', async () => {
    const id = await outbox.save()
    const facts = async () => {
      const { delivery } = await show(id)
      return [delivery?.may_be_there, delivery?.is_unsent, delivery?.due_at !== null]
    }
    expect(await facts()).toEqual([false, false, true])
    await outbox.finish(await outbox.leased(), { outcome: 'retry', reason: 'no-connection' }, { retrySeconds: 1 })
    expect(await facts()).toEqual([false, false, true])
    await outbox.query('update deliveries set due_at = clock_timestamp()')
    await outbox.finish(await outbox.leased(), { outcome: 'ambiguous', reason: 'no-answer' })
    expect(await facts()).toEqual([true, false, false])
    await outbox.change(id, { city: 'Shelbyville' })
    expect(await facts()).toEqual([true, true, false])
  })

  test('has another mark once it stands otherwise, and the same while it does not', async () => {
    const id = await outbox.save()
    const { seen } = await show(id)
    expect((await show(id)).seen).toBe(seen)
    await outbox.change(id, { city: 'Shelbyville' })
    const changed = (await show(id)).seen
    expect(changed).not.toBe(seen)
    await status(id, 'needs_review', 'no-answer')
    expect((await show(id)).seen).not.toBe(changed)
  })

  test('names its account with a masked address, and what stands in its way', async () => {
    const { id, client } = await enrolled()
    expect((await show(id)).account).toEqual({ id: client.id, email: 'n•••@example.com', is_held: false, banned_until: null, deletion_asked_at: null })
    await outbox.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [client.id])
    await outbox.query('insert into deletion_requests (user_id) values ($1)', [client.id])
    const { account } = await show(id)
    expect(Date.parse(account?.banned_until ?? '')).toBeGreaterThan(Date.now())
    expect(account?.deletion_asked_at).not.toBeNull()
  })

  test('says what was paid and what a quote for a refund begins with', async () => {
    const id = await outbox.save({ plan_price: 12.5, payment_status: 'partly_refunded', payment_verified_at: '2031-03-04T23:30:00Z', payment_reference: 'pi_1' })
    await outbox.query(`update deliveries set created_at = '2031-03-05T00:30:00Z'`)
    await outbox.query(
      `insert into payments (reference, source, status, amount_cents, currency, paid_at, refunded_cents, is_add_on, enrollment_id)
       values ('pi_1', 'stripe', 'partly_refunded', 1250, 'usd', '2031-03-04T23:30:00Z', 250, false, $1)`,
      [id],
    )
    const { payments, refund_facts: facts, payment, plan_price_cents: price } = await show(id)
    expect(payments).toEqual([expect.objectContaining({ reference: 'pi_1', status: 'partly_refunded', amount_cents: 1250, refunded_cents: 250 })])
    expect([payment, price]).toEqual(['partly_refunded', 1250])
    expect(facts).toEqual({ plan: sampleEnrollment.plan_name, price_cents: 1250, paid_on: '2031-03-04', enrolled_on: '2031-03-05', refunded_cents: 250 })
  })

  test('has a timeline of all that happened, the newest first', async () => {
    const { id, client } = await enrolled()
    await outbox.query(`update deliveries set due_at = clock_timestamp()`)
    await outbox.finish(await outbox.leased(), { outcome: 'rejected', reason: 'error-message' })
    await outbox.query(
      `insert into payments (reference, source, status, amount_cents, currency, is_add_on, enrollment_id) values ('pi_2', 'stripe', 'refunded', 100, 'usd', false, $1)`,
      [id],
    )
    await outbox.query(
      `insert into payment_events (id, happened_at, kind, payment_reference, amount_cents, currency, part, outcome)
       values ('stripe:evt_1', now(), 'paid', 'pi_2', 100, 'usd', null, null), ('stripe:evt_2', now(), 'refund', 'pi_2', 100, 'usd', 're_1', 'made'),
         ('stripe:evt_3', now(), 'noted', 'pi_2', 100, 'usd', null, null)`,
    )
    await call('staff_note', { p_id: id, p_text: 'Has called.' })
    await call('staff_hold_account', { p_account: client.id })
    await outbox.change(id, { city: 'Shelbyville' })
    const { timeline } = await show(id)
    expect(timeline.map(({ at }) => Date.parse(at))).toEqual(timeline.map(({ at }) => Date.parse(at)).toSorted((one, next) => next - one))
    expect(timeline.map(({ at: _at, ...entry }) => entry)).toEqual(expect.arrayContaining([
      { kind: 'saved' },
      { kind: 'changed' },
      expect.objectContaining({ kind: 'attempt', number: 1, version: 1, outcome: 'rejected', reason: 'error-message', late: false }),
      { kind: 'payment', reference: 'pi_2', event: 'paid', outcome: null, amount_cents: 100, currency: 'usd' },
      { kind: 'payment', reference: 'pi_2', event: 'refund', outcome: 'made', amount_cents: 100, currency: 'usd' },
      { kind: 'note', author: 'ruth@example.com', text: 'Has called.' },
      { kind: 'staff', name: 'ruth@example.com', action: 'hold', note: null },
      { kind: 'consent', action: 'given', documents: ['agreement', 'terms', 'esign-consent', 'privacy', 'sms'] },
    ]))
    // A note is one entry, though the log has another of it.
    expect(timeline).toHaveLength(8)
  })

  test('says since when the client may be texted, and since when not', async () => {
    const { id } = await enrolled()
    expect((await show(id)).texting?.action).toBe('given')
    await call('staff_withdraw_consent', { p_id: id, p_document: 'sms' })
    expect((await show(id)).texting?.action).toBe('withdrawn')
    expect((await show(await outbox.save())).texting).toBeNull()
  })
})

describe('revealing', () => {
  test('answers what is stored, with the two sensitive details still encrypted, and is in the log with its reason', async () => {
    const id = await outbox.save()
    const revealed = v.parse(revealSchema, await reveal(id, 'The client has called'))
    const { id: _id, date_of_birth: born, ssn_last_four: ssn, ...ordinary } = sampleEnrollment
    expect(revealed).toEqual({ id, details: ordinary, personal_details: expect.any(String), purged_at: null })
    expect(JSON.stringify(revealed)).not.toContain(born)
    expect(JSON.stringify(revealed)).not.toContain(`"${ssn}"`)
    expect((await logged()).at(-1)).toEqual({ staff: 'ruth@example.com', action: 'reveal', note: 'The client has called', enrollment_id: id })
  })

  test('reveals nothing where the log cannot be written', async () => {
    const id = await outbox.save()
    await outbox.query('alter table staff_log add constraint it_is_full check (false) not valid')
    await expect(reveal(id, 'The client has called')).rejects.toMatchObject({ constraint: 'it_is_full' })
    await outbox.query('alter table staff_log drop constraint it_is_full')
  })

  test('needs a reason at the desk, and at the machine none', async () => {
    const id = await outbox.save()
    const before = await logged()
    for (const reason of [null, '', ' ', 'two\nlines', 'x'.repeat(101)]) await expect(reveal(id, reason)).rejects.toMatchObject({ code: '22023' })
    expect(await logged()).toEqual(before)
    const claims = { ...machine, staff_note: 'at the counter' }
    await callAs(outbox.database, claims, 'staff_reveal', { p_id: id, p_reason: null })
    expect((await logged()).at(-1)).toMatchObject({ staff: 'ruth', note: 'at the counter' })
  })

  test('of a form that is not there answers null, and there is nothing to log', async () => {
    const before = await logged()
    expect(await reveal(crypto.randomUUID(), 'The client has called')).toBeNull()
    expect(await logged()).toEqual(before)
  })
})

describe('consents', () => {
  test('are those of the form with each text once, also after it was deleted', async () => {
    const { id } = await enrolled()
    await outbox.query(
      `insert into consent_texts (document, version, sha256, body) values ('terms', '2031-03-04', encode(sha256('Be fair.'), 'hex'), 'Be fair.')
       on conflict do nothing`,
    )
    await outbox.query(
      `insert into consents (action, texts, enrollment_id) values ('given', 'terms@2031-03-04=' || encode(sha256('Be fair.'), 'hex'), $1)`,
      [id],
    )
    await call('staff_withdraw_consent', { p_id: id, p_document: 'sms' })
    const before = v.parse(consentsSchema, await call('staff_consents', { p_id: id }))
    expect(before?.entries.map(({ action, account }) => [action, account !== null])).toEqual([['given', true], ['given', false], ['withdrawn', false]])
    expect(textsIn(before?.entries[0]?.texts ?? '').map(({ document }) => document)).toContain('privacy')
    expect(before?.bodies.map(({ document, body }) => [document, body])).toEqual([
      ['agreement', null], ['terms', null], ['esign-consent', null], ['privacy', null], ['sms', null], ['terms', 'Be fair.'],
    ])
    await outbox.query('delete from enrollments where id = $1', [id])
    expect(v.parse(consentsSchema, await call('staff_consents', { p_id: id.slice(0, 8) }))).toEqual(before)
    expect(await call('staff_consents', { p_id: crypto.randomUUID() })).toBeNull()
  })
})

describe('notes', () => {
  test('are in the copy of their client with text and time, without their author, and go with the form', async () => {
    const { id, client } = await enrolled()
    await call('staff_note', { p_id: id, p_text: 'Has called.\nCall back.' })
    const claims = { ...client.claims, amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] }
    const copy = await callAs(outbox.database, claims, 'own_data')
    expect(copy).toHaveProperty('notes_of_staff', [{ at: expect.any(String), enrollment: id, text: 'Has called.\nCall back.' }])
    expect((await show(id)).notes).toEqual([expect.objectContaining({ author: 'ruth@example.com', text: 'Has called.\nCall back.' })])
    await outbox.query('delete from enrollments where id = $1', [id])
    expect(await outbox.query('select from private.staff_notes where enrollment_id = $1', [id])).toEqual([])
  })

  test('of others are in nobody else’s copy', async () => {
    const { id } = await enrolled()
    await call('staff_note', { p_id: id, p_text: 'Has called.' })
    const { client } = await enrolled()
    const claims = { ...client.claims, amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] }
    expect(await callAs(outbox.database, claims, 'own_data')).toMatchObject({ notes_of_staff: [] })
  })
})
