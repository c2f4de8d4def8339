import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Claims } from '../../server/postgres/database.ts'
import { addStaff, callAs, callAtOnce, machine } from '../../tests/helpers/desk-staff.ts'
import { addFactor, addUser, type TestUser } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// Who of the staff may call, asked anew by each function: docs/desk-functions.md.

let outbox: TestOutbox
let count = 0

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())

const somebody = (role: 'staff' | 'lead' = 'staff') => addStaff(outbox.database, `${role}${(count += 1)}@example.com`, role)
const call = (claims: Claims, name = 'staff_pulse', parameters: Record<string, unknown> = {}) => callAs(outbox.database, claims, name, parameters)
const touch = (claims: Claims) => call(claims, 'staff_touch')

const provenAgo = (claims: Claims, seconds: number): Claims => ({
  ...claims,
  amr: [
    { method: 'totp', timestamp: Math.floor(Date.now() / 1000) - seconds },
    { method: 'password', timestamp: Math.floor(Date.now() / 1000) - seconds - 3600 },
  ],
})

const setIdle = (seconds: number) => outbox.query('select set_staff_idle($1)', [seconds])
const touchedAgo = ({ claims }: TestUser, seconds: number) =>
  outbox.query(`update private.staff_sessions set touched_at = now() - $2 * interval '1 second' where session_id = $1`, [claims.session_id, seconds])

const refusal = (message: string) => ({ code: '42501', message })
const unknown = refusal('permission denied for function staff_pulse')

test('one of the staff may, with a second factor in this session', async () => {
  const { claims } = await somebody()
  expect(await call(claims)).toEqual({ mark: expect.any(String) })
  await expect(call({ ...claims, aal: 'aal1' })).rejects.toMatchObject(refusal('insufficient_aal'))
})

test('a session that fell back to the first factor may not, whatever its token says', async () => {
  const { claims } = await somebody()
  await outbox.query(`update auth.sessions set aal = 'aal1' where id = $1`, [claims.session_id])
  await expect(call(claims)).rejects.toMatchObject(refusal('insufficient_aal'))
  await outbox.query('delete from auth.mfa_factors where user_id = $1', [claims.sub])
  await expect(call(claims)).rejects.toMatchObject(refusal('insufficient_aal'))
})

test('a session that has ended, or whose second factor is gone, may not', async () => {
  const [over, without] = [await somebody(), await somebody()]
  await outbox.query(`update auth.sessions set not_after = now() - interval '1 minute' where id = $1`, [over.claims.session_id])
  await outbox.query('delete from auth.mfa_factors where user_id = $1', [without.id])
  await expect(call(over.claims)).rejects.toMatchObject(refusal('session_not_found'))
  await expect(call(without.claims)).rejects.toMatchObject(refusal('insufficient_aal'))
})

test('somebody without any second factor is told to add one', async () => {
  const { id, claims } = await addUser(outbox.database, 'new@example.com')
  await outbox.query(`insert into private.staff values ($1, 'staff')`, [id])
  await expect(call(provenAgo(claims, 1))).rejects.toMatchObject(refusal('insufficient_aal'))
})

test('a client is told what PostgreSQL says of any function, also with a second factor, and so is whoever was removed', async () => {
  const client = await addUser(outbox.database, 'client@example.com')
  await expect(call(client.claims)).rejects.toMatchObject(unknown)
  await addFactor(outbox.database, client, 'totp', 'verified')
  await outbox.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [client.id])
  await expect(call(provenAgo({ ...client.claims, aal: 'aal2' }, 1))).rejects.toMatchObject(unknown)
  const { id, claims } = await somebody()
  await outbox.query('delete from private.staff where user_id = $1', [id])
  await expect(call(claims)).rejects.toMatchObject(unknown)
})

test.each([
  ['is banned', `update auth.users set banned_until = now() + interval '1 hour' where id = $1`, 'user_banned'],
  ['was signed out', 'delete from auth.sessions where user_id = $1', 'session_not_found'],
])('who %s may not', async (_, happens, fault) => {
  const { id, claims } = await somebody()
  await outbox.query(happens, [id])
  await expect(call(claims)).rejects.toMatchObject(refusal(fault))
})

test('what is for leads alone says so to others', async () => {
  const [staff, lead] = [await somebody(), await somebody('lead')]
  await expect(call(staff.claims, 'staff_people')).rejects.toMatchObject(refusal('not_a_lead'))
  expect(await call(lead.claims, 'staff_people')).toMatchObject({ people: expect.any(Array) })
})

test('nobody may who has not touched the desk for a quarter of an hour', async () => {
  const person = await somebody()
  expect(await touch(person.claims)).toEqual({ role: 'staff', name: person.claims.email, idle_seconds: 900 })
  await touchedAgo(person, 890)
  await call(person.claims)
  await touchedAgo(person, 910)
  await expect(call(person.claims)).rejects.toMatchObject(refusal('session_idle'))
  await expect(touch(person.claims)).rejects.toMatchObject(refusal('session_idle'))
})

