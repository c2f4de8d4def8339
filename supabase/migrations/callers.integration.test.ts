import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Claims } from '../../server/postgres/database.ts'
import { asPostgrest } from '../../tests/helpers/as-postgrest.ts'
import { addFactor, addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

// R-CALLER as the database decides it, on Supabase as in the gateway.

let database: OpenDatabase
let ruth: TestUser
let boaz: TestUser
/** What Boaz, who has no second factor, has stored. */
let bystander: string

beforeAll(async () => {
  database = await openTestDatabase()
  boaz = await addUser(database, 'boaz@example.com')
  bystander = await enroll(boaz.claims)
})

beforeEach(async () => {
  await database.query({ text: `delete from auth.users where email = 'ruth@example.com'` })
  ruth = await addUser(database, 'ruth@example.com')
})

afterAll(() => database.close())

const run = (claims: Claims, text: string, values: unknown[] = []) =>
  asPostgrest(database, claims, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

const asOwner = (text: string, values: unknown[] = []) => database.query<Record<string, unknown>>({ text, values })

async function enroll(claims: Claims): Promise<string> {
  const { text, values } = insertOf(validRow(claims.sub ?? ''))
  const [row] = await run(claims, `${text} returning id`, values)
  return String(row?.id)
}

const find = (claims: Claims, id: string) => run(claims, 'select id from enrollments where id = $1', [id])

const change = (claims: Claims, id: string) =>
  run(claims, `update enrollments set city = 'Chicago' where id = $1 returning id`, [id])

/** A row without an owner that waits for Ruth's confirmed e-mail. */
async function prepare(): Promise<string> {
  const text = `insert into enrollments (customer_email) values ('ruth@example.com') returning id`
  const [row] = await run({ role: 'service_role' }, text)
  return String(row?.id)
}

/** What the delivery function on Supabase is told. */
async function faultOf({ sub, session_id: session, aal }: Claims): Promise<unknown> {
  const [row] = await run({ role: 'service_role' }, 'select caller_fault($1, $2, $3) as fault', [sub, session, aal])
  return row?.fault
}

const foreign = { code: '42501', message: expect.stringMatching(/row-level security/) }

const ofRuth = (assignment: string) => async () => {
  await asOwner(`update auth.users set ${assignment} where id = $1`, [ruth.id])
}

const withFactor = (type = 'totp') => () => addFactor(database, ruth, type, 'verified')

const fallsBack = async () => {
  await withFactor()()
  await asOwner(`update auth.sessions set aal = 'aal1' where user_id = $1`, [ruth.id])
}

const refused: [who: string, code: string, happens: () => Promise<unknown>, claims?: () => object][] = [
  ['a deleted account', 'user_not_found', () => asOwner('delete from auth.users where id = $1', [ruth.id])],
  ['an account that is marked as deleted', 'user_not_found', ofRuth('deleted_at = now()')],
  ['a banned account', 'user_banned', ofRuth(`banned_until = now() + interval '1 hour'`)],
  ['an anonymous user', 'no_authorization', ofRuth('is_anonymous = true')],
  ['an ended session', 'session_not_found', () => asOwner('delete from auth.sessions where user_id = $1', [ruth.id])],
  ["somebody else's session", 'session_not_found', async () => undefined, () => ({ session_id: boaz.claims.session_id })],
  ['a token without a session', 'session_not_found', async () => undefined, () => ({ session_id: undefined })],
  ['a session of the password alone, beside a TOTP factor', 'insufficient_aal', withFactor(), () => ({ aal: 'aal1' })],
  ['the same beside a phone', 'insufficient_aal', withFactor('phone'), () => ({ aal: 'aal1' })],
  ['the same beside a security key', 'insufficient_aal', withFactor('webauthn'), () => ({ aal: 'aal1' })],
  // Tokens of services that know no levels have none.
  ['a token without a level, beside a factor', 'insufficient_aal', withFactor()],
  ['a level of null, beside a factor', 'insufficient_aal', withFactor(), () => ({ aal: null })],
  ['a session that lost its level after the token was made', 'insufficient_aal', fallsBack, () => ({ aal: 'aal2' })],
]

describe.each(refused)('%s: %s', (_, code, happens, changes = () => ({})) => {
  test('touches nothing, and the delivery function is told why', async () => {
    const id = await enroll(ruth.claims)
    const waiting = await prepare()
    await happens()
    const claims = { ...ruth.claims, ...changes() }
    expect(await faultOf(claims)).toBe(code)
    await expect(enroll(claims)).rejects.toMatchObject(foreign)
    for (const target of [id, waiting]) {
      expect(await find(claims, target)).toEqual([])
      expect(await change(claims, target)).toEqual([])
    }
    // Without a condition nothing has to be readable.
    await run(claims, `update enrollments set user_id = $1, city = 'Chicago', onboarding_completed = true`, [ruth.id])
    const cities = 'select city from enrollments where id in ($1, $2) order by city'
    expect(await asOwner(cities, [id, waiting])).toEqual([{ city: 'Springfield' }, { city: null }])
  })
})

const admitted: [who: string, happens: () => Promise<unknown>, claims: object][] = [
  ['with aal2, beside a factor', withFactor(), { aal: 'aal2' }],
  ['whose factor is not verified yet', () => addFactor(database, ruth, 'totp', 'unverified'), { aal: 'aal1' }],
  ['whose ban is over', ofRuth(`banned_until = now() - interval '1 second'`), {}],
  ["beside somebody else's factor", () => addFactor(database, boaz, 'totp', 'verified'), { aal: 'aal1' }],
]

test.each(admitted)('a client %s does what any client does, with the own rows alone', async (_, happens, changes) => {
  await happens()
  const claims = { ...ruth.claims, ...changes }
  expect(await faultOf(claims)).toBeNull()
  const id = await enroll(claims)
  expect(await find(claims, id)).toEqual([{ id }])
  expect(await change(claims, id)).toEqual([{ id }])
  expect(await find(claims, bystander)).toEqual([])
  expect(await change(claims, bystander)).toEqual([])
})

test('nobody but the service may ask about others', async () => {
  for (const claims of [{ role: 'anon' } as const, ruth.claims]) {
    const asking = run(claims, 'select caller_fault($1, $2, $3)', [boaz.id, randomUUID(), 'aal1'])
    await expect(asking).rejects.toMatchObject({ code: '42501', message: 'permission denied for function caller_fault' })
  }
})

test('it decides the same where migrations run as on Supabase: no superuser, and the schema auth is somebody else\'s', async () => {
  const owner = `owner_${randomUUID().replaceAll('-', '')}`
  // What the role `postgres` has there.
  await asOwner(`create role ${owner} nologin nosuperuser bypassrls`)
  await asOwner(`grant usage on schema auth, private, public to ${owner}`)
  await asOwner(`grant select on all tables in schema auth to ${owner}`)
  await asOwner(`grant create on schema public, private to ${owner}`)
  await asOwner(`alter function public.caller_fault(uuid, uuid, text) owner to ${owner}`)
  await asOwner(`alter function private.caller_fault() owner to ${owner}`)
  try {
    const id = await enroll(ruth.claims)
    expect(await find(ruth.claims, id)).toEqual([{ id }])
    await withFactor()()
    expect(await faultOf(ruth.claims)).toBe('insufficient_aal')
    expect(await find(ruth.claims, id)).toEqual([])
  } finally {
    await asOwner(`reassign owned by ${owner} to current_user`)
    await asOwner(`drop owned by ${owner}`)
    await asOwner(`drop role ${owner}`)
  }
})
