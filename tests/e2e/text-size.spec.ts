import { expect, test } from './fixtures.ts'
import { articles } from './site-words.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const pages = [
  '/', '/assessment', '/credit-score-calculator', '/about', '/blog',
  ...articles.map(({ address }) => `/${address}`), '/auth', '/confirm', '/signup', '/onboarding-success', '/welcome', '/legal/terms', '/legal/refund-policy',
]

for (const width of [320, 412]) {
  test(`with text of double size no page is wider than a phone of ${width} pixels, and its menu stays in reach`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    for (const address of pages) {
      await test.step(address, async () => {
        await page.goto(address)
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
        const logo = await page.locator('.top .logo').boundingBox()
        const menu = await page.locator('.top .menu summary').boundingBox()
        expect((logo?.x ?? 0) + (logo?.width ?? 0)).toBeLessThanOrEqual(menu?.x ?? 0)
        expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(width)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await page.locator('.top .menu summary').click()
        const panel = page.locator('.top .menu-panel')
        expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      })
    }
  })
}
