import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { emailWords } from '../../content/emails/emails.ts'
import { createLocalhostCertificate } from '../../tests/helpers/localhost-certificate.ts'
import { startMailServer, type TestMailServer } from '../../tests/helpers/mail-server.ts'
import { listenAnywhere } from '../../tests/helpers/ports.ts'
import type { SmtpSettings } from '../../mail/mail-settings.ts'
import type { Email, EmailKind } from '../../mail/mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const from = { name: 'Sécond "Mile", Ministry', address: 'hello@example.org' }
const link = 'https://www.example.org/auth/v1/verify?token=abcdef&type=recovery&redirect_to=https%3A%2F%2Fwww.example.org%2F'
const message: Email = { kind: 'recovery', to: 'ruth@example.com', link, code: '012345' }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function server(...options: Parameters<typeof startMailServer>): Promise<TestMailServer> {
  const started = await startMailServer(...options)
  ends.push(() => started.stop())
  return started
}

const encryptions = ['starttls', 'tls'] as const

/** A mailer on that port, with what it logged. */
function mailerTo(port: number, settings: Partial<SmtpSettings> = {}, limits = { answerMs: 5000, messageMs: 5000 }) {
  const logged: unknown[] = []
  const smtp: SmtpSettings = { host: '127.0.0.1', port, encryption: 'none', ...settings }
  const mailer = createSmtpMailer({ from, smtp }, (...entry) => void logged.push(entry), limits)
  return { mailer, logged }
}

const kinds: EmailKind[] = [
  'confirmation',
  'recovery',
  'magic-link',
  'invitation',
  'email-change',
  'reauthentication',
  'password-changed',
]

