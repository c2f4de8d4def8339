import type { BrowserContext, Page } from '@playwright/test'
import { password, pressLink, signUp, startSignedUp } from './auth-card.ts'
import { alive, expect, test } from './fixtures.ts'
import { keptEmailTo } from './kept-emails.ts'
import { field, fillForm, generalFailure, submit } from './onboarding-form.ts'
import { followReceipt, pay, planName, subject } from './paying.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 375, height: 740 } })

/** From the pricing card to the stand-in of the checkout. */
async function choosePlan(page: Page, context: BrowserContext): Promise<Page> {
  await page.goto('/')
  const opened = context.waitForEvent('page')
  await page.locator('#plan-standard').getByRole('link').click()
  return opened
}

/** Pays without a look at the home page. */
async function paid(page: Page, partnersUrl: string, email: string) {
  await page.goto(`${partnersUrl}/checkout/standard`)
  return pay(page, email)
}

test('a visitor chooses a plan, pays, follows the e-mail, signs up and onboards: delivered, and the payment proven', async ({
  page, context, email, database, partnersUrl, dataFolder,
}) => {
  const checkout = await choosePlan(page, context)
  await expect(checkout.getByRole('heading', { name: planName })).toBeVisible()
  const reference = await pay(checkout, email)
  await expect(checkout.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await checkout.getByRole('link', { name: 'Back to the site' }).click()
  await expect(checkout).toHaveURL('/welcome')
  await expect(checkout.getByText('Look in the spam folder.')).toBeVisible()

  await followReceipt(page, { email, reference, database, partnersUrl, dataFolder })
})

test('what stands behind the # of the link leaves the address and the history, and is sent nowhere', async ({ page, email, partnersUrl, dataFolder }) => {
  await paid(page, partnersUrl, email)
  const { link } = await keptEmailTo(dataFolder, email, subject)
  const seen: string[] = []
  page.on('request', (request) => seen.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`))
  await page.goto(link)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  // The first one is the navigation, whose fragment only the browser itself has.
  const sent = seen.filter((each) => !each.startsWith(link))
  expect(sent.filter((each) => each.includes(email) || each.includes(encodeURIComponent(email)))).toEqual([])
  await page.goBack({ waitUntil: 'load' })
  await page.goForward()
  await expect(page).toHaveURL('/auth')
})

test('somebody signed in with another address is told so, changes over, and comes back to the form', async ({ page, email, partnersUrl, dataFolder }) => {
  const other = `other-${email}`
  await startSignedUp(page, other)
  await paid(page, partnersUrl, email)
  const { link } = await keptEmailTo(dataFolder, email, subject)
  await page.goto(link)
  await expect(page.getByText('This payment was made with another address')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await page.getByRole('button', { name: 'Sign out and change over' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('complementary').filter({ hasText: 'onboarding' }).getByRole('link').first().click()
  await expect(field(page, 'email')).toHaveValue(email)
  await expect(page.getByText('This payment was made with another address')).toBeHidden()
})

test('a payer whose address is not confirmed yet is told so beside the button, confirms it elsewhere, and sends the same form', async ({
  page, context, email, database, partnersUrl, dataFolder, expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const reference = await paid(page, partnersUrl, email)
  await page.goto((await keptEmailTo(dataFolder, email, subject)).link)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('complementary').filter({ hasText: 'onboarding' }).getByRole('link').first().click()
  await fillForm(page)
  await submit(page)
  await expect(page.getByRole('alert')).toHaveText(new RegExp(`^Error ${generalFailure}`))
  await expect(page.getByText('open the link in our email that confirms it')).toBeVisible()
  const elsewhere = await context.newPage()
  await pressLink(elsewhere, (await keptEmailTo(dataFolder, email, 'Confirm your email address')).link)
  await expect(elsewhere).toHaveURL('/')
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select payment_verified_at is not null as verified, onboarding_completed from enrollments where payment_reference like $1', [`%${reference}`])
  expect(rows).toEqual([{ verified: true, onboarding_completed: true }])
})

test('the next person in this tab does not learn the address', async ({ page, email, partnersUrl, dataFolder }) => {
  await paid(page, partnersUrl, email)
  const { link } = await keptEmailTo(dataFolder, email, subject)
  await page.goto(link)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await signUp(page, `other-${email}`)
  await page.goto('/client-onboarding')
  await page.locator('.who').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('a reminder is ended by a press on /welcome, and by nothing less', async ({ page, email, database, partnersUrl, dataFolder }) => {
  const reference = await paid(page, partnersUrl, email)
  await keptEmailTo(dataFolder, email, subject)
  const stoppedAt = async (): Promise<Date | null> => {
    const { rows } = await database.query('select reminders_stopped_at, stop_token from payments where reference like $1', [`%${reference}`])
    return rows[0].reminders_stopped_at
  }
  const { rows } = await database.query('select stop_token from payments where reference like $1', [`%${reference}`])
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('payment-received') && asked.push(request.method()))
  await page.goto(`/welcome#stop=${rows[0].stop_token}`)
  await expect(page).toHaveURL('/welcome')
  await page.reload()
  const button = page.getByRole('button', { name: 'No more reminders' })
  await expect(button).toBeVisible()
  expect(asked).toEqual([])
  expect(await stoppedAt()).toBeNull()
  await button.click()
  await expect(page.getByText('Done. We will not remind you')).toBeVisible()
  expect(await stoppedAt()).not.toBeNull()
  expect(asked).toEqual(['POST'])
  await expect(button).toBeHidden()
  await page.reload()
  await alive(page)
  await expect(button).toBeHidden()
})

test('reminders that could not be stopped can be again', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/functions/v1/payment-received*', (route) => route.abort(), { times: 1 })
  await page.goto('/welcome#stop=00000000-0000-4000-8000-000000000000')
  const button = page.getByRole('button', { name: 'No more reminders' })
  await button.click()
  await expect(page.getByText('We could not stop the reminders.')).toBeVisible()
  await button.click()
  await expect(page.getByText('Done. We will not remind you')).toBeVisible()
})

test('a transfer that is on its way proves nothing, and one that the bank refuses neither', async ({ page, email, database, partnersUrl }) => {
  await page.goto(`${partnersUrl}/checkout/standard`)
  const reference = await pay(page, email, 'Pay later, by bank transfer')
  const status = async () => (await database.query('select status from payments where reference like $1', [`%${reference}`])).rows[0]?.status
  expect(await status()).toBe('pending')
  await page.getByRole('button', { name: 'The bank refuses' }).click()
  await expect(page.getByRole('heading', { name: 'The bank has refused' })).toBeVisible()
  expect(await status()).toBe('failed')
})
