import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { emailTo } from '../../../tests/helpers/emails.ts'

// An attacker who cannot read a person's e-mails tries every possible code.

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

/** A code that has just been sent. */
async function sentCode(): Promise<{ email: string; code: string }> {
  const email = `ruth.${randomUUID()}@example.com`
  await clientOf(auth.app).signUp({ email, password: 'a good password' })
  auth.advance(61_000)
  await clientOf(auth.app).resetPasswordForEmail(email)
  return { email, code: emailTo(auth, email, 'recovery').code }
}

/** Tries the first `count` codes except the right one, a hundred concurrently. */
async function tryCodes(app: Hono, email: string, right: string, count: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const codes = Array.from({ length: count }, (_, code) => String(code).padStart(6, '0')).filter((code) => code !== right)
  for (let start = 0; start < codes.length; start += 100) {
    const tries = codes.slice(start, start + 100).map((token) => verify(app, email, token))
    for (const { status } of await Promise.all(tries)) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const verify = async (app: Hono, email: string, token: string) =>
  app.request(
    '/verify',
    { method: 'POST', body: JSON.stringify({ type: 'recovery', email, token }) },
    { address: '198.51.100.7' },
  )

test('1,000 wrong codes open nothing, even without limits, and use up the right one', async () => {
  const anyNumber = { times: 1_000_000, seconds: 1 }
  const verifying = { address: anyNumber, accountAtAddress: anyNumber, account: anyNumber }
  const app = auth.withSettings({ rateLimits: { verify: verifying } })
  const { email, code } = await sentCode()
  expect(await tryCodes(app, email, code, 1_000)).toEqual({ 403: expect.any(Number) })
  expect((await verify(app, email, code)).status).toBe(403)
})

test('with limits most of 10,000 tries are not even looked at', async () => {
  const { email, code } = await sentCode()
  const statuses = await tryCodes(auth.app, email, code, 10_000)
  expect(statuses).toEqual({ 403: 30, 429: expect.any(Number) })
})

test('the owner asks for another code and is in', async () => {
  const { email, code } = await sentCode()
  await tryCodes(auth.app, email, code, 20)
  auth.advance(61_000)
  await clientOf(auth.app).resetPasswordForEmail(email)
  const { error } = await clientOf(auth.app).verifyOtp({
    email,
    token: emailTo(auth, email, 'recovery').code,
    type: 'recovery',
  })
  expect(error).toBeNull()
})
