import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { clientSchema, maskedClient } from '../../server/enrollments/masked.ts'
import type { Claims } from '../../server/postgres/database.ts'
import { asPostgrest } from '../../tests/helpers/as-postgrest.ts'
import { machine } from '../../tests/helpers/desk-staff.ts'
import { addFactor, addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

let database: OpenDatabase
let ruth: TestUser
let boaz: TestUser

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

/** Somebody new, signed in. */
const person = (email = `${randomUUID()}@example.com`, confirmed = true): Promise<TestUser> => addUser(database, email, confirmed)

const call = <Answer = unknown>(claims: Claims, text: string, values: unknown[] = []) =>
  asPostgrest(database, claims, async (client) => {
    const { rows } = await client.query<{ answer: Answer }>(`select ${text} as answer`, values)
    if (!rows[0]) throw new Error('no answer')
    return rows[0].answer
  })

const asOwner = (text: string, values: unknown[] = []) =>
  database.transaction(async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

type Entry = Record<string, unknown>

interface OwnAccount {
  enrollments: Entry[]
  sessions: Entry[]
}

interface OwnData extends OwnAccount {
  account: Entry
  consents: Entry[]
  payments: Entry[]
}

async function enroll({ id, claims }: TestUser, values: Parameters<typeof validRow>[1] = {}, consents = ''): Promise<string> {
  const row = { id: randomUUID(), ...validRow(id, values) }
  const { text, values: given } = insertOf(row)
  await database.transactionAs(claims, (client) => client.query(text, given), { consents })
  return row.id
}

const accountOf = (claims: Claims) => call<OwnAccount>(claims, 'own_account()')
const copyFor = (claims: Claims) => call<OwnData>(claims, 'own_data()')

const freshly = (claims: Claims, secondsAgo = 5): Claims => ({
  ...claims,
  amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) - secondsAgo }],
})

/** Signed in an hour ago, and a code of an app given now. */
const byCode = (claims: Claims, method = 'totp'): Claims => {
  const now = Math.floor(Date.now() / 1000)
  return { ...claims, aal: 'aal2', amr: [{ method: 'password', timestamp: now - 3600 }, { method, timestamp: now - 5 }] }
}

describe('what a client sees', () => {
  beforeAll(async () => {
    ruth = await person()
    boaz = await person()
    await enroll(boaz)
  })

  test('is their own enrollments, masked as for the staff, and nothing of birth date and SSN digits', async () => {
    const values = { firstName: 'Mary Ann', middleName: 'Jo', lastName: 'O’Neill', email: 'mary@example.com', phone: '(555) 555-0117', notes: 'Please write.' }
    const id = await enroll(ruth, values)
    const { enrollments } = await accountOf(ruth.claims)
    expect(enrollments).toHaveLength(1)
    const row = validRow(ruth.id, values)
    const staffSees = Object.fromEntries(maskedClient(v.parse(clientSchema, row)))
    expect(enrollments[0]).toMatchObject({
      id,
      plan: 'Standard Repair',
      progress: 'received',
      name: staffSees.Name,
      email: staffSees['E-mail'],
      phone: staffSees.Phone,
      street: staffSees.Street,
      place: staffSees.Place,
      contact_method: 'email',
      notes_length: 13,
      details_purged_at: null,
      is_claimed: true,
    })
    expect(enrollments[0]?.name).toBe('M. A. J. O.')
    const text = JSON.stringify(enrollments)
    for (const secret of [row.date_of_birth, row.ssn_last_four, row.street_address, row.city, row.zip_code, 'O’Neill', 'mary@']) {
      expect(text).not.toContain(secret)
    }
  })

  test.each([
    ['queued', 'received'],
    ['delivered', 'sent'],
    ['needs_review', 'with-a-person'],
    ['rejected', 'with-a-person'],
    ['cancelled', 'stopped'],
  ])('of a delivery that is %s is that it is %s', async (state, progress) => {
    const client = await person()
    const id = await enroll(client)
    await asOwner('update deliveries set state = $2 where enrollment_id = $1', [id, state])
    expect((await accountOf(client.claims)).enrollments).toMatchObject([{ progress }])
  })

  test('is an enrollment that the staff has prepared for the confirmed address', async () => {
    const email = `${randomUUID()}@example.com`
    await asOwner('insert into enrollments (customer_email, plan_name) values ($1, $2)', [email.toUpperCase().replace('EXAMPLE.COM', 'example.com'), 'Light Repair'])
    const [proven, unproven] = [await person(email), await person(`other.${email}`, false)]
    expect((await accountOf(proven.claims)).enrollments).toMatchObject([{ plan: 'Light Repair', progress: 'prepared', is_claimed: false }])
    expect((await accountOf(unproven.claims)).enrollments).toEqual([])
  })

  test('is when birth date and SSN digits were deleted', async () => {
    const client = await person()
    const id = await enroll(client)
    await asOwner(
      `update enrollments set personal_details = null, personal_details_key = null, personal_details_given_at = null,
         personal_details_purged_at = now() where id = $1`,
      [id],
    )
    expect((await accountOf(client.claims)).enrollments[0]?.details_purged_at).toEqual(expect.stringMatching(/^\d{4}-/))
  })
})