test.each(kinds)('the %s e-mail arrives with its subject, both parts, link and code', async (kind) => {
  const { port, received } = await server()
  const { mailer, logged } = mailerTo(port)
  expect(await mailer.send({ ...message, kind, newEmail: 'new@example.com' })).toBe('sent')
  const { email, recipients } = received[0] ?? {}
  expect(recipients).toEqual(['ruth@example.com'])
  expect(email).toMatchObject({ subject: emailWords[kind]({ newEmail: '', codesLeft: 0 }).subject, from })
  expect(email?.to).toEqual([{ name: '', address: 'ruth@example.com' }])
  expect(email?.text).toContain(link)
  expect(email?.text).toContain('012345')
  expect(email?.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  expect(email?.html).toContain('012345')
  expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(logged).toEqual([])
})

test('no line of an e-mail is longer than mail allows, not even for the longest address', async () => {
  const { port, received } = await server()
  const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(56)}.com`
  // RFC 5321 §4.5.3.1.3
  expect(longest.length).toBe(253)
  const { mailer } = mailerTo(port)
  expect(await mailer.send({ ...message, kind: 'email-change', to: longest, newEmail: longest })).toBe('sent')
  expect(received[0]?.recipients).toEqual([longest])
  expect(received[0]?.email.text).toContain(longest)
  expect(Math.max(...(received[0]?.source ?? '').split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
})

test.each([
  'ruth@example.com\r\nBcc: everybody@example.com',
  'ruth@example.com, everybody@example.com',
  'Ruth <ruth@example.com>',
  'ruth@example.com>\r\nRCPT TO:<everybody@example.com',
  'group:ruth@example.com;',
  'ruth\u202E@example.com',
  '',
])('a recipient that is not one address gets nothing: %j', async (to) => {
  const { port, received } = await server()
  const { mailer, logged } = mailerTo(port)
  expect(await mailer.send({ ...message, to })).toBe('failed')
  expect(received).toEqual([])
  expect(logged).toEqual([['email-failed', { kind: 'recovery', reason: 'EENVELOPE' }]])
})

test('values with line breaks and markup add neither header nor recipient', async () => {
  const { port, received } = await server()
  const newEmail = '<script>alert(1)</script>\r\nBcc: everybody@example.com\r\n\r\n.\r\nMAIL FROM:<x@example.com>'
  expect(await mailerTo(port).mailer.send({ ...message, kind: 'email-change', newEmail })).toBe('sent')
  expect(received).toHaveLength(1)
  expect(received[0]?.recipients).toEqual(['ruth@example.com'])
  expect(received[0]?.email.bcc).toBeUndefined()
  expect(received[0]?.email.html).not.toContain('<script')
})

test('the login is used, and a refused one is logged without names', async () => {
  const { port, received } = await server({
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'right' ? callback(null, { user: username }) : callback(new Error('Wrong password for ruth')),
  })
  const right = mailerTo(port, { login: { user: 'ruth', password: 'right' } })
  expect(await right.mailer.send(message)).toBe('sent')
  expect(received[0]?.user).toBe('ruth')
  const wrong = mailerTo(port, { login: { user: 'ruth', password: 'wrong' } })
  expect(await wrong.mailer.send(message)).toBe('failed')
  expect(wrong.logged).toEqual([['email-failed', { kind: 'recovery', reason: 'EAUTH 535' }]])
})

test('a refused recipient is not named in the log', async () => {
  const { port } = await server({
    onRcptTo: ({ address }, _session, callback) => {
      callback(Object.assign(new Error(`No ${address} here`), { responseCode: 550 }))
    },
  })
  const { mailer, logged } = mailerTo(port)
  expect(await mailer.send(message)).toBe('failed')
  expect(logged).toEqual([['email-failed', { kind: 'recovery', reason: 'EENVELOPE 550' }]])
})

test('an address that is too long for mail is refused by the server, and not named in the log', async () => {
  const { port } = await server()
  const { mailer, logged } = mailerTo(port)
  const to = `ruth@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(58)}`
  expect(await mailer.send({ ...message, to })).toBe('failed')
  expect(logged).toEqual([['email-failed', { kind: 'recovery', reason: expect.stringMatching(/^EENVELOPE \d{3}$/) }]])
})

test('nothing is sent to a server that does not turn to TLS', async () => {
  const { port, received } = await server()
  const { mailer, logged } = mailerTo(port, { encryption: 'starttls', login: { user: 'ruth', password: 'right' } })
  expect(await mailer.send(message)).toBe('failed')
  expect(received).toEqual([])
  expect(logged).toEqual([['email-failed', { kind: 'recovery', reason: expect.stringMatching(/^ETLS/) }]])
})

test.each(encryptions)('nothing is sent by %s to a server whose certificate nobody vouches for', async (encryption) => {
  const secure = encryption === 'tls'
  const { port, received } = await server({ ...createLocalhostCertificate(), disabledCommands: [], secure })
  const { mailer, logged } = mailerTo(port, { host: 'localhost', encryption })
  expect(await mailer.send(message)).toBe('failed')
  expect(received).toEqual([])
  expect(logged).toHaveLength(1)
})

test.each(encryptions)('by %s an e-mail and its login travel encrypted', async (encryption) => {
  const certificate = createLocalhostCertificate()
  const { port, received } = await server({
    ...certificate,
    disabledCommands: [],
    secure: encryption === 'tls',
    authOptional: false,
    onAuth: ({ username }, { secure }, callback) => {
      callback(secure ? null : new Error('in the clear'), { user: username })
    },
  })
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, certificate.cert])
  const login = { user: 'ruth', password: 'right' }
  const { mailer, logged } = mailerTo(port, { host: 'localhost', encryption, login })
  const outcome = await mailer.send(message)
  setDefaultCACertificates(usual)
  expect([outcome, logged]).toEqual(['sent', []])
  expect(received).toMatchObject([{ encrypted: true, user: 'ruth' }])
})

test('a server that accepts and says nothing costs a bounded time', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined))
  const port = await listenAnywhere(silent)
  const { mailer, logged } = mailerTo(port, {}, { answerMs: 50, messageMs: 5000 })
  expect(await mailer.send(message)).toBe('failed')
  expect(logged).toEqual([['email-failed', { kind: 'recovery', reason: 'ETIMEDOUT' }]])
  silent.close()
})

test('a server that never comes to an end costs a bounded time too', async () => {
  const { port } = await server({ onMailFrom: () => undefined })
  const { mailer, logged } = mailerTo(port, {}, { answerMs: 5000, messageMs: 100 })
  expect(await mailer.send(message)).toBe('failed')
  expect(logged).toHaveLength(1)
})

test('a server that was away and is back gets the next e-mail', async () => {
  const first = await startMailServer()
  const { mailer, logged } = mailerTo(first.port)
  expect(await mailer.send(message)).toBe('sent')
  await first.stop()
  expect(await mailer.send(message)).toBe('failed')
  expect(logged).toEqual([['email-failed', { kind: 'recovery', reason: expect.stringMatching(/ECONN|ESOCKET/) }]])
  const back = await server({}, first.port)
  expect(await mailer.send(message)).toBe('sent')
  expect(back.received).toHaveLength(1)
})

test('closing waits for e-mails in flight', async () => {
  const { port, received } = await server()
  const { mailer } = mailerTo(port)
  const sending = Array.from({ length: 12 }, () => mailer.send(message))
  await mailer.close()
  expect(received).toHaveLength(12)
  expect(await Promise.all(sending)).toEqual(Array.from({ length: 12 }, () => 'sent'))
})

test('closing does not wait for a whole queue of e-mails to a server that hangs', async () => {
  const { port } = await server({ onMailFrom: () => undefined })
  const { mailer } = mailerTo(port, {}, { answerMs: 5000, messageMs: 100 })
  let known = 0
  const sending = Array.from({ length: 12 }, () => mailer.send(message).finally(() => (known += 1)))
  await mailer.close()
  expect(known).toBeLessThan(12)
  await Promise.all(sending)
})