test('reading is no touch', async () => {
  const person = await somebody()
  await touch(person.claims)
  await touchedAgo(person, 600)
  const at = () => outbox.query('select touched_at from private.staff_sessions where session_id = $1', [person.claims.session_id])
  const before = await at()
  await call(person.claims)
  await call(person.claims, 'staff_find', { p_text: '' })
  expect(await at()).toEqual(before)
  await touch(person.claims)
  expect(await at()).not.toEqual(before)
})

test('before the first touch it counts when its person last proved who they are', async () => {
  const { claims } = await somebody()
  await call(provenAgo(claims, 890))
  await expect(call(provenAgo(claims, 910))).rejects.toMatchObject(refusal('session_idle'))
  for (const amr of [undefined, [], 'password', [{ method: 'totp' }], [{ method: 'totp', timestamp: 'now' }]]) {
    await expect(call({ ...claims, amr })).rejects.toMatchObject(refusal('session_idle'))
  }
})

test('how long that is can be set', async () => {
  const { claims } = await somebody()
  await setIdle(60)
  try {
    await expect(call(provenAgo(claims, 70))).rejects.toMatchObject(refusal('session_idle'))
    expect(await touch(claims)).toMatchObject({ idle_seconds: 60 })
  } finally {
    await setIdle(900)
  }
})

test('at the machine everything is allowed, in the name of the operating system’s login', async () => {
  expect(await touch(machine)).toMatchObject({ role: 'lead', name: machine.staff_name })
  expect(await call(machine, 'staff_people')).toMatchObject({ people: expect.any(Array) })
})

test('claims alone make nobody the machine', async () => {
  const client = await addUser(outbox.database, 'other-client@example.com')
  await expect(call({ ...client.claims, staff_name: 'ruth' })).rejects.toMatchObject(unknown)
})

const note = (p_id: string, p_request: string | null) => ({ p_id, p_text: 'Called back.', p_request })
const notesOf = async (id: string) => (await outbox.query('select from private.staff_notes where enrollment_id = $1', [id])).length

test('a request that is sent again is answered alike and done once', async () => {
  const [{ claims }, id, request] = [await somebody(), await outbox.save(), randomUUID()]
  const answer = await call(claims, 'staff_note', note(id, request))
  expect(answer).toMatchObject({ outcome: 'done' })
  expect(await call(claims, 'staff_note', note(id, request))).toEqual(answer)
  expect(await notesOf(id)).toBe(1)
  expect(await call(claims, 'staff_note', note(id, randomUUID()))).not.toEqual(answer)
  await call(claims, 'staff_note', note(id, null))
  await call(claims, 'staff_note', note(id, null))
  expect(await notesOf(id)).toBe(4)
})

test('also when it is sent twice at the same time', async () => {
  const [{ claims }, id] = [await somebody(), await outbox.save()]
  const [first, second] = await callAtOnce(outbox.database, 'staff_note', note(id, randomUUID()), claims, claims)
  expect(second).toEqual(first)
  expect(await notesOf(id)).toBe(1)
})

test('what failed is not answered again, but done', async () => {
  const [{ claims }, id, request] = [await somebody(), await outbox.save(), randomUUID()]
  await expect(call(claims, 'staff_note', { ...note(id, request), p_text: '' })).rejects.toMatchObject({ code: '22023' })
  expect(await call(claims, 'staff_note', note(id, request))).toMatchObject({ outcome: 'done' })
})

test('an id of a request is its caller’s, its function’s and its parameters’ alone', async () => {
  const [one, other, id, request] = [await somebody('lead'), await somebody(), await outbox.save(), randomUUID()]
  await call(one.claims, 'staff_note', note(id, request))
  // As draft-ietf-httpapi-idempotency-key-header wants it: by PostgREST this is the status 422.
  const another = { code: 'PT422', message: 'Something else was asked under this id', hint: 'Give each request an id of its own' }
  await expect(call(other.claims, 'staff_note', note(id, request))).rejects.toMatchObject(another)
  await expect(call(one.claims, 'staff_note', { ...note(id, request), p_text: 'Called back!' })).rejects.toMatchObject(another)
  await expect(call(one.claims, 'staff_note', note(await outbox.save(), request))).rejects.toMatchObject(another)
  await expect(call(one.claims, 'staff_hold_account', { p_account: one.id, p_request: request })).rejects.toMatchObject(another)
  expect(await notesOf(id)).toBe(1)
})

test('also where functions take the same parameters', async () => {
  const [{ id, claims }, request] = [await somebody(), randomUUID()]
  await call(claims, 'staff_hold_account', { p_account: id, p_request: request })
  await expect(call(claims, 'staff_release_account', { p_account: id, p_request: request })).rejects.toMatchObject({ code: 'PT422' })
})

