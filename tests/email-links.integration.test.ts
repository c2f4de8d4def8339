import { randomUUID } from 'node:crypto'
import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { linkTokenOf } from '../domain/email-link.ts'
import { createTestDatabase, type TestDatabase } from './helpers/postgres.ts'
import { type ReceivedEmail, startMailServer, type TestMailServer } from './helpers/mail-server.ts'
import { type GatewayFixture, openGatewayFixture } from './helpers/running-gateway.ts'

// Mail servers check e-mails by opening what they link to, before anybody reads them (R-EMAIL-LINK).

const password = 'a good password'
let mail: TestMailServer
let database: TestDatabase
let gateway: GatewayFixture
let url: string

beforeAll(async () => {
  mail = await startMailServer()
  database = await createTestDatabase()
  gateway = await openGatewayFixture()
  const variables = { DATABASE_URL: database.url, PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'), SMTP_URL: `smtp://127.0.0.1:${mail.port}` }
  url = (await gateway.start(variables)).url
})
afterAll(async () => {
  await gateway.close()
  await database.drop()
  await mail.stop()
})

const freshEmail = () => `tirzah.${randomUUID()}@example.com`

/** A browser with a storage of its own, which asks for e-mails as the site does. */
const browser = () =>
  new AuthClient({ url: `${url}/auth/v1`, flowType: 'pkce', autoRefreshToken: false, persistSession: false, detectSessionInUrl: false })

/** The next e-mail to an address, opened by a scanner on its way. */
async function scanned(email: string, ask: () => Promise<{ error: unknown }>): Promise<string> {
  const before = mail.received.length
  expect((await ask()).error).toBeNull()
  const received = await nextTo(email, before)
  const links = linksIn(received)
  expect(links).not.toEqual([])
  for (const link of links) {
    for (const method of ['HEAD', 'GET']) await (await fetch(link, { method })).arrayBuffer()
  }
  return links[0] ?? ''
}

async function nextTo(email: string, after: number): Promise<ReceivedEmail> {
  for (let count = after + 1; ; count += 1) {
    const found = (await mail.arrived(count)).slice(after).find(({ recipients }) => recipients.includes(email))
    if (found) return found
  }
}

function linksIn({ email: { text = '', html = '' } }: ReceivedEmail): string[] {
  const written = [...text.matchAll(/https?:\/\/\S+/g), ...html.replaceAll('&amp;', '&').matchAll(/https?:\/\/[^"<\s]+/g)]
  return [...new Set(written.map(([link]) => link))]
}

/** What the button of the link's page does, in any browser. */
async function press(link: string) {
  const { hash = '', type = 'email' } = linkTokenOf(new URL(link).hash) ?? {}
  return browser().verifyOtp({ token_hash: hash, type })
}

async function confirmed(): Promise<string> {
  const email = freshEmail()
  expect((await press(await scanned(email, () => browser().signUp({ email, password })))).error).toBeNull()
  return email
}

test("a stranger who signs up with somebody's address gets in by no scanner, and the owner by a press", async () => {
  const email = freshEmail()
  const link = await scanned(email, () => browser().signUp({ email, password }))
  expect((await browser().signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
  const { data, error } = await press(link)
  expect([error, data.user?.email]).toEqual([null, email])
  expect((await browser().signInWithPassword({ email, password })).error).toBeNull()
  expect((await press(link)).error?.code).toBe('otp_expired')
})

test.each([
  ['a forgotten password', (email: string) => browser().resetPasswordForEmail(email)],
  ['a sign-in without one', (email: string) => browser().signInWithOtp({ email })],
])('the link for %s works after it, in a browser that did not ask for it', async (_, ask) => {
  const email = await confirmed()
  const { data, error } = await press(await scanned(email, () => ask(email)))
  expect([error, data.user?.email]).toEqual([null, email])
})

test('a change of address still wants both mailboxes after their scanners', async () => {
  const email = await confirmed()
  const wanted = freshEmail()
  const client = browser()
  await client.signInWithPassword({ email, password })
  const toWanted = await scanned(wanted, () => client.updateUser({ email: wanted }))
  // One was sent to confirm this address, before.
  const [toOwn = ''] = linksIn(await nextTo(email, mail.received.findIndex(({ recipients }) => recipients.includes(email)) + 1))
  expect(linkTokenOf(new URL(toOwn).hash)).toMatchObject({ type: 'email_change', email: wanted })
  const half = await press(toWanted)
  expect([half.error, half.data.session]).toEqual([null, null])
  const { data } = await press(toOwn)
  expect(data.user?.email).toBe(wanted)
})
