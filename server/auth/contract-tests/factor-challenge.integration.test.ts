import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { answerTo, challengeFor, codeOf, stepMs, withApp, wrongCode } from '../../../tests/helpers/authenticator.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }
const gone = {
  status: 422,
  code: 'mfa_factor_not_found',
  message: 'MFA factor with the provided challenge ID not found',
}

test('codes of the step before and after are right, others are wrong', async () => {
  for (const [steps, isRight] of [[-2, false], [-1, true], [0, true], [1, true], [2, false]] as const) {
    const person = await withApp(auth)
    const { error } = await answerTo(person, await challengeFor(person), codeOf(auth, person.app.secret, steps))
    expect([steps, error === null]).toEqual([steps, isRight])
  }
})

test('a code is good once', async () => {
  const person = await withApp(auth)
  const code = codeOf(auth, person.app.secret)
  expect((await answerTo(person, await challengeFor(person), code)).error).toBeNull()
  expect((await answerTo(person, await challengeFor(person), code)).error).toMatchObject(wrong)
  const earlier = codeOf(auth, person.app.secret, -1)
  expect((await answerTo(person, await challengeFor(person), earlier)).error).toMatchObject(wrong)
  auth.advance(stepMs)
  expect((await answerTo(person, await challengeFor(person), codeOf(auth, person.app.secret))).error).toBeNull()
})

test('a code that answers four challenges at once is taken once', async () => {
  const person = await withApp(auth)
  const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeFor(person)))
  const code = codeOf(auth, person.app.secret)
  await auth.openConnections()
  const token = (await person.client.getSession()).data.session?.access_token
  const statuses = await Promise.all(
    challenges.map(async (id) => {
      const response = await auth.app.request(`/factors/${person.app.factorId}/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ challenge_id: id, code }),
      })
      return response.status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 422)).toHaveLength(3)
})

test('five wrong codes end a challenge, and a new one can be had', async () => {
  const person = await withApp(auth)
  const id = await challengeFor(person)
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await answerTo(person, id, wrongCode(auth, person.app.secret))).error).toMatchObject(wrong)
  }
  const right = codeOf(auth, person.app.secret)
  expect((await answerTo(person, id, right)).error).toMatchObject(gone)
  expect((await answerTo(person, await challengeFor(person), right)).error).toBeNull()
})

test('a challenge is good for five minutes', async () => {
  const person = await withApp(auth)
  const { data } = await person.client.mfa.challenge({ factorId: person.app.factorId })
  const id = data?.id ?? ''
  expect(data).toEqual({ id, type: 'totp', expires_at: Math.floor((auth.now().getTime() + 300_000) / 1000) })
  auth.advance(300_001)
  expect((await answerTo(person, id, codeOf(auth, person.app.secret))).error).toMatchObject({
    status: 422,
    code: 'mfa_challenge_expired',
    message: `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  })
  expect((await answerTo(person, id, codeOf(auth, person.app.secret))).error).toMatchObject(gone)
})

test('a challenge is answered once, and where it was asked', async () => {
  const person = await withApp(auth)
  const id = await challengeFor(person)
  expect((await answerTo(person, id, codeOf(auth, person.app.secret))).error).toBeNull()
  const elsewhere = { status: 422, code: 'mfa_ip_address_mismatch' }
  auth.advance(stepMs)
  expect((await answerTo(person, id, codeOf(auth, person.app.secret))).error).toMatchObject(elsewhere)
  const token = (await person.client.getSession()).data.session?.access_token
  const response = await auth.app.request(
    `/factors/${person.app.factorId}/verify`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ challenge_id: await challengeFor(person), code: codeOf(auth, person.app.secret) }),
    },
    { address: '203.0.113.7' },
  )
  expect([response.status, (await response.json()).error_code]).toEqual([422, 'mfa_ip_address_mismatch'])
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '1e5000'])(
  '%j is no code',
  async (code) => {
    const person = await withApp(auth)
    const { error } = await answerTo(person, await challengeFor(person), code)
    expect(error).toMatchObject(
      code === '' ? { status: 400, code: 'validation_failed', message: 'Code needs to be non-empty' } : wrong,
    )
  },
)

test('fifty factors can be asked for codes at the same moment', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => withApp(auth)))
  const asked = await Promise.all(people.map(({ client, app }) => client.mfa.challenge({ factorId: app.factorId })))
  expect(asked.filter(({ error }) => error)).toEqual([])
})
