import { randomUUID } from 'node:crypto'
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkDenoTypes, type DenoFunction, startDenoFunction } from '../../../tests/helpers/deno-function.ts'
import { startGateway, type TestGateway } from '../../../tests/helpers/gateway.ts'
import { noLimitChanges } from '../../../tests/helpers/no-limits.ts'
import { sampleEnrollment } from '../../../tests/helpers/sample-enrollment.ts'

// The function in the real Deno, on the gateway in the place of a Supabase project, and the gateway's own: the same of both.

let gateway: TestGateway
let deno: DenoFunction
let database: Client
const logged: unknown[] = []
const tokens = { client: '', half: '', staff: '', lead: '' }

beforeAll(async () => {
  gateway = await startGateway({ mode: 'off' }, { log: (...entry) => void logged.push(entry), rateLimits: noLimitChanges })
  deno = await startDenoFunction(gateway, {}, [], { name: 'open-details' })
  database = new Client({ connectionString: gateway.databaseUrl })
  await database.connect()
  tokens.client = (await signUp()).token
  const staff = await signUp('staff')
  tokens.half = staff.token
  tokens.staff = await prove(staff.auth)
  tokens.lead = await prove((await signUp('lead')).auth)
})
afterAll(async () => {
  await deno?.stop()
  await database?.end()
  await gateway?.stop()
})
beforeEach(async () => {
  await database.query('truncate enrollments cascade')
  logged.length = 0
})

async function signUp(role?: 'staff' | 'lead') {
  const auth = new AuthClient({ url: `${gateway.url}/auth/v1`, persistSession: false, autoRefreshToken: false })
  const { data, error } = await auth.signUp({ email: `${randomUUID()}@example.org`, password: 'correct horse' })
  if (!data.session || !data.user) throw new Error('signing up gave no session', { cause: error })
  if (role) await database.query('insert into private.staff (user_id, role) values ($1, $2)', [data.user.id, role])
  return { auth, token: data.session.access_token }
}

/** Adds a second factor and proves it: the token of a session of two steps. */
async function prove(auth: GoTrueClient): Promise<string> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  const proven = await auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (proven.error) throw proven.error
  return proven.data.access_token
}

/** The sample's form, with these columns besides. */
async function save(columns: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  const row = { ...sampleEnrollment, onboarding_completed: true, payment_status: 'completed', plan_price: 0, created_at: new Date(), updated_at: new Date(), ...columns, id }
  await database.query('insert into enrollments select * from json_populate_record(null::enrollments, $1)', [row])
  return id
}

const unreadable = async (id: string) => void (await database.query(`update enrollments set personal_details = '\\x00' where id = $1`, [id]))

const lastEntry = async () => (await database.query('select action, enrollment_id, enrollments, note from staff_log order by id desc limit 1')).rows[0]
const entryCount = async () => (await database.query('select from staff_log')).rowCount

const { id: _, date_of_birth, ssn_last_four, ...ordinary } = sampleEnrollment
const sensitive = { date_of_birth, ssn_last_four }

test('Deno finds no fault in the types of its entry', async () => {
  expect(await checkDenoTypes('open-details')).toBe(0)
})

const starting = (secret: string) => startDenoFunction(gateway, { PERSONAL_DETAILS_KEYS: secret }, [], { name: 'open-details' })

test('in Deno a secret that is missing or damaged stops the function before it takes a request', async () => {
  await expect(starting('')).rejects.toThrow('PERSONAL_DETAILS_KEYS is missing: npm run keys -- rotate --prepare')
  await expect(starting('nothing')).rejects.toThrow('The secret PERSONAL_DETAILS_KEYS is damaged. Set it again from its file.')
})

