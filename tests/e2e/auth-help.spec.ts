import type { Page, Request } from '@playwright/test'
import { findings } from './accessibility.ts'
import { answer, refusal, sessionAnswer } from './auth-answers.ts'
import { createAccount, fillCredentials, openSignUp, password, refusedAnswer, signIn } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { keptEmailTo } from './kept-emails.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const message = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const expectNoFindings = async (page: Page) => expect(await findings(page)).toEqual([])

/** Where an e-mail's link is to lead, and the flow that it is asked for in. */
function wayBack(request: Request | undefined) {
  const address = new URL(new URL(request?.url() ?? '').searchParams.get('redirect_to') ?? '')
  return { page: address.origin + address.pathname, flow: address.searchParams.get('sb_flow_id') }
}

/** As far as the step that asks for the code of the e-mail. */
async function forget(page: Page, email: string) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(heading(page, 'Check your email')).toBeFocused()
}

/** As far as "Choose a new password", by the code of the e-mail, typed as people type it. */
async function recover(page: Page, email: string, dataFolder: string) {
  await forget(page, email)
  const { code } = await keptEmailTo(dataFolder, email, 'Choose a new password')
  await page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Choose a new password')).toBeFocused()
}

test('a forgotten password: an e-mail, its code, a new password, and home', async ({ page, email, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await createAccount(page, email)
  await recover(page, email, dataFolder)
  const secret = page.getByLabel('New password')
  await expect(secret).toHaveAttribute('autocomplete', 'new-password')
  await expect(secret).toHaveAttribute('minlength', '6')
  await expect(secret).toHaveAttribute('maxlength', '100')
  await expect(page.getByText(email)).toBeVisible()
  await expectNoFindings(page)
  await secret.fill('a new password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/')
  await expect(message(page, 'Your new password is saved. You are signed in.')).toBeVisible()
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
  await page.evaluate(() => localStorage.clear())
  await signIn(page, email, password)
  await expect(page.getByRole('alert')).toHaveText(/^Invalid email or password/)
  await signIn(page, email, 'a new password')
  await expect(page).toHaveURL('/')
})

test('the e-mail is asked for with a way back to the root of the site, and the page says the same of every address', async ({
  page, email, expectedErrors,
}) => {
  expectedErrors.push(refusedAnswer)
  // As a Supabase project answers; the gateway says nothing of it.
  const tooSoon = refusal(429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 59 seconds.')
  const asked = await answer(page, 'POST /recover*', { json: {} }, tooSoon)
  await forget(page, email)
  const [request] = asked
  expect(wayBack(request)).toEqual({ page: new URL('/', page.url()).href, flow: expect.stringMatching(/^\w{32}$/) })
  expect(request?.postDataJSON()).toMatchObject({ email, code_challenge_method: 's256' })
  await expect(page.getByText('If there is an account for this address, an email is on its way to it:')).toBeVisible()
  await expectNoFindings(page)
  // The service refuses a second e-mail so soon, but only where there is an account.
  await page.getByRole('button', { name: 'Send another email' }).click()
  await expect(message(page, 'Asked for another email. Only the newest one counts.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('a code that is no code is not sent, and one that is refused can be typed again', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  const verified: string[] = []
  page.on('request', (request) => request.url().includes('/verify') && verified.push(request.url()))
  await forget(page, email)
  const code = page.getByLabel('Six-digit code')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  for (const typed of ['12345', '1234567', '12345a']) {
    await code.fill(typed)
    await code.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(/^The code has six digits/)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  expect(verified).toHaveLength(0)
  await code.fill('123456')
  await code.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^Token has expired or is invalid/)
  await expect(code).toHaveValue('123456')
})

test('choosing a new password survives a reload, and is asked for in no other tab', async ({ page, context, email, dataFolder }) => {
  await createAccount(page, email)
  await recover(page, email, dataFolder)
  await page.reload()
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/auth')
  await expect(other).toHaveURL('/')
  await page.goto('/client-onboarding')
  await expect(page).toHaveURL('/auth')
  await expect(heading(page, 'Choose a new password')).toBeVisible()
})

test('whoever leaves without a new password is signed out, and nothing asks for it again', async ({ page, email, dataFolder, database }) => {
  await createAccount(page, email)
  // Otherwise this would be the first proof of the address, which ends the password of whoever chose it before.
  await database.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  await recover(page, email, dataFolder)
  await page.getByRole('button', { name: 'Cancel and sign out' }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await expect(message(page, 'You are signed out.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
})

test('a new password that is the old one is refused, and another one can be typed', async ({ page, email, dataFolder, database, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await createAccount(page, email)
  await database.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  await recover(page, email, dataFolder)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toContainText('New password should be different from the old password.')
  await expect(page.getByLabel('New password')).toHaveValue(password)
  await page.getByLabel('New password').fill('a new password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/')
})

// Other rules than the gateway has: a Supabase project's.
for (const { code, status, says } of [
  { code: 'weak_password', status: 422, says: 'Password should be at least 8 characters.' },
  { code: 'reauthentication_needed', status: 400, says: 'Password update requires reauthentication' },
  { code: 'insufficient_aal', status: 401, says: 'AAL2 session is required to update email or password when MFA is enabled.' },
]) {
  test(`a new password that is refused says why: ${code}`, async ({ page, email, dataFolder, expectedErrors }) => {
    expectedErrors.push(refusedAnswer)
    await answer(page, 'PUT /user*', refusal(status, code, says))
    await createAccount(page, email)
    await recover(page, email, dataFolder)
    await page.getByLabel('New password').fill('a new password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toContainText(says)
    await expect(page.getByLabel('New password')).toHaveValue('a new password')
  })
}

test('an address that is not confirmed: the words of the service, another e-mail, and its code', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await answer(page, 'POST /token*', refusal(400, 'email_not_confirmed', 'Email not confirmed'))
  const resent = await answer(page, 'POST /resend*', { json: {} })
  const verified = await answer(page, 'POST /verify*', { json: sessionAnswer({ email }) })
  await signIn(page, email)
  await expect(page.getByRole('alert')).toHaveText(/^Email not confirmed/)
  await expectNoFindings(page)
  await page.getByRole('button', { name: 'Resend confirmation' }).click()
  await expect(heading(page, 'Check your email')).toBeFocused()
  expect(resent[0]?.postDataJSON()).toMatchObject({ email, type: 'signup' })
  expect(wayBack(resent[0])).toEqual({ page: new URL('/', page.url()).href, flow: expect.stringMatching(/^\w{32}$/) })
  await page.getByLabel('Six-digit code').fill('123456')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  await expect(message(page, 'Your email address is confirmed. You are signed in.')).toBeVisible()
  expect(verified[0]?.postDataJSON()).toMatchObject({ email, token: '123456', type: 'email' })
})

test('a refused resend keeps the focus where it was, and the offer is read out', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await answer(page, 'POST /token*', refusal(400, 'email_not_confirmed', 'Email not confirmed'))
  await answer(page, 'POST /resend*', refusal(422, 'validation_failed', 'Not now'))
  await page.goto('/auth')
  await expect(page.getByLabel('Email')).toBeVisible()
  // A region that comes with its text is not read out.
  await page.evaluate(() => document.querySelectorAll('[role=status]').forEach((region) => region.setAttribute('data-stood', '')))
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const resend = page.locator('[data-stood]').getByRole('button', { name: 'Resend confirmation' })
  await resend.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Not now' })).toBeVisible()
  await expect(resend).toBeFocused()
})

test('another confirmation e-mail is offered for the refused address only, and not for a new account', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await answer(page, 'POST /token*', refusal(400, 'email_not_confirmed', 'Email not confirmed'))
  await signIn(page, email)
  const resend = page.getByRole('button', { name: 'Resend confirmation' })
  await expect(resend).toBeVisible()
  await page.getByLabel('Email').fill('somebody.else@example.com')
  await expect(resend).toHaveCount(0)
  await openSignUp(page)
  await expect(page.getByRole('button', { name: /Resend|Forgot/ })).toHaveCount(0)
})
