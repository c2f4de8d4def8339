import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listenAnywhere } from '../tests/helpers/ports.ts'
import { failedBeforeSending, send } from './transport.ts'

let server: Server | undefined
afterEach(() => new Promise((resolve) => (server?.listening ? server.close(resolve) : resolve(undefined))))

async function listen(listening: Server): Promise<string> {
  server = listening
  return `127.0.0.1:${await listenAnywhere(listening)}`
}

const serve = async (listener: RequestListener) => `http://${await listen(createServer(listener))}`
const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }
const post = (url: string) => send({ url, headers, body: 'a=b+c' }, fetch, 5_000)

test('posts a form and reads the answer', async () => {
  const url = await serve((request, response) => {
    request.setEncoding('utf8').once('data', (body) => response.end(`${request.headers['content-type']} ${body}`))
  })
  expect(await post(url)).toEqual({
    result: 'answered',
    httpStatus: 200,
    body: 'application/x-www-form-urlencoded;charset=utf-8 a=b+c',
  })
})

test('follows no redirect', async () => {
  const visited: string[] = []
  const url = await serve((request, response) => {
    visited.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect(await post(url)).toEqual({ result: 'answered', httpStatus: 307, body: '' })
  expect(visited).toEqual(['/'])
})

test('reads at most 64 kB of an answer', async () => {
  const url = await serve((_, response) => response.end('x'.repeat(64 * 1024 + 1)))
  expect(await post(url)).toEqual({ result: 'answered', httpStatus: 200, body: undefined })
})

test('a port on which nobody listens is a form that was not sent', async () => {
  const url = await serve(() => undefined)
  await new Promise((resolve) => server?.close(resolve))
  expect(await post(url)).toEqual({ result: 'not-sent' })
})

test('a name that does not exist is a form that was not sent', async () => {
  expect(await post('http://nobody.invalid/')).toEqual({ result: 'not-sent' })
})

test('a connection that breaks once it is open may have taken the form along', async () => {
  const url = await listen(createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())))
  expect(await post(`http://${url}/`)).toEqual({ result: 'no-answer' })
})

test('an answer that breaks off is no answer', async () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhttps'
  const url = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(answer))))
  expect(await post(`http://${url}/`)).toEqual({ result: 'no-answer' })
})

test('an exchange over its time is no answer', async () => {
  const url = await serve((_, response) => response.flushHeaders())
  expect(await send({ url, headers, body: '' }, fetch, 1)).toEqual({ result: 'no-answer' })
})

const failed = (cause: unknown, message = 'fetch failed') => new TypeError(message, { cause })
const withCode = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall })

test.each([
  ['an unreachable network', failed(withCode('ENETUNREACH', 'connect'))],
  ['a resolver that is down', failed(withCode('EAI_AGAIN', 'getaddrinfo'))],
  ['all addresses of a host refused', failed(new AggregateError([withCode('ECONNREFUSED', 'connect')]))],
  ['a connection that took too long', failed(withCode('UND_ERR_CONNECT_TIMEOUT'))],
  ['an expired certificate', failed(withCode('CERT_HAS_EXPIRED'))],
  ["another host's certificate", failed(withCode('ERR_TLS_CERT_ALTNAME_INVALID'))],
  ['an unknown issuer', failed(withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'))],
  ['no version of TLS in common', failed(withCode('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'))],
  ['no cipher in common', failed(withCode('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'))],
  ['a server that does not know the name', failed(withCode('ERR_SSL_TLSV1_UNRECOGNIZED_NAME'))],
  ["Deno's connect error", new TypeError('error sending request for url (https://x/): client error (Connect): dns')],
  ["Deno's connect error as a cause", failed(new Error('client error (Connect): tcp connect error'))],
])('%s comes before sending', (_, error) => {
  expect(failedBeforeSending(error)).toBe(true)
})

test.each([
  ['a reset while reading', failed(withCode('ECONNRESET', 'read'))],
  ['a host lost while reading', failed(withCode('EHOSTUNREACH', 'read'))],
  ['a socket that closed', failed(withCode('UND_ERR_SOCKET'))],
  ['a damaged TLS record', failed(withCode('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'))],
  ['no answer in time', failed(withCode('UND_ERR_HEADERS_TIMEOUT'))],
  ["Deno's send error", new TypeError('error sending request for url (https://x/): client error (SendRequest)')],
  ['an unknown error', new Error('unknown')],
  ['no error at all', 'text'],
])('%s counts as sent', (_, error) => {
  expect(failedBeforeSending(error)).toBe(false)
})
