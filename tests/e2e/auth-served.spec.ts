import type { Page } from '@playwright/test'
import { wholeChromium } from '../helpers/chromium-flags.ts'
import { fillCredentials, refusedAnswer, startSignedUp } from './auth-card.ts'
import { expect, test } from './fixtures.ts'

// The sign-in page before the app is there, and without it.
test.use({ ...wholeChromium, attended: false })

const open = (page: Page) => page.goto('./auth', { waitUntil: 'load' })

/** Keeps the app's files back until the returned function is called. */
async function keepBack(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

test('the form is there before the app, which sends what was typed and pressed meanwhile', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  const release = await keepBack(page)
  await open(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  release()
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('correct horse battery')
})

test('an e-mail address typed before the app is there stands in the other form too', async ({ page, email }) => {
  const release = await keepBack(page)
  await open(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  release()
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('an app that does not come sends nothing, and no password into an address', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource|Not loaded|Failed to fetch/)
  const sent: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && sent.push(request.url()))
  await page.route('**/assets/*.js', (route) => route.abort())
  await open(page)
  await fillCredentials(page, email)
  await page.getByLabel('Password').press('Enter')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Password')).toHaveValue('correct horse battery')
  expect(sent).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing is sent, and the page says why', async ({ page, email }) => {
    await page.goto('./auth')
    await fillCredentials(page, email)
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByText(/needs JavaScript/)).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  })
})

test('whoever is signed in leaves at once, untouched', async ({ page, email }) => {
  await startSignedUp(page, email)
  await open(page)
  await expect(page).toHaveURL('/')
})
