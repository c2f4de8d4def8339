import { afterEach, expect, test } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import { createLocalhostCertificate } from '../../tests/helpers/localhost-certificate.ts'
import { startMailServer, type TestMailServer } from '../../tests/helpers/mail-server.ts'
import { freePort } from '../../tests/helpers/ports.ts'
import type { SmtpSettings } from '../../mail/mail-settings.ts'
import { testMail } from './test-mail.ts'

const from = { name: 'Our Name', address: 'hello@example.org' }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function server(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const started = await startMailServer(options)
  ends.push(() => started.stop())
  return started
}

/** Sends to a server on that port; the lines as one text. */
async function trial(port: number, settings: Partial<SmtpSettings> = {}) {
  const smtp: SmtpSettings = { host: '127.0.0.1', port, encryption: 'none', ...settings }
  const { isSent, lines } = await testMail({ from, smtp }, 'ruth@example.com', { answerMs: 20_000, messageMs: 20_000 })
  return { isSent, text: lines.join('\n') }
}

const refusal = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })

test('a real e-mail arrives, and what the server said is shown', async () => {
  const { port, received } = await server()
  const { isSent, text } = await trial(port)
  expect(isSent).toBe(true)
  expect(text).toMatch(new RegExp(`^From hello@example\\.org to ruth@example\\.com by 127\\.0\\.0\\.1:${port}, not encrypted, without a login\\nThe server says: 250 .*\\nAccepted\\.`))
  expect(received).toMatchObject([{ recipients: ['ruth@example.com'], email: { subject: 'A test of the mail server', from } }])
})

test('a wrong password is named as one, and is in no line', async () => {
  const { port, received } = await server({ onAuth: (_auth, _session, callback) => callback(refusal('Username and Password not accepted', 535)) })
  const { isSent, text } = await trial(port, { login: { user: 'ruth', password: 'correct horse' } })
  expect([isSent, received]).toEqual([false, []])
  expect(text).toMatch(/, as ruth\nThe server says: 535 Username and Password not accepted\nThe server refuses the user or the password of SMTP_URL\./)
  expect(text).not.toContain('correct horse')
})

test('a server without STARTTLS, and a certificate that nobody vouches for, are named', async () => {
  const plain = await server()
  expect((await trial(plain.port, { encryption: 'starttls' })).text).toContain('offers no STARTTLS, or its certificate is not trusted')
  const unknown = await server({ ...createLocalhostCertificate(), secure: true, disabledCommands: [] })
  expect((await trial(unknown.port, { encryption: 'tls', host: 'localhost' })).text).toContain('There is no trusted TLS connection')
  expect([plain.received, unknown.received]).toEqual([[], []])
})

test.each<[string, SMTPServerOptions]>([
  ['sender', { onMailFrom: (_address, _session, callback) => callback(refusal('Sender address rejected', 553)) }],
  ['recipient', { onRcptTo: (_address, _session, callback) => callback(refusal('Relay access denied', 554)) }],
])('a refused %s is named with what the server says', async (_, options) => {
  const { port } = await server(options)
  const { isSent, text } = await trial(port)
  expect([isSent, text]).toEqual([false, expect.stringMatching(/The server says: 55\d (Sender address rejected|Relay access denied)\nThe server refuses the sender \(MAIL_FROM\) or the recipient/)])
})

test('a server that is away, and no server, are sentences', async () => {
  expect(await trial(await freePort())).toEqual({ isSent: false, text: expect.stringMatching(/ECONNREFUSED.*\n127\.0\.0\.1 cannot be reached or does not answer/) })
  expect((await trial(25, { host: 'mail.nowhere.invalid' })).text).toContain('There is no address for mail.nowhere.invalid')
  expect(await testMail({ from, smtp: undefined }, 'ruth@example.com')).toEqual({ isSent: false, lines: [expect.stringContaining('No mail server is configured')] })
})
