import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { listen, type Listener } from '../../http/listen.ts'

let auth: TestAuth
let listener: Listener
beforeAll(async () => {
  auth = await startAuth()
  listener = await listen(auth.app, '127.0.0.1', 0, 'PORT')
})
afterAll(async () => {
  await listener.close()
  await auth.stop()
})

async function open(): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { port } = new URL(listener.origin)
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  // A connection that is reset while being written to counts as closed, too.
  socket.on('error', () => undefined)
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  await once(socket, 'connect')
  return { socket, answer }
}

const head = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: auth.test', ...headers, '', ''].join('\r\n')

test('a body of 50 MB is refused before it is sent, and its connection is closed', async () => {
  const { socket, answer } = await open()
  socket.write(head('/signup', 'content-length: 52428800'))
  socket.write('{"email":"')
  expect(await answer).toMatch(/^HTTP\/1\.1 413 [^]*"error_code":"request_entity_too_large"/)
})

test('a body of 50 MB in pieces is refused after the first ones, and its connection is closed', async () => {
  const { socket, answer } = await open()
  socket.write(head('/signup', 'transfer-encoding: chunked'))
  const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`
  let written = 0
  while (written < 800 && !socket.destroyed && socket.writable) {
    written += 1
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), answer])
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(written).toBeLessThan(800)
})

test('a header of 8 kB is read, one of 20 kB is refused', async () => {
  const { socket, answer } = await open()
  socket.write(`GET /health HTTP/1.1\r\nhost: auth.test\r\nx: ${'x'.repeat(8192)}\r\nconnection: close\r\n\r\n`)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  const long = await open()
  long.socket.write(`GET /health HTTP/1.1\r\nhost: auth.test\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(await long.answer).toMatch(/^HTTP\/1\.1 431 /)
})

test('none of them has stored anything, and others are still answered', async () => {
  expect(await auth.database.query({ text: 'select from auth.users' })).toHaveLength(0)
  expect((await fetch(`${listener.origin}/health`)).status).toBe(200)
})
