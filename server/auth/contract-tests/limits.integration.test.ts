import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../../tests/helpers/postgres.ts'
import { connectDatabase } from '../../postgres/database.ts'
import { createLimits, type FirstProof, type Limits } from '../limits/limits.ts'

let database: OpenDatabase
let limits: Limits
let time = Date.now()
const now = () => new Date(time)
const advanceSeconds = (seconds: number) => (time += seconds * 1000)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  limits = createLimits(database, {}, now)
})

const someAccount = () => `${randomUUID()}@example.com`
const someAddress = () => `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}::1`

async function wrongPasswords(account: string, address: string | undefined, times: number): Promise<string[]> {
  const outcomes: string[] = []
  for (let tried = 0; tried < times; tried += 1) {
    outcomes.push('ok' in (await limits.passwordAttempt({ account, address })) ? 'tried' : 'refused')
  }
  return outcomes
}

async function signInSuccessfully(account: string, address: string): Promise<void> {
  const turn = await limits.passwordAttempt({ account, address })
  if ('fault' in turn) throw new Error(turn.fault.message)
  await turn.ok.right('owner')
}

const emailTo = (account: string, from: string | undefined) =>
  database.transaction((client) => limits.countEmail(client, account, from))

const refusals = (outcomes: string[]) => outcomes.filter((outcome) => outcome === 'refused').length

