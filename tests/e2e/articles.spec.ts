import { articlePage, blogPage } from '../../content/blog.ts'
import { longDateOf } from '../../content/format.ts'
import { findings } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { articles } from './site-words.ts'

for (const { address, head, sections } of articles) {
  test(`${address} has its date, category, picture and sections`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(head.title)
    await expect(page.locator('.page-head .meta span')).toHaveText(head.category)
    await expect(page.locator('.page-head time')).toHaveText(longDateOf(head.date))
    await expect(page.locator('.art img')).toHaveAttribute('src', new RegExp(`/${head.picture}-`))
    await expect(page.locator('.prose h2')).toHaveText(sections)
    await expect(page.getByRole('navigation', { name: articlePage.contents }).getByRole('link')).toHaveText(sections)
  })

  test(`${address} leads back to the blog, and ends with ${head.action}`, async ({ page }) => {
    await page.goto(address)
    const end = page.getByRole('main').getByRole('link', { name: head.action })
    await expect(end).toHaveAttribute('href', /\/signup$/)
    await page.getByRole('link', { name: articlePage.back }).click()
    await expect(page).toHaveURL(/\/blog$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(blogPage.heading)
    await page.goBack()
    await end.click()
    await expect(page).toHaveURL(/\/signup$/)
  })
}

test('the strip above the footer gives the same titles, dates and categories as the articles', async ({ page }) => {
  await page.goto('legal/terms')
  const cards = page.locator('#blog article')
  await expect(cards).toHaveCount(articles.length)
  for (const [index, { head }] of articles.entries()) {
    await expect(cards.nth(index).getByRole('heading')).toHaveText(head.title)
    await expect(cards.nth(index)).toContainText(`${head.category}, ${longDateOf(head.date)}`)
  }
  await cards.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(articles[0]?.head.title ?? '')
})

test('a link of an article to another site opens a new tab without opener or referrer', async ({ page }) => {
  for (const { address } of articles) {
    await page.goto(address)
    const careless = await page.locator('.prose a[href^="http"]').evaluateAll((all) =>
      all.filter((link) => link.getAttribute('target') !== '_blank' || link.getAttribute('rel') !== 'noopener noreferrer').length,
    )
    expect(careless, address).toBe(0)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an article can be read from its first to its last word', async ({ page }) => {
    for (const { address, head } of articles) {
      await page.goto(address)
      await expect(page.locator('.prose')).toContainText(/\S/)
      await expect(page.getByRole('main').getByRole('link', { name: head.action })).toBeVisible()
      await expect(page.locator('.art img')).toBeVisible()
    }
  })
})

for (const width of [320, 1440]) {
  test(`nothing is cut off or inaccessible in the articles at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const { address } of articles) {
      await page.goto(address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(await findings(page), address).toEqual([])
    }
  })
}
