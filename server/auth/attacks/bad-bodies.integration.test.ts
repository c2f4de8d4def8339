import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceKeyOf } from '../../../tests/helpers/admin.ts'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { enroll } from '../../../tests/helpers/authenticator.ts'

let auth: TestAuth
const bearers = { nobody: '', person: '', service: '' }
const ids = { USER: '', FACTOR: '' }
beforeAll(async () => {
  auth = await startAuth()
  const client = clientOf(auth.app)
  const { data } = await client.signUp({ email: `ruth.${randomUUID()}@example.com`, password: 'a good password' })
  ids.FACTOR = (await enroll(client)).factorId
  ids.USER = data.user?.id ?? ''
  bearers.person = data.session?.access_token ?? ''
  bearers.service = await serviceKeyOf(auth)
})
afterAll(() => auth.stop())

/** Every endpoint that reads a body, with who may call it. */
const endpoints = [
  ['POST', '/signup', 'nobody'],
  ['POST', '/token?grant_type=password', 'nobody'],
  ['POST', '/token?grant_type=refresh_token', 'nobody'],
  ['POST', '/token?grant_type=pkce', 'nobody'],
  ['POST', '/token?grant_type=id_token', 'nobody'],
  ['POST', '/otp', 'nobody'],
  ['POST', '/magiclink', 'nobody'],
  ['POST', '/recover', 'nobody'],
  ['POST', '/resend', 'nobody'],
  ['POST', '/verify', 'nobody'],
  ['PUT', '/user', 'person'],
  ['POST', '/factors', 'person'],
  ['POST', '/factors/FACTOR/verify', 'person'],
  ['POST', '/admin/users', 'service'],
  ['PUT', '/admin/users/USER', 'service'],
  ['DELETE', '/admin/users/USER', 'service'],
  ['POST', '/admin/generate_link', 'service'],
  ['POST', '/invite', 'service'],
] as const

const bodies: [string, BodyInit, number, string][] = [
  ['half an object', '{"email":"secret@example.com"', 400, 'bad_json'],
  ['a form', 'email=secret%40example.com&password=secret', 400, 'bad_json'],
  ['a list', '["secret@example.com"]', 400, 'bad_json'],
  ['no object', 'null', 400, 'bad_json'],
  ['a repeated key', '{"email":"secret@example.com","email":"other@example.com"}', 400, 'bad_json'],
  ['bytes that are no text', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'bad_json'],
  ['more than it reads', JSON.stringify({ email: 'x'.repeat(70_000) }), 413, 'request_entity_too_large'],
]

async function stored(): Promise<unknown> {
  const tables = ['users', 'identities', 'sessions', 'one_time_tokens', 'flow_state', 'mfa_factors', 'mfa_challenges']
  const counts = tables.map((table) => `(select count(*) from auth.${table}) as ${table}`).join(', ')
  return auth.database.query({ text: `select ${counts}, (select max(updated_at) from auth.users) as changed` })
}

test.each(endpoints)('%s %s refuses every body that is none, in the contract\'s form, and stores nothing', async (method, path, who) => {
  const target = path.replace('FACTOR', ids.FACTOR).replace('USER', ids.USER)
  const headers = bearers[who] ? { authorization: `Bearer ${bearers[who]}` } : {}
  const before = await stored()
  for (const [what, body, status, code] of bodies) {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const response = await auth.app.request(target, { method, body, headers: { ...headers, 'content-type': type } })
      const answer = await response.text()
      expect([what, response.status, JSON.parse(answer)]).toMatchObject([what, status, { code: status, error_code: code }])
      expect(answer).not.toContain('secret')
    }
  }
  expect(await stored()).toEqual(before)
  expect(auth.logged).toEqual([])
})
