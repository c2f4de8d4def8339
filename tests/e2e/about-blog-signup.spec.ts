import { aboutPage } from '../../content/about.ts'
import { blogPage, comingSoon } from '../../content/blog.ts'
import { longDateOf } from '../../content/format.ts'
import { home } from '../../content/home.ts'
import { guarantee } from '../../content/plans.ts'
import { signupPage } from '../../content/signup.ts'
import { site } from '../../site.config.ts'
import { findings } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { articles, outbound } from './site-words.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('about tells the story, the values and the mission', async ({ page }) => {
  await page.goto('./about')
  const { story, values, mission, next } = aboutPage
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([story.heading, values.heading, mission.heading])
  await expect(page.locator('.values h3')).toHaveText(values.items.map(({ title }) => title))
  for (const text of [...story.paragraphs, String(site.organization.foundedYear)]) await expect(page.getByRole('main')).toContainText(text)
  await expect(page.getByRole('main').getByRole('link', { name: next.plans })).toHaveAttribute('href', '/#pricing')
})

test('the blog has a card for each article, which leads there, and one for each that is announced', async ({ page }) => {
  await page.goto('./blog')
  const cards = page.locator('.cards article')
  const all = [...articles.map(({ head }) => head), ...comingSoon]
  await expect(cards).toHaveCount(all.length)
  await expect(cards.locator('img')).toHaveCount(all.length)
  expect(await cards.locator('.fine').allTextContents()).toEqual(all.map(({ category, date }) => `${category}, ${longDateOf(date)}`))
  const links = await cards.getByRole('link').evaluateAll((anchors) => anchors.map((link) => link.getAttribute('href')))
  expect(links).toEqual(articles.map(({ address }) => `/${address}`))
})

test('a card that is coming soon says so and does nothing on a click', async ({ page }) => {
  await page.goto('./blog')
  const soon = page.locator('.cards article').filter({ hasText: blogPage.comingSoon })
  await expect(soon).toHaveCount(comingSoon.length)
  for (const card of await soon.all()) await card.getByRole('heading').click()
  await expect(page).toHaveURL(/\/blog$/)
  await expect(soon.locator('a, button, [tabindex]')).toHaveCount(0)
})

test('whoever wants to stay updated is led to the contact section', async ({ page }) => {
  await page.goto('./blog')
  await expect(page.getByRole('heading', { name: blogPage.stayUpdated.heading })).toBeVisible()
  await page.getByRole('link', { name: blogPage.stayUpdated.button }).click()
  await expect(page).toHaveURL(/\/#contact$/)
  await expect(page.getByRole('heading', { name: home.contact.heading })).toBeInViewport()
})

test('sign-up lists its benefits and the claims that only it makes', async ({ page }) => {
  await page.goto('./signup')
  await expect(page.locator('.benefits > li')).toHaveCount(signupPage.benefits.length)
  const main = page.getByRole('main')
  await expect(main).toContainText(signupPage.lead)
  await expect(main).toContainText(guarantee)
  for (const { more } of signupPage.benefits) {
    if (more) await expect(main.getByRole('link', { name: more.label })).toHaveAttribute('href', '/legal/refund-policy')
  }
  await main.getByRole('link', { name: signupPage.account.link }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome')
})

test('the button of sign-up opens the intake form in a new tab, without opener or referrer', async ({ page, context, partnersUrl }) => {
  await page.goto('./signup')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: signupPage.button }).click()
  const intake = await opened
  await expect(intake).toHaveURL(outbound(partnersUrl).intake)
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
