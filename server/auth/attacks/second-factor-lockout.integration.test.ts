import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { codeOf, enroll, type PersonWithApp, prove, stepMs, withApp, wrongCode } from '../../../tests/helpers/authenticator.ts'
import { emailTo } from '../../../tests/helpers/emails.ts'
import { confirmed, password, signedInAgain } from '../../../tests/helpers/people.ts'

// An attacker who knows the password and has not the second factor: guesses are bounded, and the owner is not locked out.

let auth: TestAuth
let service: Hono
beforeAll(async () => {
  auth = await startAuth()
  // A tenth of the limits, which limits.integration.test.ts counts in full.
  const wrongCodes = { account: { times: 10, seconds: 86_400 }, accountAtAddress: { times: 3, seconds: 86_400 } }
  service = auth.withSettings({ rateLimits: { 'wrong-factor': wrongCodes } })
})
afterAll(() => auth.stop())

const home = '192.0.2.1'
let networks = 0
/** An address of a network that was never seen before. */
function elsewhere(): string {
  networks += 1
  return `203.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`
}

const post = (path: string, token: string, address: string, body: object = {}) =>
  service.request(
    path,
    { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) },
    { address },
  )

async function signIn(email: string, address: string): Promise<string> {
  const response = await post('/token?grant_type=password', '', address, { email, password })
  return (await response.json()).access_token
}

const challenge = ({ app }: PersonWithApp, token: string, address: string) =>
  post(`/factors/${app.factorId}/challenge`, token, address)

/** The status of an answer to a new challenge. */
async function answer(person: PersonWithApp, token: string, address: string, code: string): Promise<number> {
  const asked = await challenge(person, token, address)
  if (asked.status !== 200) return asked.status
  const fields = { challenge_id: (await asked.json()).id, code }
  return (await post(`/factors/${person.app.factorId}/verify`, token, address, fields)).status
}

function rightCode({ app }: PersonWithApp): string {
  // A code works once.
  auth.advance(stepMs)
  return codeOf(auth, app.secret)
}

/** Somebody with a second factor, which was shown at home. */
async function guarded(): Promise<PersonWithApp> {
  const { client, email } = await confirmed(auth)
  const person = { client, email, app: await enroll(client) }
  const token = await signIn(email, home)
  expect(await answer(person, token, home, rightCode(person))).toBe(200)
  return person
}

/** How many wrong codes were checked of so many tries, each from a network of its own. */
async function guesses(person: PersonWithApp, token: string, tries: number): Promise<number> {
  const statuses: number[] = []
  for (let turn = 0; turn < tries; turn += 1) {
    statuses.push(await answer(person, token, elsewhere(), wrongCode(auth, person.app.secret)))
  }
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
  return statuses.filter((status) => status === 422).length
}

test('over many networks as many codes are checked as for one, day by day, and the owner gets in at home', async () => {
  const person = await guarded()
  for (let day = 0; day < 3; day += 1) {
    expect(await guesses(person, await signIn(person.email, elsewhere()), 20)).toBe(10)
    auth.advance(24 * 3600_000)
  }
  expect(await guesses(person, await signIn(person.email, elsewhere()), 20)).toBe(10)
  expect(await answer(person, await signIn(person.email, home), home, rightCode(person))).toBe(200)
})

test('the password makes no network familiar: only a code does, and only for the attempts of that network', async () => {
  const person = await guarded()
  const [nearby, stranger] = [await signIn(person.email, home), await signIn(person.email, elsewhere())]
  await guesses(person, stranger, 12)
  const hotel = elsewhere()
  expect(await answer(person, await signIn(person.email, hotel), hotel, rightCode(person))).toBe(429)
  const statuses = []
  for (let turn = 0; turn < 5; turn += 1) {
    statuses.push(await answer(person, nearby, home, wrongCode(auth, person.app.secret)))
  }
  expect(statuses).toEqual([422, 422, 422, 429, 429])
})

test('under attack, an owner at a new network gets in by e-mail and code', async () => {
  const person = await guarded()
  await guesses(person, await signIn(person.email, elsewhere()), 12)
  const [hotel, client] = [elsewhere(), clientOf(auth.app)]
  await client.resetPasswordForEmail(person.email)
  const proof = { type: 'recovery', email: person.email, token: emailTo(auth, person.email, 'recovery').code }
  const { access_token: token } = await (await post('/verify', '', hotel, proof)).json()
  expect(await answer(person, token, hotel, rightCode(person))).toBe(200)
})

test('challenges without a code use up nothing of the owner\'s', async () => {
  const person = await guarded()
  const token = await signIn(person.email, elsewhere())
  for (let turn = 0; turn < 60; turn += 1) expect((await challenge(person, token, elsewhere())).status).toBe(200)
  const hotel = elsewhere()
  expect(await answer(person, await signIn(person.email, hotel), hotel, rightCode(person))).toBe(200)
})

test.each(['global', 'others'] as const)('signing out by the password alone (%s) ends no session with a second factor', async (scope) => {
  const person = await withApp(auth)
  await prove(auth, person.client, person.app)
  const [attacker, bystander] = [await signedInAgain(auth.app, person.email), await signedInAgain(auth.app, person.email)]
  expect((await attacker.signOut({ scope })).error).toBeNull()
  expect((await bystander.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await person.client.getUser()).error).toBeNull()
  expect((await person.client.refreshSession()).error).toBeNull()
})

test('signing out with the second factor ends every other session', async () => {
  const person = await withApp(auth)
  await prove(auth, person.client, person.app)
  const proven = await signedInAgain(auth.app, person.email)
  await prove(auth, proven, person.app)
  const unproven = await signedInAgain(auth.app, person.email)
  await person.client.signOut({ scope: 'others' })
  for (const ended of [proven, unproven]) expect((await ended.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await person.client.getUser()).error).toBeNull()
})
