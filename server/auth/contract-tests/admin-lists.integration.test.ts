import { randomUUID } from 'node:crypto'
import type { GoTrueAdminApi } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startAdmin } from '../../../tests/helpers/admin.ts'
import { clientOf, type TestAuth } from '../../../tests/helpers/auth.ts'

const password = 'a good password'

let auth: TestAuth
let admin: GoTrueAdminApi
let authorization: string
beforeAll(async () => {
  ;({ auth, admin, authorization } = await startAdmin())
})
afterAll(() => auth.stop())
beforeEach(() =>
  auth.database.transaction(async (client) => {
    await client.query('delete from auth.users')
    await client.query('delete from auth.audit_log_entries')
  }),
)

/** Creates this many users, a second apart. */
async function populate(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    auth.advance(1000)
    await admin.createUser({ email: `person-${number}@example.com`, user_metadata: { full_name: `Person ${number}` } })
  }
}

const get = async (query: string) => {
  const response = await auth.app.request(`/admin/users${query}`, { headers: { authorization } })
  const body: unknown = await response.json()
  return { response, body }
}

test('people are listed page by page, youngest first', async () => {
  await populate(5)
  const { data } = await admin.listUsers({ page: 1, perPage: 2 })
  expect(data.users.map(({ email }) => email)).toEqual(['person-5@example.com', 'person-4@example.com'])
  expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, lastPage: 3, total: 5 })
  const last = await admin.listUsers({ page: 3, perPage: 2 })
  expect(last.data.users.map(({ email }) => email)).toEqual(['person-1@example.com'])
  expect(last.data).toMatchObject({ nextPage: null, lastPage: 3, total: 5 })
  expect((await admin.listUsers()).data.users).toHaveLength(5)
  expect((await admin.listUsers({ page: 9 })).data.users).toEqual([])
})

test('an empty project has an empty list', async () => {
  const { response, body } = await get('')
  expect(body).toEqual({ users: [], aud: 'authenticated' })
  expect(response.headers.get('x-total-count')).toBe('0')
})

test('a filter finds parts of addresses and names, and is no pattern', async () => {
  await populate(3)
  expect((await get('?filter=PERSON-2')).body).toMatchObject({ users: [{ email: 'person-2@example.com' }] })
  expect((await get('?filter=son%203')).body).toMatchObject({ users: [{ email: 'person-3@example.com' }] })
  expect((await get('?filter=%25')).body).toMatchObject({ users: [] })
})

test.each([
  ['?page=x', 'Bad Pagination Parameters: strconv.ParseUint: parsing "x": invalid syntax'],
  ['?page=-1', 'Bad Pagination Parameters: strconv.ParseUint: parsing "-1": invalid syntax'],
  ['?per_page=1.5', 'Bad Pagination Parameters: strconv.ParseUint: parsing "1.5": invalid syntax'],
  ['?per_page=0', 'Bad Pagination Parameters: per_page must be greater than 0'],
])('%s is refused', async (query, message) => {
  const { response, body } = await get(query)
  expect([response.status, body]).toMatchObject([400, { error_code: 'validation_failed', msg: message }])
})

test('a lost second factor is taken away, and its sessions are ordinary ones again', async () => {
  const email = 'ruth@example.com'
  const { data: created } = await admin.createUser({ email, password, email_confirm: true })
  const userId = created.user?.id ?? ''
  const client = clientOf(auth.app)
  await client.signInWithPassword({ email, password })
  const factorId = randomUUID()
  await auth.database.transaction(async (connection) => {
    await connection.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, 'Phone', 'totp', 'verified', now(), now(), 'hidden')`,
      [factorId, userId],
    )
    await connection.query("update auth.sessions set aal = 'aal2', factor_id = $1 where user_id = $2", [factorId, userId])
    await connection.query(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, now(), now(), 'totp' from auth.sessions where user_id = $1`,
      [userId],
    )
  })

  const { data: listed } = await admin.mfa.listFactors({ userId })
  expect(listed?.factors).toMatchObject([{ id: factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' }])
  expect(JSON.stringify(listed)).not.toContain('hidden')
  expect((await admin.mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
  expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([])
  const levels = await auth.database.query({
    text: `select aal, factor_id, array(
        select authentication_method from auth.mfa_amr_claims where session_id = sessions.id
      ) as methods from auth.sessions where user_id = $1`,
    values: [userId],
  })
  expect(levels).toEqual([{ aal: 'aal1', factor_id: null, methods: ['password'] }])
  expect((await admin.mfa.deleteFactor({ userId, id: factorId })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
    message: 'Factor not found',
  })
  await client.refreshSession()
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
})

test('an administrator ends the sessions of somebody by the token', async () => {
  const email = 'ruth@example.com'
  await admin.createUser({ email, password, email_confirm: true })
  const [one, two] = [clientOf(auth.app), clientOf(auth.app)]
  const { data } = await one.signInWithPassword({ email, password })
  await two.signInWithPassword({ email, password })
  const token = data.session?.access_token ?? ''
  expect((await admin.signOut(token, 'others')).error).toBeNull()
  expect((await one.getUser()).error).toBeNull()
  expect((await two.getUser()).error).not.toBeNull()
  expect((await admin.signOut(token, 'global')).error).toBeNull()
  expect((await one.getUser()).error).not.toBeNull()
})

test('what the service key does is noted', async () => {
  const { data } = await admin.createUser({ email: 'ruth@example.com', password })
  const id = data.user?.id ?? ''
  await admin.updateUserById(id, { email_confirm: true })
  await admin.inviteUserByEmail('naomi@example.com')
  await admin.deleteUser(id)
  const rows = await auth.database.query<{ action: string; actor: string }>({
    name: 'test-audit',
    text: `select payload ->> 'action' as action, payload ->> 'actor_username' as actor from auth.audit_log_entries
           where payload ->> 'actor_username' = 'service_role'`,
    values: [],
  })
  expect(rows.map(({ action }) => action).toSorted()).toEqual(['user_deleted', 'user_invited', 'user_modified', 'user_signedup'])
})
