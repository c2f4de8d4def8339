import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultTimeouts, type Listener, listen } from './listen.ts'

// Longer than a test may take, and less than Node's own limit: only what is tested can end these connections.
const never = 240_000
// Long enough for this process to have sent what it sends.
const patience = 1_000
const listeners: Listener[] = []
const heard: string[] = []

const app = new Hono()
  .post('/read', async ({ req, text: answer }) => {
    const body = await req.text().catch(() => 'cut off')
    heard.push(body)
    return answer(body)
  })
  .all('*', ({ text: answer }) => answer('unread'))

async function start(timeouts = { headersMs: never, requestMs: never, checkMs: 20 }): Promise<number> {
  const listener = await listen(app, '127.0.0.1', 0, 'PORT', { timeouts, headers: { 'x-frame': 'none' } })
  listeners.push(listener)
  return Number(new URL(listener.origin).port)
}

let port: number
beforeAll(async () => {
  port = await start()
})
afterAll(() => Promise.all(listeners.map((listener) => listener.close())))

/** Sends these lines and a body, and waits until the other side closes the connection. */
async function talk(to: number, lines: string[], body = ''): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return text(socket)
}

test('in production headers have 10 seconds, and a request 30', () => {
  expect(defaultTimeouts).toEqual({ headersMs: 10_000, requestMs: 30_000, checkMs: 2_000 })
})

test('who does not finish the headers is disconnected', async () => {
  const slow = await start({ headersMs: patience, requestMs: never, checkMs: 20 })
  const socket = connect(slow, '127.0.0.1')
  socket.write('POST /read HTTP/1.1\r\nHost: localhost\r\nX-Half: a')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
})

test('who does not finish the body is disconnected, and what came of it is not taken for all', async () => {
  const slow = await start({ headersMs: patience, requestMs: patience, checkMs: 20 })
  expect(await talk(slow, ['POST /read HTTP/1.1', 'Host: localhost', 'Content-Length: 9'], 'half')).toMatch(/^HTTP\/1\.1 408 /)
  await expect.poll(() => heard).toEqual(['cut off'])
})

test('a request with two hosts is refused, whichever interface it is for', async () => {
  for (const name of ['Host', 'host', 'HOST']) {
    const answer = await talk(port, ['GET / HTTP/1.1', 'Host: localhost', `${name}: other.example`])
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nx-frame: none\r\nconnection: close\r\n/)
  }
})

test('a host that is none is refused', async () => {
  const answer = await talk(port, ['GET /%5B HTTP/1.1', 'Host: a b', 'Connection: close'])
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*x-frame: none/)
})

test('an answer that does not wait for the body ends the connection', async () => {
  const answer = await talk(port, ['POST /other HTTP/1.1', 'Host: localhost', 'Content-Length: 5000000'], 'GET /read HTTP/1.1')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*unread$/)
})

test('a connection whose bodies are read goes on', async () => {
  const one = ['POST /read HTTP/1.1', 'Host: localhost', 'Content-Length: 3']
  const answers = await talk(port, one, `one${[...one, 'Connection: close'].join('\r\n')}\r\n\r\ntwo`)
  expect(answers.match(/HTTP\/1\.1 200|one|two/g)).toEqual(['HTTP/1.1 200', 'one', 'HTTP/1.1 200', 'two'])
})
