import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { signedUp } from '../../../tests/helpers/people.ts'
import type { AuthSettings } from '../operations/auth-service.ts'

const hourMs = 3_600_000
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const under = async (settings: Partial<AuthSettings>) => (await signedUp(auth.withSettings(settings))).client

test('without limits a session goes on for years', async () => {
  const client = await under({})
  auth.advance(3 * 365 * 24 * hourMs)
  expect((await client.refreshSession()).error).toBeNull()
})

test('a session ends after its time, however it is used', async () => {
  const client = await under({ sessionSeconds: 3 * 3600 })
  for (let hour = 1; hour <= 3; hour += 1) {
    auth.advance(hourMs)
    expect((await client.refreshSession()).error).toBeNull()
  }
  auth.advance(1)
  expect((await client.refreshSession()).error).toMatchObject({
    status: 400,
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired',
  })
})

test('a session ends when it was not refreshed for long enough', async () => {
  const client = await under({ inactivitySeconds: 7200 })
  for (let refreshes = 0; refreshes < 4; refreshes += 1) {
    auth.advance(2 * hourMs)
    expect((await client.refreshSession()).error).toBeNull()
  }
  auth.advance(2 * hourMs + 1)
  expect((await client.refreshSession()).error).toMatchObject({
    status: 400,
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired (Inactivity)',
  })
})

test('a session that was never refreshed counts from its beginning', async () => {
  const client = await under({ inactivitySeconds: 7200 })
  auth.advance(2 * hourMs + 1)
  expect((await client.refreshSession()).error?.code).toBe('session_expired')
})

test('an ended session is not made good again by its refused refresh', async () => {
  const client = await under({ inactivitySeconds: 7200 })
  const { data } = await client.getSession()
  auth.advance(2 * hourMs + 1)
  for (let tries = 0; tries < 2; tries += 1) {
    const again = await clientOf(auth.withSettings({ inactivitySeconds: 7200 })).refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect(again.error?.code).toBe('session_expired')
  }
})

test('somebody who was banned meanwhile gets no new token', async () => {
  const client = await under({})
  const { data } = await client.getUser()
  await auth.database.transaction((database) =>
    database.query(`update auth.users set banned_until = 'infinity' where id = $1`, [data.user?.id]),
  )
  expect((await client.refreshSession()).error).toMatchObject({
    status: 400,
    code: 'user_banned',
    message: 'Invalid Refresh Token: User Banned',
  })
})