async function openSession(user: TestUser, ip: string, agent = 'Firefox'): Promise<string> {
  const id = randomUUID()
  await asOwner(
    `insert into auth.sessions (id, user_id, created_at, updated_at, user_agent, ip, aal) values ($1, $2, now() - interval '1 hour', now(), $3, $4, 'aal1')`,
    [id, user.id, agent, ip],
  )
  return id
}

/** A payment of an address, as the checkout tells of it. Gives its reference. */
async function paidBy(email: string): Promise<string> {
  const reference = `pi_${randomUUID()}`
  const event = {
    id: `stripe:evt_${randomUUID()}`, happened_at: '2026-07-01T15:00:00Z', kind: 'paid', payment_reference: reference,
    amount_cents: 350_00, currency: 'usd', payer_email: email, plan_name: 'Standard Repair',
  }
  await asOwner('select record_payment_event($1)', [event])
  return reference
}

const paymentsOf = async ({ claims }: TestUser) => (await copyFor(freshly(claims))).payments

test('the copy has the payments of the confirmed address and of one’s own forms, and nobody else’s', async () => {
  const email = `${randomUUID()}@example.com`
  const [client, unproven, other] = [await person(email), await person(`other.${email}`, false), await person()]
  const references = [await paidBy(email), await paidBy(`other.${email}`)]
  expect(await paymentsOf(client)).toMatchObject([{ reference: references[0], status: 'paid', amount_cents: 350_00, payer_email: email }])
  expect(await paymentsOf(unproven)).toEqual([])
  expect(await paymentsOf(other)).toEqual([])
})

describe('sessions', () => {
  test('are listed with the network of their address only, the current one first', async () => {
    const client = await person()
    const [home, train] = [await openSession(client, '203.0.113.77'), await openSession(client, '2001:db8:1:2:3:4:5:6')]
    const { sessions } = await accountOf(client.claims)
    expect(sessions[0]).toMatchObject({ id: client.claims.session_id, is_current: true })
    const networks = Object.fromEntries(sessions.map((session) => [session.id, session.network]))
    expect(networks).toMatchObject({ [home]: '203.0.113.x', [train]: '2001:db8:1::' })
  })

  test('are ended one by one, and only one’s own', async () => {
    const [client, other] = [await person(), await person()]
    const [own, foreign] = [await openSession(client, '203.0.113.1'), await openSession(other, '203.0.113.1')]
    expect(await call(client.claims, 'end_own_session($1)', [own])).toBe(true)
    expect(await call(client.claims, 'end_own_session($1)', [own])).toBe(false)
    expect(await call(client.claims, 'end_own_session($1)', [foreign])).toBe(false)
    expect(await call(client.claims, 'end_own_session($1)', [client.claims.session_id])).toBe(false)
    expect(await asOwner('select id from auth.sessions where id = any ($1)', [[own, foreign]])).toEqual([{ id: foreign }])
  })

  test('that have expired are not listed', async () => {
    const client = await person()
    const over = await openSession(client, '203.0.113.1')
    await asOwner(`update auth.sessions set not_after = now() - interval '1 minute' where id = $1`, [over])
    expect((await accountOf(client.claims)).sessions).toHaveLength(1)
  })
})

