import { AuthWeakPasswordError, type GoTrueAdminApi } from '@supabase/auth-js'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminWith, startAdmin } from '../../../tests/helpers/admin.ts'
import { clientOf, type TestAuth } from '../../../tests/helpers/auth.ts'
import { emailTo } from '../../../tests/helpers/emails.ts'
import { freshEmail, password } from '../../../tests/helpers/people.ts'
import { loadCommonPasswords } from '../common-passwords.ts'

let auth: TestAuth
let strict: Hono
let admin: GoTrueAdminApi
beforeAll(async () => {
  const started = await startAdmin()
  auth = started.auth
  strict = auth.withSettings({ refusedPasswords: await loadCommonPasswords() })
  admin = adminWith(strict, started.authorization.replace('Bearer ', ''))
})
afterAll(() => auth.stop())

const common = ['123456', 'password', 'Password', 'SUNSHINE']
const refusal = {
  status: 422,
  code: 'weak_password',
  message: 'Password is known to be weak and easy to guess, please choose a different one.',
  reasons: ['pwned'],
}

test.each(common)('nobody signs up with %s', async (weak) => {
  const email = freshEmail()
  const { error } = await clientOf(strict).signUp({ email, password: weak })
  expect(error).toBeInstanceOf(AuthWeakPasswordError)
  expect(error).toMatchObject(refusal)
  expect((await clientOf(strict).signUp({ email, password })).error).toBeNull()
})

test('the answer has the contract\'s format, old and new', async () => {
  const sent = { method: 'POST', body: JSON.stringify({ email: freshEmail(), password: 'qwerty' }) }
  const { code, message: msg, reasons, status } = refusal
  expect(await (await strict.request('/signup', sent)).json()).toEqual({ code: status, error_code: code, msg, weak_password: { reasons } })
  const headers = { 'x-supabase-api-version': '2024-01-01' }
  expect(await (await strict.request('/signup', { ...sent, headers })).json()).toEqual({ code, message: msg, weak_password: { reasons } })
})

test('a known address is told no more than an unknown one', async () => {
  const email = freshEmail()
  await clientOf(strict).signUp({ email, password })
  expect((await clientOf(strict).signUp({ email, password: 'qwerty' })).error).toMatchObject(refusal)
})

test('nobody changes to one, and nothing else changes with it', async () => {
  const [client, email] = [clientOf(strict), freshEmail()]
  await client.signUp({ email, password })
  await client.verifyOtp({ email, token: emailTo(auth, email).code, type: 'signup' })
  expect((await client.updateUser({ password: 'iloveyou', data: { plan: 'light' } })).error).toMatchObject(refusal)
  expect((await client.getUser()).data.user?.user_metadata).not.toHaveProperty('plan')
  expect((await clientOf(strict).signInWithPassword({ email, password })).error).toBeNull()
})

test('an administrator creates an account with one, and changes to none', async () => {
  const { data, error } = await admin.createUser({ email: freshEmail(), password: 'iloveyou' })
  expect(error).toBeNull()
  expect((await admin.updateUserById(data.user?.id ?? '', { password: 'dragon' })).error).toMatchObject(refusal)
  const link = await admin.generateLink({ type: 'signup', email: freshEmail(), password: 'dragon' })
  expect(link.error).toMatchObject(refusal)
})

test('who has one already signs in and is told', async () => {
  const email = freshEmail()
  await clientOf(auth.app).signUp({ email, password: 'sunshine' })
  const { data, error } = await clientOf(strict).signInWithPassword({ email, password: 'sunshine' })
  expect(error).toBeNull()
  expect(data.weakPassword).toEqual({ message: refusal.message, reasons: refusal.reasons })
  const other = freshEmail()
  await clientOf(strict).signUp({ email: other, password })
  expect((await clientOf(strict).signInWithPassword({ email: other, password })).data).not.toHaveProperty('weakPassword')
})

test('a wrong password is not told to be common', async () => {
  const email = freshEmail()
  await clientOf(strict).signUp({ email, password })
  expect((await clientOf(strict).signInWithPassword({ email, password: 'sunshine' })).error?.code).toBe('invalid_credentials')
})

test('where the operator accepts them, they are allowed', async () => {
  const email = freshEmail()
  expect((await clientOf(auth.app).signUp({ email, password: '123456' })).error).toBeNull()
  const { data } = await clientOf(auth.app).signInWithPassword({ email, password: '123456' })
  expect(data).not.toHaveProperty('weakPassword')
})
