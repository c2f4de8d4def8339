import { expect, test } from 'vitest'
import { emailWords } from '../content/emails/emails.ts'
import { site } from '../site.config.ts'
import { compose } from './compose.ts'
import type { EmailKind } from './mailer.ts'

const link = 'https://www.example.org/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Fwww.example.org%2F'
const code = '012345'
const newEmail = 'new@example.com'

const emails: { kind: EmailKind; given: { link?: string; code?: string; newEmail?: string } }[] = [
  { kind: 'confirmation', given: { link, code } },
  { kind: 'recovery', given: { link, code } },
  { kind: 'magic-link', given: { link, code } },
  { kind: 'invitation', given: { link, code } },
  { kind: 'email-change', given: { link, code, newEmail } },
  { kind: 'address-in-use', given: {} },
  { kind: 'reauthentication', given: { code } },
  { kind: 'password-changed', given: {} },
  { kind: 'factor-added', given: {} },
  { kind: 'factor-removed', given: {} },
  { kind: 'recovery-code-used', given: {} },
]

const unescape = (text: string) =>
  text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&')

/** What a reader sees of a page, and where its links lead. */
function read(html: string) {
  const body = html.slice(html.indexOf('<body'))
  return {
    words: unescape(body.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' '),
    links: [...body.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => unescape(address)),
  }
}

test.each(emails)('the $kind e-mail says the same as a page and as text', async ({ kind, given }) => {
  const { subject, text, html } = await compose({ kind, ...given })
  const words = emailWords[kind]({ newEmail, codesLeft: 0 })
  const page = read(html)
  expect(subject).toBe(words.subject)
  for (const sentence of [words.heading, ...words.paragraphs, words.unasked, site.organization.name]) {
    expect(text).toContain(sentence)
    expect(page.words).toContain(sentence)
  }
  for (const value of Object.values(given)) {
    expect(text).toContain(value)
    expect(page.words).toContain(value)
  }
  expect(new Set(page.links)).toEqual(new Set(given.link ? [link] : []))
})

test.each(emails)('the $kind e-mail fetches nothing when it is opened', async ({ kind, given }) => {
  const { html } = await compose({ kind, ...given })
  expect(html).not.toMatch(/<(img|link|script|iframe|object|video|audio|base)\b|url\(|@import|\bsrc=|background=/i)
})

test('markup in a value stays text', async () => {
  const hostile = '"><script>alert(1)</script>&amp;<img src=x>@example.com'
  const values = { link: `https://x.example/?q=${hostile}`, code: '<b>', newEmail: hostile }
  const { html, text } = await compose({ kind: 'email-change', ...values })
  expect(html).not.toMatch(/<script|<img|<b>/)
  expect(read(html).words).toContain(hostile)
  expect(text).toContain(hostile)
})

test('a value adds no line and does not turn the direction of writing', async () => {
  const bad = 'a@example.com\r\n\r\nYour account is closed\u2028call\u202Emoc.elpmaxe\u2069'
  const { subject, text, html } = await compose({ kind: 'email-change', link, code, newEmail: bad })
  expect(text).toContain('a@example.com Your account is closed call moc.elpmaxe')
  expect(`${subject}${text}${html}`).not.toMatch(/[\r\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  const harmless = await compose({ kind: 'email-change', link, code, newEmail })
  expect(text.split('\n')).toHaveLength(harmless.text.split('\n').length)
})

test.each([
  [9, 'You have nine left.'],
  [1, 'One of them is left.'],
  [0, 'It was the last one.'],
])('with %i recovery codes left the notice says so', async (codesLeft, sentence) => {
  expect((await compose({ kind: 'recovery-code-used', codesLeft })).text).toContain(sentence)
})
