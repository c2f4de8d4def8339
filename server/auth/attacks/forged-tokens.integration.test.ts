import { randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'

let auth: TestAuth
let genuine: string
beforeAll(async () => {
  auth = await startAuth()
  const credentials = { email: `ruth.${randomUUID()}@example.com`, password: 'a good password' }
  const signedUp = await auth.app.request('/signup', { method: 'POST', body: JSON.stringify(credentials) })
  genuine = (await signedUp.json()).access_token
})
afterAll(() => auth.stop())

async function answerTo(token: string, method = 'GET', path = '/user') {
  const response = await auth.app.request(path, { method, headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: await response.json() }
}

/** One endpoint for each kind of authentication. */
const guarded = [
  ['GET', '/user'],
  ['PUT', '/user'],
  ['GET', '/reauthenticate'],
  ['POST', '/logout'],
  ['POST', '/factors'],
  ['GET', '/user/identities/authorize'],
  ['GET', '/admin/users'],
  ['POST', '/invite'],
] as const

const badToken = {
  status: 403,
  body: { code: 403, error_code: 'bad_jwt', msg: 'invalid JWT: unable to parse or verify signature' },
}

const seconds = () => Math.floor(auth.now().getTime() / 1000)

const forgeries: [string, (claims: JWTPayload, kid: string) => Promise<string> | string][] = [
  ['without a signature', (claims) => new UnsecuredJWT(claims).encode()],
  ['with its signature cut off', () => genuine.replace(/[^.]+$/, '')],
  ['with another spelling of no algorithm', (claims) => `${part({ alg: 'nOnE' })}.${part(claims)}.`],
  ['with changed claims', (claims) => genuine.replace(/\.[^.]+\./, `.${part({ ...claims, role: 'service_role' })}.`)],
  [
    'signed with another key',
    async (claims, kid) => {
      const { privateKey } = await generateKeyPair('ES256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    },
  ],
  [
    'that brings its own key',
    async (claims, kid) => {
      const { privateKey, publicKey } = await generateKeyPair('ES256')
      const jwk = await exportJWK(publicKey)
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, jwk }).sign(privateKey)
    },
  ],
  [
    'signed with the published key as a shared secret',
    async (claims, kid) => {
      const published = await (await auth.app.request('/.well-known/jwks.json')).text()
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(published))
    },
  ],
  [
    'whose key id is a path',
    async (claims) => {
      const { privateKey } = await generateKeyPair('ES256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: '../../dev/null' }).sign(privateKey)
    },
  ],
  ['that has expired', (claims) => auth.sign({ ...claims, exp: seconds() - 1 })],
  ['that expired long ago', (claims) => auth.sign({ ...claims, exp: 1 })],
  ['for another audience', (claims) => auth.sign({ ...claims, aud: 'somebody-else' })],
  ['that is no token', () => 'x.y.z'],
  ['that is nothing', () => '..'],
]

test.each(forgeries)('a token %s opens nothing', async (_, forge) => {
  expect(await answerTo(genuine)).toMatchObject({ status: 200 })
  const { kid = '' } = decodeProtectedHeader(genuine)
  const forged = await forge(decodeJwt(genuine), kid)
  for (const [method, path] of guarded) expect([path, await answerTo(forged, method, path)]).toEqual([path, badToken])
})

test("a person's key speaks for no administrator, and the service's key for no person", async () => {
  const claims = decodeJwt(genuine)
  const promoted = await auth.sign({ ...claims, role: 'service_role' })
  expect(await answerTo(promoted, 'GET', '/admin/users')).toMatchObject({ status: 403 })
  expect(await answerTo(await auth.sign(claims, 'service'))).toMatchObject({ status: 403 })
})

test('a genuine token of somebody else\'s session opens nothing', async () => {
  const claims = decodeJwt(genuine)
  const token = await auth.sign({ ...claims, session_id: randomUUID() })
  expect(await answerTo(token)).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
})

function part(claims: object): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}
