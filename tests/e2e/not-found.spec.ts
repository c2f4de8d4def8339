import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { homeHeading } from './site-words.ts'

// A browser reports every answer with a status of 404 on the console.
const reported = /status of 404/
const logged = /^Page not found: /

/** Goes to a place below the base as a link of the site would, in the same document. */
async function navigateWithin(page: Page, name: string) {
  // The router, once it answers for the page, gives each entry of the history a key.
  await page.getByRole('link', { name: 'FAQs' }).first().click()
  await page.waitForFunction(() => history.state?.key)
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, name)
}

test('an unknown address answers 404 with a page that leads home, and logs the path once', async ({ page, expectedErrors }) => {
  expectedErrors.push(reported, logged)
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  const response = await page.goto('./no/such/page?x=1')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect.poll(() => messages.filter((text) => logged.test(text))).toEqual(['Page not found: /no/such/page'])
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(homeHeading)
})

test('a link to a page that is not there shows the same page without loading anew', async ({ page, expectedErrors, baseURL }) => {
  expectedErrors.push(logged)
  await page.goto('./')
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await navigateWithin(page, 'gone')
  await expect(page).toHaveURL(`${baseURL}gone`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
})

test('a thrown error shows its message and never its stack', async ({ page, expectedErrors }) => {
  expectedErrors.push(/./)
  await page.goto('./')
  await page.route('**/assets/auth-*.js', (route) => route.abort())
  await navigateWithin(page, 'auth')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('main')).toContainText('Failed to fetch')
  await expect(page.getByRole('main')).not.toContainText(/\bat \S+:\d+/)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(homeHeading)
})

test('an address that begins like that of another host is read as one of this site, and its links stay here', async ({ page, baseURL, expectedErrors }) => {
  expectedErrors.push(reported, logged)
  await page.goto(`${new URL(baseURL ?? '').origin}//127.0.0.1:9/x?y=1#z`)
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/127\.0\.0\.1:9\/x\?y=1#z$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/127\.0\.0\.1:9\/x(\?y=1)?#blog$/)
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(homeHeading)
})