test('thirty passwords in five minutes from one address, then one every ten seconds', async () => {
  const address = someAddress()
  for (let turn = 0; turn < 30; turn += 1) expect(await limits.take('password', { address })).toEqual({ ok: null })
  expect(await limits.take('password', { address })).toEqual({
    fault: { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached', retryAfterSeconds: 10 },
  })
  advanceSeconds(9)
  expect(await limits.take('password', { address })).toMatchObject({ fault: { retryAfterSeconds: 1 } })
  advanceSeconds(1)
  expect(await limits.take('password', { address })).toEqual({ ok: null })
  expect(await limits.take('password', { address })).toMatchObject({ fault: { status: 429 } })
})

test('requests at once are counted one by one, by every process on the database', async () => {
  const address = someAddress()
  const other = connectDatabase(database.url, () => undefined)
  const [here, there] = [limits, createLimits(other, {}, now)]
  const asked = Array.from({ length: 50 }, () => [here.take('sign-up', { address }), there.take('sign-up', { address })])
  const answers = await Promise.all(asked.flat())
  expect(answers.filter((answer) => 'ok' in answer)).toHaveLength(30)
  await other.close()
})

test('large limits are taken from in parts, and never exceeded by several processes', async () => {
  const address = someAddress()
  const other = connectDatabase(database.url, () => undefined)
  const [here, there] = [limits, createLimits(other, {}, now)]
  const answers = []
  for (let turn = 0; turn < 150; turn += 1) {
    answers.push(await here.take('refresh', { address }), await there.take('refresh', { address }))
  }
  expect(answers.filter((answer) => 'ok' in answer)).toHaveLength(150)
  await other.close()
})

test('requests at once share the parts, and lose none', async () => {
  const address = someAddress()
  const answers = await Promise.all(Array.from({ length: 200 }, () => limits.take('refresh', { address })))
  expect(answers.filter((answer) => 'ok' in answer)).toHaveLength(150)
})

test('what is left of a part lapses, so that it adds nothing to the next full limit', async () => {
  const address = someAddress()
  await limits.take('refresh', { address })
  advanceSeconds(300)
  const answers = []
  for (let turn = 0; turn < 160; turn += 1) answers.push(await limits.take('refresh', { address }))
  expect(answers.filter((answer) => 'ok' in answer)).toHaveLength(150)
})

test('a customer\'s whole IPv6 network is one address, and the next network another', async () => {
  for (let turn = 0; turn < 30; turn += 1) await limits.take('verify', { address: `2001:db8:7:7::${turn}` })
  expect(await limits.take('verify', { address: '2001:db8:7:7:ffff::1' })).toMatchObject({ fault: { status: 429 } })
  expect(await limits.take('verify', { address: '2001:db8:7:8::1' })).toEqual({ ok: null })
})

test('e-mails to one account are limited, from however many addresses they are asked for', async () => {
  const account = someAccount()
  for (let turn = 0; turn < 30; turn += 1) expect(await emailTo(account, someAddress())).toBe(true)
  expect(await emailTo(account, someAddress())).toBe(false)
  advanceSeconds(120)
  expect(await emailTo(account, someAddress())).toBe(true)
})

test('an e-mail that is not written in the end does not count', async () => {
  const account = someAccount()
  for (let turn = 0; turn < 40; turn += 1) {
    const writing = database.transaction(async (client) => {
      await limits.countEmail(client, account, undefined)
      throw new Error('not written')
    })
    await expect(writing).rejects.toThrow('not written')
  }
  expect(await emailTo(account, undefined)).toBe(true)
})

test('strangers who ask for e-mails or try codes use up nothing of an owner who was here before', async () => {
  const [account, home] = [someAccount(), someAddress()]
  await limits.recognize({ account, address: home })
  for (let turn = 0; turn < 110; turn += 1) {
    const address = someAddress()
    await limits.take('email', { account, address })
    await limits.take('verify', { account, address })
    await emailTo(account, address)
  }
  expect(await limits.take('verify', { account, address: someAddress() })).toMatchObject({ fault: { status: 429 } })
  expect(await emailTo(account, someAddress())).toBe(false)
  expect(await limits.take('email', { account, address: home })).toEqual({ ok: null })
  expect(await limits.take('verify', { account, address: home })).toEqual({ ok: null })
  expect(await emailTo(account, home)).toBe(true)
})

test('e-mails for one account are asked for ten times an hour from one address', async () => {
  const [account, address] = [someAccount(), someAddress()]
  for (let turn = 0; turn < 10; turn += 1) expect(await limits.take('email', { account, address })).toEqual({ ok: null })
  expect(await limits.take('email', { account, address })).toEqual({
    fault: {
      status: 429,
      code: 'over_email_send_rate_limit',
      message: 'email rate limit exceeded',
      retryAfterSeconds: 360,
    },
  })
  expect(await limits.take('email', { account, address: someAddress() })).toEqual({ ok: null })
})

test('a hundred wrong codes of second factors a day, and right ones are not counted', async () => {
  const account = randomUUID()
  const attempt = () => limits.factorAttempt({ account }, 'password')
  for (let turn = 0; turn < 150; turn += 1) {
    const taken = await attempt()
    if ('ok' in taken) await taken.ok.giveBack()
  }
  for (let turn = 0; turn < 100; turn += 1) expect(await attempt()).toHaveProperty('ok')
  expect(await attempt()).toMatchObject({ fault: { status: 429, retryAfterSeconds: 864 } })
})

test('over many networks a hundred codes of second factors are tried, and thirty more where one was right before', async () => {
  const [account, home] = [randomUUID(), someAddress()]
  await limits.recognize({ account, address: home })
  const tried = async (count: number, address?: string, openedBy: FirstProof = 'password') => {
    const outcomes: boolean[] = []
    for (let turn = 0; turn < count; turn += 1) {
      outcomes.push('ok' in (await limits.factorAttempt({ account, address: address ?? someAddress() }, openedBy)))
    }
    return outcomes.filter(Boolean).length
  }
  expect(await tried(150)).toBe(100)
  expect(await tried(150, undefined, 'email')).toBe(100)
  expect(await tried(50, home)).toBe(30)
})

test('the password alone makes no network familiar where there is a second factor', async () => {
  const [account, elsewhere] = [someAccount(), someAddress()]
  const turn = await limits.passwordAttempt({ account, address: elsewhere })
  if ('ok' in turn) await turn.ok.right('password')
  for (let address = 0; address < 12; address += 1) await wrongPasswords(account, someAddress(), 10)
  expect(await wrongPasswords(account, elsewhere, 1)).toEqual(['refused'])
})

test('ten wrong passwords for one account from one address, however many are tried at once', async () => {
  const subject = { account: someAccount(), address: someAddress() }
  const turns = await Promise.all(Array.from({ length: 50 }, () => limits.passwordAttempt(subject)))
  expect(turns.filter((turn) => 'ok' in turn)).toHaveLength(10)
})

test('right passwords are not counted', async () => {
  const [account, address] = [someAccount(), someAddress()]
  for (let turn = 0; turn < 40; turn += 1) await signInSuccessfully(account, address)
  expect(refusals(await wrongPasswords(account, address, 10))).toBe(0)
})

test('wrong passwords from many addresses add up', async () => {
  const account = someAccount()
  const outcomes: string[] = []
  for (let address = 0; address < 12; address += 1) outcomes.push(...(await wrongPasswords(account, someAddress(), 10)))
  expect(refusals(outcomes)).toBe(20)
})

test('an attack from everywhere does not keep the owner out who was here before', async () => {
  const [account, home] = [someAccount(), someAddress()]
  await signInSuccessfully(account, home)
  for (let address = 0; address < 12; address += 1) await wrongPasswords(account, someAddress(), 10)
  expect(await wrongPasswords(account, someAddress(), 1)).toEqual(['refused'])
  await signInSuccessfully(account, home)
  advanceSeconds(89 * 24 * 3600)
  for (let address = 0; address < 12; address += 1) await wrongPasswords(account, someAddress(), 10)
  await signInSuccessfully(account, home)
})

test('an address is strange again when nobody signed in from it for 90 days', async () => {
  const [account, home] = [someAccount(), someAddress()]
  await signInSuccessfully(account, home)
  advanceSeconds(91 * 24 * 3600)
  await limits.take('password', { address: home })
  for (let address = 0; address < 12; address += 1) await wrongPasswords(account, someAddress(), 10)
  expect(await wrongPasswords(account, home, 1)).toEqual(['refused'])
})

test('who proves to own an account is let in from a new address while it is under attack', async () => {
  const [account, hotel] = [someAccount(), someAddress()]
  for (let address = 0; address < 12; address += 1) await wrongPasswords(account, someAddress(), 10)
  expect(await wrongPasswords(account, hotel, 1)).toEqual(['refused'])
  expect(await limits.take('email', { account, address: hotel })).toEqual({ ok: null })
  await limits.recognize({ account, address: hotel })
  await signInSuccessfully(account, hotel)
})

test('where no address is known, accounts are limited alone', async () => {
  expect(refusals(await wrongPasswords(someAccount(), undefined, 110))).toBe(10)
  expect(await limits.take('sign-up', {})).toEqual({ ok: null })
})

test('an operator\'s limits replace the default ones, one by one', async () => {
  limits = createLimits(database, { refresh: { address: { times: 2, seconds: 60 } } }, now)
  const address = someAddress()
  for (let turn = 0; turn < 2; turn += 1) await limits.take('refresh', { address })
  expect(await limits.take('refresh', { address })).toMatchObject({ fault: { retryAfterSeconds: 30 } })
  expect(await limits.take('password', { address })).toEqual({ ok: null })
})

test('what is kept names nobody, and is deleted once it says nothing more', async () => {
  await limits.passwordAttempt({ account: 'ruth@example.com', address: '192.0.2.44' })
  const rows = await database.query<{ key: Buffer }>({ text: 'select key from gateway.rate_limits' })
  expect(rows.length).toBeGreaterThan(0)
  for (const { key } of rows) expect(key).toHaveLength(32)
  advanceSeconds(2 * 3600)
  await limits.take('password', { address: someAddress() })
  expect(await database.query({ text: 'select key from gateway.rate_limits' })).toHaveLength(1)
})

test('this machine is not one visitor: only its wrong passwords count, ten times as many', async () => {
  for (const address of ['127.0.0.1', '127.0.0.53', '::1']) {
    for (let turn = 0; turn < 31; turn += 1) expect(await limits.take('sign-up', { address })).toEqual({ ok: null })
  }
  const outcomes = []
  for (let turn = 0; turn < 301; turn += 1) {
    outcomes.push('ok' in (await limits.passwordAttempt({ account: someAccount(), address: '127.0.0.1' })) ? 'tried' : 'refused')
  }
  expect(outcomes.filter((outcome) => outcome === 'tried')).toHaveLength(300)
})
