import { findings } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('about tells the story, the four values and the mission', async ({ page }) => {
  await page.goto('./about')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Our story', 'What we hold ourselves to', 'Our mission',
  ])
  await expect(page.locator('.values h3')).toHaveText([
    'Trust and integrity', 'Client-focused', 'Proven expertise', 'Compassionate service',
  ])
  await expect(page.getByRole('main')).toContainText(/Founded\s*2017/)
  await expect(page.getByRole('main')).toContainText('With 8+ years of experience and 50K+ clients helped')
  await expect(page.getByRole('main').getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/#pricing')
})

test('the blog has six cards, of which two lead to their articles', async ({ page }) => {
  await page.goto('./blog')
  const cards = page.locator('.cards article')
  await expect(cards).toHaveCount(6)
  await expect(cards.locator('img')).toHaveCount(6)
  expect(await cards.locator('.fine').allTextContents()).toEqual([
    'Credit Education, October 15, 2025', 'Credit Repair, October 10, 2025', 'Credit Education, September 24, 2025',
    'Credit Repair, September 10, 2025', 'Budgeting, August 27, 2025', 'Rebuilding, August 13, 2025',
  ])
  const links = await cards.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual(['/blog/understanding-credit-score', '/blog/common-credit-errors'])
})

test('a card that is coming soon says so and does nothing on a click', async ({ page }) => {
  await page.goto('./blog')
  const soon = page.locator('.cards article').filter({ hasText: 'Coming soon' })
  await expect(soon).toHaveCount(4)
  for (const card of await soon.all()) await card.getByRole('heading').click()
  await expect(page).toHaveURL(/\/blog$/)
  await expect(soon.locator('a, button, [tabindex]')).toHaveCount(0)
})

test('whoever wants to stay updated is led to the contact section', async ({ page }) => {
  await page.goto('./blog')
  await expect(page.getByRole('heading', { name: 'Stay updated' })).toBeVisible()
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL(/\/#contact$/)
  await expect(page.getByRole('heading', { name: 'Talk to a person' })).toBeInViewport()
})

test('sign-up lists six benefits and the claims that only it makes', async ({ page }) => {
  await page.goto('./signup')
  await expect(page.locator('.benefits > li')).toHaveCount(6)
  const main = page.getByRole('main')
  await expect(main).toContainText('35+ years of experience and 10,000+ clients helped')
  await expect(main).toContainText('90-day full refund if no negative items are removed')
  await expect(main.getByRole('link', { name: 'Read the conditions' })).toHaveAttribute('href', '/legal/refund-policy')
  await main.getByRole('link', { name: 'Sign in to your account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome')
})

test('Sign Up Now opens the intake form in a new tab, without opener or referrer', async ({ page, context, partnersUrl }) => {
  await page.goto('./signup')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign Up Now' }).click()
  const intake = await opened
  await expect(intake).toHaveURL(`${partnersUrl}/intake`)
  expect(await intake.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
})

for (const width of [320, 768, 1440]) {
  test(`nothing is cut off or inaccessible on about, blog and sign-up at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const address of ['about', 'blog', 'signup']) {
      await page.goto(address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(await findings(page), address).toEqual([])
    }
  })
}
