import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from '../../../tests/helpers/enrollments.ts'
import { startGateway, type TestGateway } from '../../../tests/helpers/gateway.ts'

// The gateway with its real settings: what a stranger can access by signing up with a client's address.

const password = 'a good password'
let gateway: TestGateway
let administrator: Client
beforeAll(async () => {
  gateway = await startGateway()
  administrator = new Client({ connectionString: gateway.databaseUrl })
  await administrator.connect()
})
afterAll(async () => {
  await administrator.end()
  await gateway.stop()
})

const authClient = (): GoTrueClient =>
  new AuthClient({ url: `${gateway.url}/auth/v1`, autoRefreshToken: false, persistSession: false })

const enrollmentsAs = (token: string) =>
  new PostgrestClient(`${gateway.url}/rest/v1`, { headers: { authorization: `Bearer ${token}` } }).from('enrollments')

const confirm = (email: string) =>
  administrator.query('update auth.users set email_confirmed_at = now() where email = $1', [email])

/** A row that the staff prepared for this client. */
async function prepare(email: string): Promise<string> {
  const asService = enrollmentsAs(gateway.serviceKey)
  const { data } = await asService.insert({ customer_email: email }).select('id').single().throwOnError()
  return String(data.id)
}

test('an address that was only typed claims nothing, until it is confirmed', async () => {
  const email = 'naomi@example.com'
  const id = await prepare(email)
  const { data } = await authClient().signUp({ email, password })
  const token = data.session?.access_token ?? ''
  const userId = data.user?.id ?? ''
  const claim = () => enrollmentsAs(token).update(validRow(userId)).eq('id', id).select('id').single()
  const owner = async () => (await enrollmentsAs(gateway.serviceKey).select('user_id').eq('id', id).single()).data

  expect(await enrollmentsAs(token).select('id')).toMatchObject({ status: 200, data: [] })
  expect(await claim()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  expect(await owner()).toEqual({ user_id: null })

  await confirm(email)
  expect(await enrollmentsAs(token).select('id')).toMatchObject({ status: 200, data: [{ id }] })
  expect(await claim()).toMatchObject({ status: 200, data: { id } })
  expect(await owner()).toEqual({ user_id: userId })
})

test('a token of a session that has ended opens neither the tables nor the function', async () => {
  const email = 'elimelech@example.com'
  const client = authClient()
  const { data } = await client.signUp({ email, password })
  const token = data.session?.access_token ?? ''
  const submit = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return fetch(`${gateway.url}/functions/v1/submit-to-disputefox`, { method: 'POST', headers, body: '{}' })
  }
  expect((await submit()).status).not.toBe(401)
  const id = await prepare(email)
  await confirm(email)
  await client.admin.signOut(token)
  expect((await submit()).status).toBe(401)
  const claim = enrollmentsAs(token).update(validRow(data.user?.id ?? '')).eq('id', id).select('id').single()
  expect(await claim).toMatchObject({ status: 401, error: { code: 'PGRST301' } })
})

test('nor does signing up again, signing in or refreshing confirm it', async () => {
  const email = 'orpah@example.com'
  await prepare(email)
  await authClient().signUp({ email, password })
  expect((await authClient().signUp({ email, password })).error?.code).toBe('user_already_exists')
  const client = authClient()
  const signedIn = await client.signInWithPassword({ email, password })
  const refreshed = await client.refreshSession(signedIn.data.session ?? undefined)
  const token = refreshed.data.session?.access_token ?? ''
  const read = await client.getUser(token)
  for (const { data, error } of [signedIn, refreshed, read]) {
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { email_verified: false } })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    expect(data.user).not.toHaveProperty('confirmed_at')
  }
  expect(await enrollmentsAs(token).select('id')).toMatchObject({ status: 200, data: [] })
})

test('an unconfirmed account has its own enrollments like any other', async () => {
  const { data } = await authClient().signUp({ email: 'mahlon@example.com', password })
  const token = data.session?.access_token ?? ''
  const added = await enrollmentsAs(token).insert(validRow(data.user?.id ?? '')).select('id').single()
  expect(added.status).toBe(201)
})
