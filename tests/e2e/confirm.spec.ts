import type { Browser, Page } from '@playwright/test'
import { authMessages, linkProblems } from '../../content/auth.ts'
import { confirmPage, linkButtons } from '../../content/confirm.ts'
import { emailLink } from '../../domain/email-link.ts'
import { findings } from './accessibility.ts'
import { createAccount, loseSession, pressLink, refusedAnswer, signIn, signUp, storedSession } from './auth-card.ts'
import { createGuardedAccount } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { keptEmailTo } from './kept-emails.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const lines = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const button = (page: Page, type: keyof typeof linkButtons) => page.getByRole('button', { name: linkButtons[type] })
const confirmation = 'Confirm your email address'
const newPassword = 'Choose a new password'

/** Makes an account, whose session ends before its e-mail is read. */
async function askForAccount(page: Page, email: string, dataFolder: string): Promise<string> {
  await signUp(page, email)
  await loseSession(page)
  return (await keptEmailTo(dataFolder, email, confirmation)).link
}

async function askForPassword(page: Page, email: string, dataFolder: string): Promise<string> {
  await page.request.post('auth/v1/recover', { data: { email } })
  return (await keptEmailTo(dataFolder, email, newPassword)).link
}

/** A browser that has asked for nothing, as wide as a phone. */
async function onPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 375, height: 740 }, reducedMotion: 'reduce' })
  return context.newPage()
}

test('the link of a confirmation waits for a press, which confirms the address, signs in and leads home', async ({ page, email, dataFolder, database }) => {
  const link = await askForAccount(page, email, dataFolder)
  const isConfirmed = async () =>
    (await database.query('select email_confirmed_at is not null as confirmed from auth.users where email = $1', [email])).rows[0].confirmed
  await page.goto(link)
  await expect(page.getByText(email)).toBeVisible()
  await expect(button(page, 'signup')).toBeEnabled()
  expect(await findings(page)).toEqual([])
  // What the link carried is in no address and no history, and a reload does not lose it.
  await expect(page).toHaveURL('/confirm')
  await page.reload()
  await expect(button(page, 'signup')).toBeEnabled()
  expect(await isConfirmed()).toBe(false)
  expect(await storedSession(page)).toBeUndefined()

  await button(page, 'signup').click()
  await expect(page).toHaveURL('/')
  await expect(lines(page).getByText(authMessages.confirmed)).toBeVisible()
  expect(await isConfirmed()).toBe(true)
  await page.goto('/client-onboarding')
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.goto('/confirm')
  await expect(page.getByText(authMessages.brokenLink)).toBeVisible()
})

test('on a phone that asked for nothing, the same press signs in there, and the other browser can sign in', async ({ page, browser, baseURL, email, dataFolder }) => {
  const link = await askForAccount(page, email, dataFolder)
  const phone = await onPhone(browser, baseURL)
  await pressLink(phone, link)
  await expect(phone).toHaveURL('/')
  await expect(lines(phone).getByText(authMessages.confirmed)).toBeVisible()
  expect(await storedSession(phone)).toBeDefined()
  await phone.context().close()
  await signIn(page, email)
  await expect(page).toHaveURL('/')
})

test('where a link names another program, the press asks the sign-in service to lead there, which does so only where it may', async ({ page, email, dataFolder }) => {
  const link = await askForAccount(page, email, dataFolder)
  await page.goto(link.replace(/&redirect_to=.*|$/, `&redirect_to=${encodeURIComponent('https://stranger.example/')}`))
  const asked = page.waitForRequest((request) => request.url().includes('/auth/v1/verify?'))
  await button(page, 'signup').click()
  expect(new URL((await asked).url()).searchParams.get('redirect_to')).toBe('https://stranger.example/')
  await expect(page).toHaveURL('/')
  await expect(lines(page).getByText(authMessages.confirmed)).toBeVisible()
})

test('a new password is chosen on the phone that the link was opened on', async ({ page, browser, baseURL, email, dataFolder }) => {
  await createAccount(page, email)
  const link = await askForPassword(page, email, dataFolder)
  const phone = await onPhone(browser, baseURL)
  await phone.goto(link)
  await button(phone, 'recovery').click()
  await expect(phone.getByRole('heading', { name: newPassword })).toBeFocused()
  await expect(phone).toHaveURL('/auth')
  await phone.getByLabel('New password').fill('a new password')
  await phone.getByRole('button', { name: 'Save password' }).click()
  await expect(lines(phone).getByText(authMessages.passwordChanged)).toBeVisible()
  await phone.context().close()
  await signIn(page, email, 'a new password')
  await expect(page).toHaveURL('/')
})

