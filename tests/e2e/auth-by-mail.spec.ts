import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { superuserUrl } from '../../server/postgres/embedded.ts'
import { startMailServer, type TestMailServer } from '../helpers/mail-server.ts'
import { openGatewayFixture } from '../helpers/running-gateway.ts'
import { fillCredentials, openSignUp, password, pressLink, refusedAnswer, signIn, storedSession } from './auth-card.ts'
import { expect, test as base } from './fixtures.ts'

/** A gateway that has a mail server, and so wants every address confirmed; its database is in the same PostgreSQL. */
const test = base.extend<{ mail: TestMailServer; databaseUrl: string }>({
  mail: async ({}, use) => {
    const mail = await startMailServer()
    await use(mail)
    await mail.stop()
  },
  databaseUrl: async ({ dataFolder }, use) => {
    const shared = await superuserUrl(dataFolder)
    const administrator = new Client({ connectionString: shared })
    await administrator.connect()
    const name = `mailed_${randomBytes(6).toString('hex')}`
    await administrator.query(`create database ${name}`)
    const url = new URL(shared)
    url.pathname = name
    await use(url.href)
    await administrator.query(`drop database ${name} with (force)`)
    await administrator.end()
  },
  database: async ({ databaseUrl }, use) => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await use(client)
    await client.end()
  },
  baseURL: async ({ mail, databaseUrl, siteFolder }, use) => {
    const fixture = await openGatewayFixture()
    const variables = { DATABASE_URL: databaseUrl, DIST_DIR: siteFolder, SMTP_URL: `smtp://127.0.0.1:${mail.port}` }
    const { url } = await fixture.start(variables)
    await use(`${url}/`)
    await fixture.close()
  },
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const line = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)
const confirmed = 'Your email address is confirmed. You are signed in.'

/** The link in the e-mail that is the `count`th one to come, which must be the one meant. */
async function linkIn(mail: TestMailServer, count: number, email: string, subject: string): Promise<string> {
  const received = (await mail.arrived(count))[count - 1]
  expect(received).toMatchObject({ recipients: [email], email: { subject } })
  return /https?:\/\/\S+\/confirm#\S+/.exec(received?.email.text ?? '')?.[0] ?? ''
}

async function askForAccount(page: Page, email: string) {
  await openSignUp(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

/** As far as home, by the link of the first e-mail. */
async function confirmAccount(page: Page, mail: TestMailServer, email: string) {
  await askForAccount(page, email)
  await pressLink(page, await linkIn(mail, 1, email, 'Confirm your email address'))
  await expect(line(page, confirmed)).toBeVisible()
}

async function askForPassword(page: Page, email: string) {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
}

async function signOut(page: Page) {
  await page.goto('/client-onboarding')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
}

test('a new account can sign in once its address is confirmed, and not before', async ({ page, email, mail, database, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await askForAccount(page, email)
  await expect(line(page, 'Account created successfully! You can now sign in.')).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByLabel('Email')).toHaveValue('')
  expect(await storedSession(page)).toBeUndefined()
  await linkIn(mail, 1, email, 'Confirm your email address')

  await signIn(page, email)
  await expect(page.getByRole('alert')).toHaveText(/^Email not confirmed/)
  await expect(page).toHaveURL('/auth')
  // A minute passes, within which no second e-mail is written.
  await database.query(`update auth.users set confirmation_sent_at = confirmation_sent_at - interval '1 minute'`)
  await page.getByRole('button', { name: 'Resend confirmation' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()

  await pressLink(page, await linkIn(mail, 2, email, 'Confirm your email address'))
  await expect(page).toHaveURL('/')
  await expect(line(page, confirmed)).toBeVisible()
  await signOut(page)
  expect(await storedSession(page)).toBeUndefined()
  await signIn(page, email)
  await expect(page).toHaveURL('/')
})

test('the first link signs in, also after another e-mail was asked for too soon to be written', async ({
  page, email, mail, expectedErrors,
}) => {
  expectedErrors.push(refusedAnswer)
  await askForAccount(page, email)
  const first = await linkIn(mail, 1, email, 'Confirm your email address')
  await signIn(page, email)
  for (const button of ['Resend confirmation', 'Send another email']) {
    const answered = page.waitForResponse('**/auth/v1/resend**')
    await page.getByRole('button', { name: button }).click()
    expect((await answered).status()).toBe(200)
  }
  await pressLink(page, first)
  await expect(page).toHaveURL('/')
  await expect(line(page, confirmed)).toBeVisible()
  expect(await mail.arrived(1)).toHaveLength(1)
  expect(await storedSession(page)).toBeDefined()
})

test('a forgotten password is replaced by way of the link that was mailed', async ({ page, email, mail, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await confirmAccount(page, mail, email)
  await signOut(page)
  await askForPassword(page, email)
  await pressLink(page, await linkIn(mail, 2, email, 'Choose a new password'))
  await page.getByLabel('New password').fill('a new password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/')
  await expect(line(page, 'Your new password is saved. You are signed in.')).toBeVisible()
  await linkIn(mail, 3, email, 'Your password was changed')

  await signOut(page)
  await signIn(page, email, password)
  await expect(page.getByRole('alert')).toHaveText(/^Invalid email or password/)
  await signIn(page, email, 'a new password')
  await expect(page).toHaveURL('/')
})

test('a second sign-up for a confirmed address is told to sign in, and writes no e-mail', async ({ page, email, mail }) => {
  await confirmAccount(page, mail, email)
  await signOut(page)
  await askForAccount(page, email)
  await expect(page.getByRole('alert')).toHaveText(/^This email is already registered. Please sign in instead./)
  expect(await storedSession(page)).toBeUndefined()
  // Whatever had been written would have come before this e-mail.
  await askForPassword(page, email)
  await linkIn(mail, 2, email, 'Choose a new password')
})