describe.each(['Deno', 'the gateway'] as const)('in %s', (place) => {
  const post = (body: unknown, token = tokens.lead, init: RequestInit = {}) =>
    fetch(place === 'Deno' ? deno.url : `${gateway.url}/functions/v1/open-details`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...init,
    })

  async function answerTo(body: unknown, token?: string): Promise<[number, unknown]> {
    const response = await post(body, token)
    return [response.status, await response.json()]
  }

  test('one of the staff reads all details of a form, which is recorded with the reason and kept nowhere', async () => {
    const id = await save()
    const response = await post({ reveal: id, reason: 'asks for the date of birth' }, tokens.staff)
    expect([response.status, await response.json()]).toEqual([200, { id, details: { ...ordinary, ...sensitive } }])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await lastEntry()).toEqual({ action: 'reveal', enrollment_id: id, enrollments: 1, note: 'asks for the date of birth' })
    for (const value of [...Object.values(sensitive), ordinary.customer_email]) expect(JSON.stringify(logged)).not.toContain(value)
  })

  test('what is purged is not there, and what no key here opens is said', async () => {
    const [purged, damaged] = [await save(), await save()]
    await database.query(
      `update enrollments set personal_details = null, personal_details_key = null, personal_details_given_at = null, personal_details_purged_at = now() where id = $1`,
      [purged],
    )
    await unreadable(damaged)
    const nothing = { date_of_birth: null, ssn_last_four: null }
    expect(await answerTo({ reveal: purged, reason: 'a call' })).toEqual([200, { id: purged, details: { ...ordinary, ...nothing } }])
    expect(await answerTo({ reveal: damaged, reason: 'a call' })).toEqual([409, { status: 'unreadable' }])
    expect(await lastEntry()).toMatchObject({ action: 'reveal', enrollment_id: damaged })
    expect(await answerTo({ reveal: randomUUID(), reason: 'a call' })).toMatchObject([404, { status: 'not_found' }])
  })

  test.each([
    ['nobody', () => '', 401, /^permission denied for function staff_reveal$/],
    ['a client', () => tokens.client, 403, /^permission denied for function staff_reveal$/],
    ['one of the staff without the second step', () => tokens.half, 403, /second factor|insufficient_aal/],
  ])('%s opens nothing, and hears what the REST interface says', async (_who, token, status, message) => {
    const id = await save()
    const before = await entryCount()
    const [answered, content] = await answerTo({ reveal: id, reason: 'curious' }, token())
    expect([answered, content]).toEqual([status, expect.objectContaining({ message: expect.stringMatching(message) })])
    const rest = await fetch(`${gateway.url}/rest/v1/rpc/staff_reveal`, {
      method: 'POST',
      body: JSON.stringify({ p_id: id, p_reason: 'curious' }),
      headers: { 'content-type': 'application/json', ...(token() && { authorization: `Bearer ${token()}` }) },
    })
    expect([rest.status, await rest.json()]).toEqual([answered, content])
    expect(await entryCount()).toBe(before)
  })

  test('a forged token is refused with the header that says so', async () => {
    const response = await post({ reveal: await save(), reason: 'curious' }, 'forged')
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer error=/)])
  })

  test('leads export with all details, page by page and with one entry, and are told how many could not be opened', async () => {
    const ids = [await save({ created_at: '2021-03-01' }), await save({ created_at: '2021-03-02' })]
    await unreadable(ids[1] ?? '')
    expect(await answerTo({ export: {} }, tokens.staff)).toEqual([403, expect.objectContaining({ message: 'not_a_lead' })])
    const before = (await entryCount()) ?? 0
    const [status, page] = await answerTo({ export: { since: '2021-03-01T00:00:00Z', until: null, reason: 'A letter' } })
    expect([status, page]).toEqual([
      200,
      {
        count: 2,
        rows: [
          { values: expect.objectContaining({ id: ids[0], name: ordinary.customer_name }), details: sensitive },
          { values: expect.objectContaining({ id: ids[1] }), details: null },
        ],
        next: null,
        unreadable: 1,
      },
    ])
    expect(JSON.stringify(page)).not.toContain('personal_details')
    expect(await lastEntry()).toMatchObject({ action: 'export-with-personal-details', enrollments: 2, note: expect.stringMatching(/^A letter \[from 2021-03-01/) })
    expect(await entryCount()).toBe(before + 1)
  })

  test('an export of more than a page goes on with what it answered', async () => {
    for (let saved = 0; saved < 101; saved += 1) await save()
    const first = await (await post({ export: { reason: 'A letter' } })).json()
    expect(first).toMatchObject({ count: 101, next: expect.any(String) })
    const [status, second] = await answerTo({ export: { after: first.next } })
    expect([status, second]).toEqual([200, expect.objectContaining({ rows: [expect.objectContaining({ details: sensitive })], next: null })])
  }, 60_000)

  test('a body that says nothing to open, is too long or no JSON is refused', async () => {
    const before = await entryCount()
    for (const body of [{}, { reveal: 'x' }, { reveal: randomUUID(), reason: 'a call', more: 1 }, { export: { personal: true } }, []]) {
      expect(await answerTo(body)).toMatchObject([400, { status: 'invalid' }])
    }
    expect(await answerTo('{')).toMatchObject([400, { status: 'invalid' }])
    expect((await answerTo('x'.repeat(17 * 1024)))[0]).toBe(413)
    expect((await post('{}', tokens.lead, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect(await answerTo({ reveal: 'not an id', reason: 'a call' })).toMatchObject([400, { code: '22P02' }])
    expect(await entryCount()).toBe(before)
  })

  test('pages of other origins may post, and nothing else is possible', async () => {
    const preflight = await post('', '', { method: 'OPTIONS', body: null })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, expect.stringContaining('authorization')])
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await post('', '', { method, body: null })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
  })
})
