import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { codeOf, enroll, prove, stepMs } from '../../../tests/helpers/authenticator.ts'
import { emailsTo } from '../../../tests/helpers/emails.ts'
import { signedInAgain, signedUp } from '../../../tests/helpers/people.ts'
import { generate, guarded } from '../../../tests/helpers/recovery-codes.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const elsewhere = (email: string) => signedInAgain(auth.app, email)

const aalOf = (token: string | undefined) => JSON.parse(atob(token?.split('.')[1] ?? '')).aal

test('ten codes are shown once, and only their hashes are stored', async () => {
  const { client } = await guarded(auth)
  const { data, error } = await client.mfa.recoveryCodes.generate()
  expect(error).toBeNull()
  expect(data).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
  expect(new Set(data?.codes).size).toBe(10)
  for (const code of data?.codes ?? []) expect(code).toMatch(/^[a-z2-7]{16}$/)
  const stored = await auth.database.query<{ hash: string }>({ text: 'select code_hash as hash from auth.mfa_recovery_codes' })
  expect(stored.every(({ hash }) => hash.startsWith('$argon2id$v=19$m=19456,t=1,p=1$'))).toBe(true)
  expect(stored.some(({ hash }) => data?.codes.some((code) => hash.includes(code)))).toBe(false)
  const status = await client.mfa.recoveryCodes.getStatus()
  expect(status.data).toEqual({ id: data?.id, type: 'recovery_code', total: 10, remaining: 10 })
  const { data: factors } = await client.mfa.listFactors()
  expect(factors?.recovery_code).toMatchObject([{ id: data?.id, status: 'verified' }])
})

test('a code stands in for the app, once, however it is typed', async () => {
  const person = await guarded(auth)
  const [first = ''] = await generate(person)
  const browser = await elsewhere(person.email)
  const typed = ` ${first.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1-')} `
  const { data, error } = await browser.mfa.recoveryCodes.verify({ code: typed })
  expect(error).toBeNull()
  expect(aalOf(data?.access_token)).toBe('aal2')
  const { data: level } = await browser.mfa.getAuthenticatorAssuranceLevel()
  expect(level?.currentAuthenticationMethods).toContainEqual({ method: 'mfa/recovery_code', timestamp: expect.any(Number) })
  expect((await browser.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9)
  const again = await elsewhere(person.email)
  expect((await again.mfa.recoveryCodes.verify({ code: first })).error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid recovery code entered',
  })
})