test('what is kept of a request says nothing of its parameters', async () => {
  const [{ claims }, id, request] = [await somebody(), await outbox.save(), randomUUID()]
  await call(claims, 'staff_note', note(id, request))
  const [kept] = await outbox.query<{ row: string }>('select to_jsonb(kept)::text as row from private.staff_answers kept where request = $1', [request])
  expect(kept?.row).toContain('done')
  expect(kept?.row).not.toMatch(/Called/)
})

test('the log names the account of who did it, also where two addresses are alike in their first 100 characters', async () => {
  const [domain, id] = [`${'a'.repeat(60)}.${'b'.repeat(60)}`, await outbox.save()]
  const [one, other] = [await addStaff(outbox.database, `ruth@${domain}.one.example.com`), await addStaff(outbox.database, `ruth@${domain}.two.example.com`)]
  for (const { claims } of [one, other]) await call(claims, 'staff_note', note(id, null))
  await call(machine, 'staff_note', note(id, null))
  const entries = await outbox.query<{ staff: string }>('select staff, staff_id from staff_log where enrollment_id = $1 order by id', [id])
  expect(entries[0]?.staff).toBe(entries[1]?.staff)
  expect(entries).toMatchObject([{ staff_id: one.id }, { staff_id: other.id }, { staff: 'ruth', staff_id: null }])
})

test('answers are kept for a day', async () => {
  const [{ claims }, id, request] = [await somebody(), await outbox.save(), randomUUID()]
  await call(claims, 'staff_note', note(id, request))
  await outbox.query(`update private.staff_answers set at = now() - interval '25 hours' where request = $1`, [request])
  await call(claims, 'staff_note', note(id, randomUUID()))
  expect(await outbox.query('select from private.staff_answers where request = $1', [request])).toEqual([])
})

/** Every character that Unicode counts among these. */
const charactersOf = (category: RegExp) =>
  Array.from({ length: 0x11_0000 }, (_, code) => (code < 0xd800 || code > 0xdfff ? String.fromCodePoint(code) : '')).filter((character) => category.test(character))

const logged = async (id: string) => (await outbox.query<{ note: string }>('select note from staff_log where enrollment_id = $1 order by id desc limit 1', [id]))[0]?.note
const noted = async (id: string) => (await outbox.query<{ text: string }>('select text from private.staff_notes where enrollment_id = $1 order by id desc limit 1', [id]))[0]?.text

test('what nobody sees is in no reason and no note, and turns nothing that is read there', async () => {
  const [{ claims }, id] = [await somebody(), await outbox.save()]
  const hidden = charactersOf(/\p{Cf}|\p{Variation_Selector}|[\u115f\u1160\u2800\u3164\uffa0]/u)
  expect(hidden.length).toBeGreaterThan(160)
  for (let first = 0; first < hidden.length; first += 900) {
    const some = hidden.slice(first, first + 900)
    await call(claims, 'staff_note', { p_id: id, p_text: `${some.join('')} One\n${some.join('')}two` })
    expect(await noted(id)).toBe('One\ntwo')
  }
  await call(claims, 'staff_reveal', { p_id: id, p_reason: '\ufeffA \u202ecall\u202c\u200b ' })
  expect(await logged(id)).toBe('A call')
  for (const reason of ['\u200b', '\u202e\u2066', ' \ufeff\u00a0', '\u3164', '\u2800']) {
    await expect(call(claims, 'staff_reveal', { p_id: id, p_reason: reason })).rejects.toMatchObject({ code: '22023' })
    await expect(call(claims, 'staff_note', { p_id: id, p_text: reason })).rejects.toMatchObject({ code: '22023' })
  }
})

test('control characters are refused, but for the lines of a note', async () => {
  const [{ claims }, id] = [await somebody(), await outbox.save()]
  const lines = ['\t', '\n', '\r']
  const controls = charactersOf(/\p{Cc}/u).filter((character) => character !== '\0')
  for (const control of controls) {
    await expect(call(claims, 'staff_reveal', { p_id: id, p_reason: `a${control}b` })).rejects.toMatchObject({ code: '22023' })
  }
  for (const control of controls.filter((character) => !lines.includes(character))) {
    await expect(call(claims, 'staff_note', { p_id: id, p_text: `a${control}b` })).rejects.toMatchObject({ code: '22023' })
  }
  await call(claims, 'staff_note', { p_id: id, p_text: `a${lines.join('b')}c` })
  expect(await noted(id)).toBe(`a${lines.join('b')}c`)
})

test('a session that ends takes its touch with it', async () => {
  const { claims } = await somebody()
  await touch(claims)
  await outbox.query('delete from auth.sessions where id = $1', [claims.session_id])
  expect(await outbox.query('select from private.staff_sessions where session_id = $1', [claims.session_id])).toEqual([])
})
