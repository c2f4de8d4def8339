import { expect, test } from 'vitest'
import { type Environment, parseEnvironment } from '../server/env.ts'
import { site } from '../site.config.ts'
import { unconfigured } from '../tests/helpers/site-configs.ts'

function mailOf(variables: Record<string, string>): Environment['mail'] {
  const parsed = parseEnvironment(variables, unconfigured)
  if ('fault' in parsed) throw new Error(parsed.fault.join('\n'))
  return parsed.ok.mail
}

function faultsOf(variables: Record<string, string>): string[] {
  const parsed = parseEnvironment(variables, unconfigured)
  return 'fault' in parsed ? parsed.fault : []
}

test('without a mail server e-mails are kept, in the name of the organisation', () => {
  expect(mailOf({})).toEqual({ smtp: undefined, from: { name: site.organization.name, address: site.contact.email } })
})

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, encryption: 'starttls' }],
  ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, encryption: 'tls' }],
  ['smtp://mail.example.org:2525?tls=off', { host: 'mail.example.org', port: 2525, encryption: 'none' }],
  ['smtp://localhost:25', { host: 'localhost', port: 25, encryption: 'none' }],
  ['smtp://[::1]:25', { host: '::1', port: 25, encryption: 'none' }],
  ['smtp://127.0.0.1?tls=required', { host: '127.0.0.1', port: 587, encryption: 'starttls' }],
  [
    'smtp://ruth%40example.org:p%3Ass%25word@mail.example.org',
    { host: 'mail.example.org', port: 587, encryption: 'starttls', login: { user: 'ruth@example.org', password: 'p:ss%word' } },
  ],
])('%s is understood', (url, smtp) => {
  expect(mailOf({ SMTP_URL: url }).smtp).toEqual(smtp)
})

test.each([
  'mail.example.org',
  'http://mail.example.org',
  'smtp://',
  'smtp://mail.example.org/path',
  'smtp://mail.example.org:99999',
  'smtp://mail.example.org?tls=maybe',
  'smtp://mail.example.org?ignoreTLS=true',
  'smtps://mail.example.org?tls=off',
  'smtp://only-a-user@mail.example.org',
  'smtp://user:100%@mail.example.org',
  'smtp://user:%ff@mail.example.org',
])('SMTP_URL=%s is a fault that shows no password', (url) => {
  expect(faultsOf({ SMTP_URL: url })).toEqual([expect.stringMatching(/^SMTP_URL must be an address such as smtp:/)])
  expect(faultsOf({ SMTP_URL: `${url}hunter2` }).join()).not.toContain('hunter2')
})

test.each([
  ['hello@example.org', { name: '', address: 'hello@example.org' }],
  ['Second Mile <hello@example.org>', { name: 'Second Mile', address: 'hello@example.org' }],
  ['"Mile, Second" <hello@example.org>', { name: 'Mile, Second', address: 'hello@example.org' }],
  ["Second Mile <o'brien@example.org>", { name: 'Second Mile', address: "o'brien@example.org" }],
])('MAIL_FROM=%s is understood', (sender, from) => {
  expect(mailOf({ MAIL_FROM: sender }).from).toEqual(from)
})

test.each(['nobody', 'A <a@example.org> b', 'A <a@example.org>, B <b@example.org>', 'A\r\nBcc: x@example.org <a@example.org>', '<>'])(
  'MAIL_FROM=%j is a fault',
  (sender) => {
    expect(faultsOf({ MAIL_FROM: sender })).toEqual([expect.stringMatching(/^MAIL_FROM must be an address/)])
  },
)
