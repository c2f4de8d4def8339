import { expect, test } from './fixtures.ts'

// What the sample's own pages are to say, in so many words. Figures are in `tests/figures.sample.test.ts`.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('home begins with the promise', async ({ page }) => {
  await page.goto('./')
  await expect(page).toHaveTitle(/dispute errors, rebuild credit/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Dispute errors\. Rebuild credit\. Guided every step\./)
  for (const claim of ['8+', '50K+', '95%']) await expect(page.locator('main').getByText(claim).first()).toBeVisible()
})

test('the prices are in whole dollars, and one plan is the most popular', async ({ page }) => {
  await page.goto('./')
  const prices = page.locator('.plans article .price')
  expect(await prices.evaluateAll((all) => all.map((price) => price.firstChild?.textContent?.trim()))).toEqual([
    '$25', '$200', '$350', '$500', '$750', '$149',
  ])
  await expect(page.locator('.plans article').filter({ hasText: 'Most Popular' }).getByRole('heading')).toHaveText('Standard Repair')
})

test('the 90 days are called a money-back guarantee, beside the conditions', async ({ page }) => {
  await page.goto('./')
  await expect(page.locator('.pledge')).toContainText(/^90 days.*90-day money-back guarantee: a 90-day full refund if no negative items are removed/)
  await expect(page.locator('.pledge').getByRole('link', { name: 'refund policy' })).toBeVisible()
})

test('each of the four benefits has an icon of its own', async ({ page }) => {
  await page.goto('./')
  const icons = page.locator('.why dt img')
  await icons.first().scrollIntoViewIfNeeded()
  await expect.poll(() => icons.evaluateAll((all) => all.every((icon) => icon instanceof HTMLImageElement && icon.naturalWidth > 0))).toBe(true)
  const looks = await Promise.all((await icons.all()).map(async (icon) => (await icon.screenshot()).toString('base64')))
  expect(new Set(looks).size).toBe(4)
})

test('about has the four values and the claims', async ({ page }) => {
  await page.goto('./about')
  await expect(page.locator('.values h3')).toHaveText([
    'Trust and integrity', 'Client-focused', 'Proven expertise', 'Compassionate service',
  ])
  await expect(page.getByRole('main')).toContainText(/Founded\s*2017/)
  await expect(page.getByRole('main')).toContainText('With 8+ years of experience and 50K+ clients helped')
})

test('sign-up has six benefits and claims of its own', async ({ page }) => {
  await page.goto('./signup')
  await expect(page.locator('.benefits > li')).toHaveCount(6)
  await expect(page.getByRole('main')).toContainText('35+ years of experience and 10,000+ clients helped')
  await expect(page.getByRole('main')).toContainText('90-day full refund if no negative items are removed')
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toBeVisible()
})
