import type { Page, Request } from '@playwright/test'
import { findings } from './accessibility.ts'
import { sessionAnswer } from './auth-answers.ts'
import { createAccount, linkOfSupabase, loseSession, refusedAnswer, signIn, signUp, storedSession } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { keptEmailTo } from './kept-emails.ts'

// What Supabase's own e-mails bring here, and links that were made for others: the address is proven before the site hears of
// it. The links of our e-mails lead to a page with a button (confirm.spec.ts).

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const code = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const lines = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const elsewhere = 'Your email address is confirmed. Please sign in.'
const confirmation = 'Confirm your email address'

/** Where the link of this e-mail would lead if Supabase had written it. */
const supabaseLink = async (dataFolder: string, email: string, subject: string) => linkOfSupabase((await keptEmailTo(dataFolder, email, subject)).link)

/** Makes an account, whose session ends before its e-mail is read. */
async function askForAccount(page: Page, email: string, dataFolder: string) {
  await signUp(page, email)
  await loseSession(page)
  return supabaseLink(dataFolder, email, confirmation)
}

/** Asks for a new password, as far as the step that waits for the e-mail. */
async function askForPassword(page: Page, email: string, dataFolder: string) {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  return supabaseLink(dataFolder, email, 'Choose a new password')
}

/** No address that the browser knows of this tab holds what a link carried. */
async function expectCleanAddress(page: Page, at: string, ...secrets: string[]) {
  await expect(page).toHaveURL(at)
  for (const secret of secrets) expect(page.url()).not.toContain(secret)
}

test('a confirmation link followed in the same browser signs in and leads home', async ({ page, email, dataFolder, database }) => {
  const link = await askForAccount(page, email, dataFolder)
  const exchanged: Request[] = []
  page.on('request', (request) => request.url().includes('grant_type=pkce') && exchanged.push(request))
  await page.goto(link)
  await expectCleanAddress(page, '/', 'code')
  await expect(lines(page).getByText('Your email address is confirmed. You are signed in.')).toBeVisible()
  expect(exchanged).toHaveLength(1)
  expect(exchanged[0]?.postDataJSON()).toMatchObject({ code_verifier: expect.stringMatching(/^\w{40,}/) })
  const { rows } = await database.query('select email_confirmed_at is not null as confirmed from auth.users where email = $1', [email])
  expect(rows).toEqual([{ confirmed: true }])
  await page.goto('/client-onboarding')
  await expect(page.getByLabel('First name')).toBeVisible()
})

test('a link for a new password followed in the same browser asks for it, in this tab, and the password is good', async ({
  page, context, email, dataFolder,
}) => {
  await createAccount(page, email)
  const link = await askForPassword(page, email, dataFolder)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused()
  await expectCleanAddress(page, '/auth', 'code')
  const other = await context.newPage()
  await other.goto('/auth')
  await expect(other).toHaveURL('/')
  await page.getByLabel('New password').fill('a new password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(lines(page).getByText('Your new password is saved. You are signed in.')).toBeVisible()
  await loseSession(page)
  await signIn(page, email, 'a new password')
  await expect(page).toHaveURL('/')
})

for (const { what, ask } of [
  { what: 'confirmation link', ask: askForAccount },
  { what: 'link for a new password', ask: askForPasswordOfNewAccount },
]) {
  test(`a ${what} followed in another browser says that the address is confirmed, and how to go on`, async ({
    page, browser, email, dataFolder,
  }) => {
    const link = await ask(page, email, dataFolder)
    const other = await browser.newContext()
    const otherPage = await other.newPage()
    const exchanged: string[] = []
    otherPage.on('request', (request) => request.url().includes('/token') && exchanged.push(request.url()))
    await otherPage.goto(link)
    await expect(otherPage.getByText(elsewhere)).toBeVisible()
    await expect(otherPage.getByText('Did you ask for a new password?')).toBeVisible()
    await expectCleanAddress(otherPage, new URL('/auth', page.url()).href, 'code')
    expect(exchanged).toEqual([])
    expect(await findings(otherPage)).toEqual([])
    await other.close()
  })
}

async function askForPasswordOfNewAccount(page: Page, email: string, dataFolder: string) {
  await createAccount(page, email)
  return askForPassword(page, email, dataFolder)
}

test('a link that was used before is refused, and nobody is signed out', async ({ page, email, dataFolder }) => {
  const link = await askForAccount(page, email, dataFolder)
  await page.goto(link)
  await expect(lines(page).getByText('Your email address is confirmed. You are signed in.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText(/^Email link is invalid or has expired\. Please ask for a new one\./)
  await expectCleanAddress(page, '/', 'error')
  expect(await storedSession(page)).toBeDefined()
})

test('a link that has expired is refused', async ({ page, email, dataFolder, database }) => {
  const link = await askForAccount(page, email, dataFolder)
  await database.query(
    `update auth.one_time_tokens set created_at = created_at - interval '2 days'
     where user_id = (select id from auth.users where email = $1)`,
    [email],
  )
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText(/^Email link is invalid or has expired\. Please ask for a new one\./)
  expect(await storedSession(page)).toBeUndefined()
})

test('a code that the service does not know is refused in its words', async ({ page, email, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await askForAccount(page, email, dataFolder)
  await page.goto(`/?code=${code}`)
  await expect(page.getByRole('alert')).toHaveText(/^invalid flow state, no valid flow state found/)
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('an error is said also beside a code that is not of the service', async ({ page }) => {
  await page.goto('/?code=SPRING&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired')
  await expect(page.getByRole('alert')).toHaveText(/^Email link is invalid or has expired\. Please ask for a new one\./)
})

for (const { where, address } of [
  { where: 'query', address: '/?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired' },
  { where: 'fragment', address: '/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=' },
]) {
  test(`an error in the ${where} of the address is one line, and the address is clean`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('alert')).toHaveText(/^Email link is invalid or has expired\. Please ask for a new one\./)
    await expectCleanAddress(page, '/', 'error')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

test('what a stranger writes into the error is not shown, in whatever it is wrapped', async ({ page }) => {
  const text = encodeURIComponent('Your account is locked: call 555-0100 <img src=x onerror=alert(1)>')
  for (const address of [
    `/?error_description=${text}`, `/#error=${text}&error_code=${text}&error_description=${text}`,
    `/auth?error_code=otp_expired&error_description=${text}`,
  ]) {
    // Another fragment alone would load no page.
    await page.goto('about:blank')
    await page.goto(address)
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText(/^(This link did not work|Email link is invalid or has expired)\. Please ask for a new one\.×$/)
    await expect(page.locator('body')).not.toContainText('555-0100')
    await alert.getByRole('button', { name: 'Dismiss' }).click()
  }
})

test('tokens in an address are never taken: the visitor signs in', async ({ page }) => {
  const token = sessionAnswer({ email: 'somebody.else@example.com' }).access_token
  await page.goto(`/#access_token=${token}&expires_in=3600&refresh_token=r1&token_type=bearer&type=signup`)
  await expect(page.getByText(elsewhere)).toBeVisible()
  await expectCleanAddress(page, '/auth', token, 'access_token', 'r1')
  expect(await storedSession(page)).toBeUndefined()
  await page.goBack()
  expect(page.url()).not.toContain(token)
})

test('a code of somebody else, in an address of any other page, and an anchor mean nothing', async ({ page }) => {
  await page.goto('/?code=SPRING#pricing')
  await expect(page).toHaveURL('/?code=SPRING#pricing')
  await page.goto(`/about?code=${code}`)
  await expect(page).toHaveURL(`/about?code=${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
