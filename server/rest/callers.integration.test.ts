import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addFactor, addUser, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

// What somebody with a valid token who may not act (R-CALLER) is told by tables and SQL functions.

let rest: TestRest
let orpah: TestUser

beforeAll(async () => {
  rest = await openRest()
})
beforeEach(async () => {
  await rest.database.query({ text: `delete from auth.users where email = 'orpah@example.com'` })
  orpah = await addUser(rest.database, 'orpah@example.com')
})
afterAll(() => rest.close())

const change = (assignment: string) =>
  rest.database.query({ text: `update auth.users set ${assignment} where id = $1`, values: [orpah.id] })

const cases: [what: string, happens: () => Promise<unknown>, told: string][] = [
  [
    'a deleted account',
    () => rest.database.query({ text: 'delete from auth.users where id = $1', values: [orpah.id] }),
    '403 user_not_found User from sub claim in JWT does not exist',
  ],
  ['a ban', () => change(`banned_until = now() + interval '1 hour'`), '403 user_banned User is banned'],
  [
    'an ended session',
    () => rest.database.query({ text: 'delete from auth.sessions where user_id = $1', values: [orpah.id] }),
    '401 PGRST301 Session from session_id claim in JWT does not exist',
  ],
  [
    'a second factor that was not shown',
    () => addFactor(rest.database, orpah, 'totp', 'verified'),
    '403 insufficient_aal Please sign in again and enter the code of your second factor',
  ],
]

describe.each(cases)('%s', (_, happens, told) => {
  test('is told at once, whatever is asked', async () => {
    const token = await rest.sign({ ...orpah.claims, aal: 'aal1' })
    const insert = () => rest.post(validRow(orpah.id), { token })
    expect((await insert()).status).toBe(201)
    await happens()
    const before = await rest.countEnrollments()
    expect(await refusalOf(insert())).toBe(told)
    expect(await refusalOf(rest.request('/enrollments?select=id', { token }))).toBe(told)
    const anyId = 'id=eq.00000000-0000-4000-8000-000000000000'
    expect(await refusalOf(rest.request(`/enrollments?${anyId}`, { method: 'PATCH', token, body: '{"city":"x"}' }))).toBe(told)
    const rpc = { method: 'POST', token, body: '{"p_repeats":"never"}' }
    expect(await refusalOf(rest.request('/rpc/lease_delivery', rpc))).toBe(told)
    expect(await rest.countEnrollments()).toBe(before)
  })
})

test('the service asks about a caller and hears the code, or null', async () => {
  const body = (aal: string) => JSON.stringify({ p_user: orpah.id, p_session: orpah.claims.session_id, p_aal: aal })
  const ask = async (aal: string): Promise<unknown> =>
    (await rest.request('/rpc/caller_fault', { method: 'POST', token: rest.serviceToken, body: body(aal) })).json()
  expect(await ask('aal1')).toBeNull()
  await addFactor(rest.database, orpah, 'totp', 'verified')
  expect([await ask('aal1'), await ask('aal2')]).toEqual(['insufficient_aal', null])
})