test('a link to sign in without a password signs in', async ({ page, email, dataFolder }) => {
  await createAccount(page, email)
  await page.request.post('auth/v1/otp', { data: { email } })
  await page.goto((await keptEmailTo(dataFolder, email, 'Your sign-in link')).link)
  await button(page, 'magiclink').press('Enter')
  await expect(page).toHaveURL('/')
  await expect(lines(page).getByText(authMessages.signedIn)).toBeVisible()
})

test('a change of address wants a press for each mailbox', async ({ page, email, dataFolder }) => {
  await pressLink(page, await askForAccount(page, email, dataFolder))
  await expect(page).toHaveURL('/')
  const wanted = `new-${email}`
  const token = (await storedSession(page))?.session.access_token ?? ''
  const asked = await page.request.put('auth/v1/user', { data: { email: wanted }, headers: { Authorization: `Bearer ${token}` } })
  expect(asked.status()).toBe(200)
  const subject = 'Confirm the change of your email address'
  for (const to of [wanted, email]) {
    await page.goto((await keptEmailTo(dataFolder, to, subject)).link)
    await expect(page.locator('p b')).toHaveText(wanted)
    await button(page, 'email_change').click()
    if (to === wanted) await expect(page.getByText(confirmPage.halfway)).toBeVisible()
  }
  await expect(page).toHaveURL('/')
  await expect(lines(page).getByText(authMessages.addressChanged)).toBeVisible()
})

test('where there is a second factor, its code is asked for next', async ({ page, request, email, dataFolder }) => {
  const codeOf = await createGuardedAccount(request, email, dataFolder)
  await pressLink(page, await askForPassword(page, email, dataFolder))
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused()
  await page.getByLabel('Six-digit code').fill(codeOf('now'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: newPassword })).toBeFocused()
})

test('a link that was used before is refused, and nobody is signed out', async ({ page, email, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  const link = await askForAccount(page, email, dataFolder)
  await pressLink(page, link)
  await expect(page).toHaveURL('/')
  await pressLink(page, link)
  await expect(page.getByRole('alert')).toContainText(linkProblems.otp_expired ?? '')
  expect(await storedSession(page)).toBeDefined()
})

test('a link that has expired is refused, and says how to get another one', async ({ page, email, dataFolder, database, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  const link = await askForAccount(page, email, dataFolder)
  await database.query(
    `update auth.one_time_tokens set created_at = created_at - interval '2 days'
     where user_id = (select id from auth.users where email = $1)`,
    [email],
  )
  await pressLink(page, link)
  await expect(page.getByRole('alert')).toContainText('Email link is invalid or has expired. Please ask for a new one.')
  expect(await storedSession(page)).toBeUndefined()
  await page.getByRole('link', { name: confirmPage.toSignIn }).click()
  await expect(page).toHaveURL('/auth')
})

test("a stranger's link signs in to no stranger's account, whatever address it names", async ({ page, email, dataFolder }) => {
  const stranger = `stranger-${email}`
  await createAccount(page, stranger)
  const { link } = await keptEmailTo(dataFolder, stranger, confirmation)
  await pressLink(page, link.replace(/email=.*/, `email=${encodeURIComponent(email)}`))
  await expect(page.getByRole('alert')).toContainText(authMessages.brokenLink)
  await expect(page).toHaveURL('/confirm')
  expect(await storedSession(page)).toBeUndefined()
})

test('an address that carries no link, or one of another make, has no button', async ({ page, baseURL, email }) => {
  const made = emailLink(baseURL ?? '', { hash: 'a'.repeat(56), type: 'signup', email })
  for (const address of ['/confirm', made.replace('signup', 'sms'), made.replace(/email=.*/, 'email=nobody'), `${made} call 555-0100`]) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(page.getByText(authMessages.brokenLink)).toBeVisible()
    await expect(page.getByRole('main').locator('form')).toHaveCount(0)
  }
})

test('a press that is never answered is given up after half a minute, and can be repeated', async ({ page, email, dataFolder }) => {
  const link = await askForAccount(page, email, dataFolder)
  await page.clock.install()
  const hanging = '**/auth/v1/verify*'
  await page.route(hanging, () => undefined)
  const asked = page.waitForRequest(hanging)
  await pressLink(page, link)
  await asked
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('alert')).toHaveText(/^The server does not answer. Please try again in a moment./)
  await expect(button(page, 'signup')).toBeFocused()
  await page.unroute(hanging)
  await button(page, 'signup').click()
  await expect(page).toHaveURL('/')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what it needs, and whom to write to', async ({ page, baseURL, email }) => {
    await page.goto(emailLink(baseURL ?? '', { hash: 'a'.repeat(56), type: 'signup', email }))
    await expect(page.getByRole('heading', { name: confirmPage.heading })).toBeVisible()
    const notice = page.getByRole('main').locator('noscript .notice')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText(confirmPage.needsScript)
  })
})
