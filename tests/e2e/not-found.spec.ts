import { expect, test } from './fixtures.ts'

// A browser reports every answer with a status of 404 on the console.
const reported = /status of 404/
const logged = /^Page not found: /

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
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dispute errors.')
})

test('a link to a page that is not there shows the same page without loading anew', async ({ page, expectedErrors, baseURL }) => {
  expectedErrors.push(logged)
  await page.goto('./')
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await page.evaluate(() => {
    history.pushState(null, '', `${location.pathname}gone`)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(`${baseURL}gone`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
})

test('a thrown error shows its message and never its stack', async ({ page, expectedErrors }) => {
  expectedErrors.push(/./)
  await page.goto('./')
  await page.route('**/assets/auth-*.js', (route) => route.abort())
  await page.evaluate(() => {
    history.pushState(null, '', `${location.pathname}auth`)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('main')).toContainText('Failed to fetch dynamically imported module')
  await expect(page.getByRole('main')).not.toContainText(/\bat \S+:\d+/)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dispute errors.')
})
