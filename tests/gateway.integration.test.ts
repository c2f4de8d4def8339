import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './helpers/gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())

interface Answer {
  status: number | undefined
  body: string
}

async function signedUp(email: string): Promise<{ access_token: string }> {
  const body = JSON.stringify({ email, password: 'long enough' })
  return (await fetch(`${gateway.url}/auth/v1/signup`, { method: 'POST', body })).json()
}

/** Sends without a content length, as a proxy or a script may. */
function sendChunked(path: string, chunks: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, gateway.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    })
    outgoing.once('error', reject)
    outgoing.once('response', (incoming) => {
      let body = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      incoming.once('end', () => resolve({ status: incoming.statusCode, body }))
    })
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
  })
}

test('a body of unknown length is read like any other', async () => {
  const signUp = await sendChunked('/auth/v1/signup', ['{"email":"chunked@example.com",', '"password":"long enough"}'])
  expect(signUp.status).toBe(200)
  const insert = await sendChunked('/rest/v1/enrollments?select=id', ['{"customer_name":', '"Ada Reed"}'])
  expect([insert.status, JSON.parse(insert.body)]).toEqual([401, expect.objectContaining({ code: '42501' })])
})

test.each([
  ['/auth/v1/signup', 64],
  ['/rest/v1/enrollments', 256],
])('%s refuses a body of unknown length once it is over %i kB', async (path, limitKb) => {
  const kilobyte = 'x'.repeat(1024)
  const answer = await sendChunked(path, ['{"notes":"', ...Array.from({ length: limitKb }, () => kilobyte), '"}'])
  expect(answer.status).toBe(413)
})

/** Announces a large body, sends so much of it, and waits until the other side closes the connection. */
async function announce(path: string, headers: Record<string, string>, sentKb: number): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const lines = Object.entries({ host: hostname, 'content-type': 'application/json', 'content-length': '50000000', ...headers })
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  socket.write('x'.repeat(sentKb * 1024))
  return text(socket)
}

const tooLarge = /^HTTP\/1\.1 413 [^]*connection: close\r\n/i

test('a refused body is not waited for: its connection is closed, whichever interface it is for', async () => {
  const { access_token: token } = await signedUp('large@example.com')
  const authorization = `Bearer ${token}`
  expect(await announce('/auth/v1/signup', {}, 1)).toMatch(tooLarge)
  expect(await announce('/rest/v1/enrollments', {}, 1)).toMatch(tooLarge)
  expect(await announce('/functions/v1/submit-to-disputefox', { authorization }, 300)).toMatch(tooLarge)
  expect(await announce('/functions/v1/submit-to-disputefox', {}, 1)).toMatch(/^HTTP\/1\.1 401 [^]*connection: close\r\n/i)
})

test('an unknown function is answered in the contract of functions', async () => {
  const response = await fetch(`${gateway.url}/functions/v1/other`, { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([404, { code: 'NOT_FOUND', message: 'Requested function was not found' }])
})

test('answers about a person are kept by no cache', async () => {
  for (const path of ['/auth/v1/user', '/rest/v1/enrollments?select=id', '/functions/v1/submit-to-disputefox']) {
    const response = await fetch(gateway.url + path)
    expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})

test('what is over in the tables of sign-in is forgotten without anybody asking', async () => {
  const database = new Client({ connectionString: gateway.databaseUrl })
  await database.connect()
  const begun = async () => (await database.query('select begun_at from gateway.upkeep')).rows
  await expect.poll(begun).toEqual([{ begun_at: expect.any(Date) }])
  await database.end()
})
