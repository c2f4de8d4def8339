import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { emailsTo, emailTo, follow, hashIn } from '../../../tests/helpers/emails.ts'
import { confirmed, password } from '../../../tests/helpers/people.ts'

// Strangers who know an address ask for e-mails and try codes all the time. The owner, at a familiar network, gets in.

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const home = '192.0.2.1'
let networks = 0
function elsewhere(): string {
  networks += 1
  return `203.0.${networks >> 8}.${networks & 255}`
}

const post = (path: string, body: object, address: string) =>
  auth.app.request(path, { method: 'POST', body: JSON.stringify(body) }, { address })

/** Somebody who was seen at home, a while ago. */
async function owner(): Promise<string> {
  const { email } = await confirmed(auth)
  expect((await post('/token?grant_type=password', { email, password }, home)).status).toBe(200)
  auth.advance(3600_000)
  return email
}

const recover = (email: string, address: string, challenge = '') =>
  post('/recover', { email, ...(challenge && { code_challenge: challenge, code_challenge_method: 'plain' }) }, address)

const verify = (email: string, token: string, address: string) => post('/verify', { type: 'recovery', email, token }, address)

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')

/** A minute of an attack: an e-mail for the attacker's browser, and more wrong codes than a code bears. */
async function attack(email: string): Promise<void> {
  await recover(email, elsewhere(), 'a'.repeat(43))
  const wrong = wrongFor(emailTo(auth, email).code)
  for (let turn = 0; turn < 8; turn += 1) expect((await verify(email, wrong, elsewhere())).status).toBe(403)
}

test('an e-mail that a stranger has asked for keeps nobody waiting at home', async () => {
  const email = await owner()
  await attack(email)
  const before = emailsTo(auth, email, 'recovery').length
  await recover(email, home)
  expect(emailsTo(auth, email, 'recovery')).toHaveLength(before + 1)
  await recover(email, home)
  expect(emailsTo(auth, email, 'recovery')).toHaveLength(before + 1)
})

test('the code that was asked for at home opens the account there, whatever strangers ask and try meanwhile', async () => {
  const email = await owner()
  await attack(email)
  await recover(email, home)
  const { code } = emailTo(auth, email, 'recovery')
  for (let minute = 0; minute < 3; minute += 1) {
    auth.advance(60_000)
    await attack(email)
  }
  expect(emailTo(auth, email, 'recovery').code).toBe(code)
  expect((await verify(email, code, elsewhere())).status).toBe(403)
  expect((await verify(email, code, home)).status).toBe(200)
})

test('so does its link, in the browser that asked', async () => {
  const email = await owner()
  const verifier = 'b'.repeat(43)
  await recover(email, home, verifier)
  auth.advance(60_000)
  await attack(email)
  const { query } = await follow(auth.app, emailTo(auth, email, 'recovery').link)
  const exchanged = await post('/token?grant_type=pkce', { auth_code: query.code, code_verifier: verifier }, home)
  expect(exchanged.status).toBe(200)
})

test('a familiar network has five tries of its own, and no more', async () => {
  const email = await owner()
  await recover(email, home)
  const { code } = emailTo(auth, email, 'recovery')
  for (let turn = 0; turn < 5; turn += 1) await verify(email, wrongFor(code), home)
  expect((await verify(email, code, home)).status).toBe(403)
  expect((await verify(email, code, elsewhere())).status).toBe(200)
})

test('ten minutes later, somebody at a new network is written to again', async () => {
  const email = await owner()
  await recover(email, home)
  const first = hashIn(emailTo(auth, email, 'recovery'))
  auth.advance(599_000)
  await recover(email, elsewhere())
  expect(hashIn(emailTo(auth, email, 'recovery'))).toBe(first)
  auth.advance(1_000)
  await recover(email, elsewhere())
  expect(hashIn(emailTo(auth, email, 'recovery'))).not.toBe(first)
})