describe('the copy of everything', () => {
  test('has every column of the client’s own rows, and names what nobody reads back', async () => {
    const client = await person()
    await enroll(client, { notes: 'Please write.' })
    const copy = await copyFor(freshly(client.claims))
    expect(copy.account).toMatchObject({ id: client.id, email: client.claims.email, second_factors: [] })
    expect(copy.sessions).toHaveLength(1)
    const [whole = {}] = copy.enrollments
    expect(whole).toMatchObject({ customer_name: 'Ruth Example', street_address: '1 Example Street', notes: 'Please write.' })
    expect(whole.date_of_birth_and_ssn_last_four).toBe('kept encrypted')
    expect(JSON.stringify(copy)).not.toMatch(/1980-02-29|0042/)
    const columns = await asOwner(
      `select attname from pg_attribute where attrelid = 'enrollments'::regclass and attnum > 0 and not attisdropped`,
    )
    const missing = columns.map(({ attname }) => String(attname)).filter((name) => !(name in whole))
    // The owner is the account itself; the rest is the ciphertext, and the two columns that are always empty.
    expect(missing.toSorted()).toEqual(['date_of_birth', 'personal_details', 'personal_details_key', 'ssn_last_four', 'user_id'])
  })

  test('has what the client agreed to, and what the staff has withdrawn at their word', async () => {
    const [client, other] = [await person(), await person()]
    const texts = `sms@2026-01-01=${'0'.repeat(64)}`
    const id = await enroll(client, {}, texts)
    await enroll(other, {}, texts)
    await call(machine, `staff_withdraw_consent($1, 'sms')`, [id])
    const { consents } = await copyFor(freshly(client.claims))
    expect(consents).toMatchObject([
      { action: 'given', texts, enrollment: id },
      { action: 'withdrawn', texts, enrollment: id },
    ])
  })

  test.each([
    ['without a proof', (claims: Claims) => claims],
    ['with a proof of eleven minutes ago', (claims: Claims) => freshly(claims, 660)],
    ['with methods that have no time', (claims: Claims) => ({ ...claims, amr: ['password'] })],
    ['with a time that is no number', (claims: Claims) => ({ ...claims, amr: [{ method: 'password', timestamp: '9999999999' }] })],
  ])('is not given %s', async (_, change) => {
    const client = await person()
    expect(await call(change(client.claims), 'own_data()')).toEqual({ fault: 'proof_needed' })
  })

  test.each(['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code'])(
    'is not given for %s of a factor that was added without a proof, as by whoever holds a stolen session on Supabase',
    async (method) => {
      const client = await person()
      await addFactor(database, client, 'totp', 'verified')
      expect(await call(byCode(client.claims, method), 'own_data()')).toEqual({ fault: 'proof_needed' })
      await asOwner(`update auth.mfa_factors set created_at = now() - interval '1 hour' where user_id = $1`, [client.id])
      expect(await call(byCode(client.claims, method), 'own_data()')).toHaveProperty('exported_at')
    },
  )

  test('has nothing of anybody else', async () => {
    const [client, other] = [await person(), await person()]
    await enroll(other)
    const copy = await copyFor(freshly(client.claims))
    expect(copy.enrollments).toEqual([])
    expect(JSON.stringify(copy)).not.toContain(other.id)
  })
})

const functions = ['own_account()', 'own_data()', `end_own_session('${randomUUID()}')`, 'ask_for_deletion()', 'withdraw_deletion()']

describe.each(functions)('%s', (text) => {
  test('is for nobody who is not signed in', async () => {
    await expect(call({ role: 'anon' }, text)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`, 'user_banned'],
    ['deleted', `update auth.users set deleted_at = now() where id = $1`, 'user_not_found'],
  ])('refuses an account that is %s', async (_, change, fault) => {
    const client = await person()
    await asOwner(change, [client.id])
    await expect(call(freshly(client.claims), text)).rejects.toMatchObject({ code: '42501', message: fault })
  })

  test('refuses a session without the second step', async () => {
    const client = await person()
    await addFactor(database, client, 'totp', 'verified')
    await expect(call({ ...freshly(client.claims), aal: 'aal1' }, text)).rejects.toMatchObject({ message: 'insufficient_aal' })
  })
})

test('the helpers of these functions can be called by nobody', async () => {
  const client = await person()
  for (const text of [`private.own_enrollments('${client.id}')`, `private.own_sessions('${client.id}')`, 'private.acting_caller()']) {
    await expect(call(client.claims, text)).rejects.toMatchObject({ code: '42501' })
  }
})