test('of two who use one code at once, one gets in', async () => {
  const person = await guarded(auth)
  const [code = ''] = await generate(person)
  const browsers = [await elsewhere(person.email), await elsewhere(person.email)]
  await auth.openConnections()
  const answers = await Promise.all(browsers.map((browser) => browser.mfa.recoveryCodes.verify({ code })))
  expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  expect((await person.client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9)
})

test("nobody's code opens another account", async () => {
  const [ruth, adam] = [await guarded(auth), await guarded(auth)]
  const [code = ''] = await generate(ruth)
  await generate(adam)
  const browser = await elsewhere(adam.email)
  expect((await browser.mfa.recoveryCodes.verify({ code })).error?.code).toBe('mfa_verification_failed')
  expect((await ruth.client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(10)
})

test('the use of a code ends the sessions that know only the password, and is told to the owner', async () => {
  const person = await guarded(auth)
  const [code = ''] = await generate(person)
  const stranger = await elsewhere(person.email)
  const browser = await elsewhere(person.email)
  await browser.mfa.recoveryCodes.verify({ code })
  expect((await stranger.getUser()).error).not.toBeNull()
  expect((await person.client.getUser()).error).toBeNull()
  expect(emailsTo(auth, person.email, 'recovery-code-used')).toEqual([
    { kind: 'recovery-code-used', to: person.email, codesLeft: 9 },
  ])
})

test('a session that a code has upgraded stays so when it is refreshed', async () => {
  const person = await guarded(auth)
  const [code = ''] = await generate(person)
  const browser = await elsewhere(person.email)
  await browser.mfa.recoveryCodes.verify({ code })
  const { data } = await browser.refreshSession()
  expect(aalOf(data.session?.access_token)).toBe('aal2')
})

test('new codes replace the old ones', async () => {
  const person = await guarded(auth)
  const [old = ''] = await generate(person)
  const { data, error } = await person.client.mfa.recoveryCodes.regenerate()
  expect(error).toBeNull()
  expect(data).toMatchObject({ total: 10, friendly_name: 'Recovery codes' })
  expect(data?.codes).not.toContain(old)
  const browser = await elsewhere(person.email)
  expect((await browser.mfa.recoveryCodes.verify({ code: old })).error?.code).toBe('mfa_verification_failed')
  expect((await browser.mfa.recoveryCodes.verify({ code: data?.codes[3] ?? '' })).error).toBeNull()
})

test('whoever knows only the password makes, replaces and deletes no codes, and learns how many there are', async () => {
  const person = await guarded(auth)
  await generate(person)
  const { recoveryCodes } = (await elsewhere(person.email)).mfa
  for (const refused of [recoveryCodes.generate(), recoveryCodes.regenerate(), recoveryCodes.unenroll()]) {
    expect((await refused).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  }
  expect((await recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 })
})

test('a second set is refused', async () => {
  const person = await guarded(auth)
  await generate(person)
  const answers = await Promise.all([person.client.mfa.recoveryCodes.generate(), person.client.mfa.recoveryCodes.generate()])
  for (const { error } of answers) expect(error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
})

test('codes are never the only second factor', async () => {
  const person = await guarded(auth)
  const { data } = await person.client.mfa.recoveryCodes.generate()
  expect((await person.client.mfa.unenroll({ factorId: person.app.factorId })).error).toMatchObject({
    status: 422,
    code: 'mfa_recovery_codes_sole_factor',
  })
  expect((await person.client.mfa.unenroll({ factorId: data?.id ?? '' })).error).toMatchObject({
    status: 422,
    code: 'validation_failed',
  })
  const second = await enroll(person.client, 'another phone')
  await prove(auth, person.client, second)
  expect((await person.client.mfa.unenroll({ factorId: person.app.factorId })).error).toBeNull()
  expect((await person.client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: data?.id })
  expect((await person.client.mfa.unenroll({ factorId: second.factorId })).error).toBeNull()
  expect(emailsTo(auth, person.email, 'factor-removed')).toHaveLength(3)
})

test('without codes there is nothing to count, to replace, to delete or to use', async () => {
  const { client } = await guarded(auth)
  const { recoveryCodes } = client.mfa
  for (const asked of [recoveryCodes.getStatus(), recoveryCodes.regenerate(), recoveryCodes.unenroll()]) {
    expect((await asked).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  }
  expect((await recoveryCodes.verify({ code: 'a'.repeat(16) })).error?.code).toBe('mfa_verification_failed')
  expect((await recoveryCodes.verify({ code: ' - ' })).error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('codes have no challenge and answer none', async () => {
  const person = await guarded(auth)
  const { data } = await person.client.mfa.recoveryCodes.generate()
  expect((await person.client.mfa.challenge({ factorId: data?.id ?? '' })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
})

test('guessing is limited, and the answer says so', async () => {
  const person = await guarded(auth)
  await generate(person)
  const strict = auth.withSettings({ rateLimits: { 'wrong-factor': { account: { times: 2, seconds: 3600 } } } })
  const { data } = await (await elsewhere(person.email)).getSession()
  const guess = async () => {
    const response = await strict.request('/factors/recovery-codes/verify', {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ code: 'a'.repeat(16) }),
    })
    return { code: (await response.json()).error_code, retryAfter: response.headers.get('retry-after') }
  }
  expect([await guess(), await guess()].map(({ code }) => code)).toEqual(['mfa_verification_failed', 'mfa_verification_failed'])
  expect(await guess()).toEqual({ code: 'mfa_recovery_codes_locked', retryAfter: expect.stringMatching(/^\d+$/) })
})

test.each([
  ['GET', ''],
  ['POST', ''],
  ['DELETE', ''],
  ['POST', '/regenerate'],
  ['POST', '/verify'],
])('%s /factors/recovery-codes%s is for nobody without a session', async (method, path) => {
  const response = await auth.app.request(`/factors/recovery-codes${path}`, { method })
  expect([response.status, (await response.json()).error_code]).toEqual([401, 'no_authorization'])
})

test('an app that is added is told to the owner once, when it is verified', async () => {
  const { client, email } = await signedUp(auth.app)
  const app = await enroll(client)
  expect(emailsTo(auth, email, 'factor-added')).toEqual([])
  await prove(auth, client, app)
  auth.advance(stepMs)
  await client.mfa.challengeAndVerify({ factorId: app.factorId, code: codeOf(auth, app.secret) })
  expect(emailsTo(auth, email, 'factor-added')).toEqual([{ kind: 'factor-added', to: email }])
})
