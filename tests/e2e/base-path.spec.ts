import { deskFrame, deskGate } from '../../content/desk/frame.ts'
import { home } from '../../content/home.ts'
import { heading, openDesk, startAsStaff } from './desk-page.ts'
import { expect, test } from './fixtures.ts'
import { newestArticle } from './site-words.ts'

// The same site, mounted below /some/base/: nothing may lead out of it.

test('every internal link of every page stays below the base path', async ({ page }) => {
  for (const address of ['./', 'auth', 'confirm', 'client-onboarding', 'onboarding-success', 'welcome', 'legal/refund-policy', newestArticle]) {
    await page.goto(address)
    const links = await page.locator('a[href]').evaluateAll((anchors) =>
      anchors
        .map((anchor) => new URL(anchor.getAttribute('href') ?? '', location.href))
        .filter((url) => url.origin === location.origin)
        .map((url) => url.pathname),
    )
    expect(links.filter((path) => !path.startsWith('/some/base/'))).toEqual([])
  }
})

test('Get Started leads to the pricing of the home page from anywhere', async ({ page }) => {
  await page.goto('onboarding-success')
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/some\/base\/#pricing$/)
  await expect(page.locator('#pricing')).toBeInViewport()
})

test('a client signs up, onboards and is welcomed below the base path', async ({ page, email, database }) => {
  await page.goto('client-onboarding?plan=Light%20Repair')
  await expect(page).toHaveURL(/\/some\/base\/auth$/)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/some\/base\/$/)
  await page.getByRole('link', { name: home.resume.onboarding.link }).click()
  await expect(page).toHaveURL(/\/some\/base\/client-onboarding\?plan=Light%20Repair$/)
  const typed = {
    firstName: 'Ada', lastName: 'Reed', dateOfBirth: '1988-04-12', ssnLastFour: '0742', phone: '(555) 555-0117',
    streetAddress: '100 Example Street', city: 'Anytown', zipCode: '00000',
  }
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value)
  await page.locator('[name=state]').selectOption('GA')
  await page.getByRole('button', { name: 'Complete Onboarding' }).click()
  await expect(page).toHaveURL(/\/some\/base\/onboarding-success$/)
  const { rows } = await database.query('select plan_name, customer_name from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([{ plan_name: 'Light Repair', customer_name: 'Ada Reed' }])
})

test('an address outside the base is not this site', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/)
  const response = await page.goto('/elsewhere')
  expect(response?.status()).toBe(404)
  // It says so from the first byte, not only once the app is there.
  expect(await response?.text()).toMatch(/<h1>Unexpected Application Error!<\/h1><p class="lead">404 Not Found</)
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page).toHaveTitle(/^Unexpected Application Error!/)
})

test('the desk stays below the base path, too', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page)
  await page.getByRole('link', { name: deskFrame.views.log }).click()
  await expect(page).toHaveURL(/\/some\/base\/desk\/?\?view=log$/)
  await page.reload()
  await expect(heading(page, deskFrame.views.log)).toBeVisible()
  await page.getByRole('button', { name: deskFrame.signOut }).click()
  await expect(heading(page, deskGate.closed['signed-out'].heading)).toBeFocused()
  await expect(page).toHaveURL(/\/some\/base\/desk\/?\?view=log$/)
})
