import type { Page } from '@playwright/test'
import { wholeChromium } from '../helpers/chromium-flags.ts'
import { expect, test } from './fixtures.ts'

/** What this browser knows and the oldest ones do not is taken from the site on its way, and the rest has to do. */
test.use({ ...wholeChromium, bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } })

async function serveWithout(page: Page, newer: RegExp) {
  // The files are not as they were built.
  await page.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (address, options) => fetch(address, { ...options, integrity: '' })
    Object.defineProperty(HTMLLinkElement.prototype, 'integrity', { value: '', writable: true })
  })
  await page.route(/\/(assets\/.*\.css)?$/, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.replaceAll(newer, 'unknown') })
  })
}

test('without names of groups, a question that is opened still closes the one before it', async ({ page }) => {
  await serveWithout(page, /\bname(?==("faq"|faq))/g)
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDetailsElement.prototype, 'name'))
  await page.goto('./')
  const questions = page.locator('#faqs summary')
  const open = page.locator('#faqs details[open]')
  await questions.nth(0).click()
  await expect(open).toHaveCount(1)
  await questions.nth(3).click()
  await expect(open).toHaveCount(1)
  await expect(page.locator('#faqs details').nth(3)).toHaveAttribute('open', '')
  await questions.nth(3).click()
  await expect(open).toHaveCount(0)
})

test.describe('without scroll timelines, until the app is there', () => {
  test.use({ attended: false })

  test('the header has a ground, so that text does not pass through it', async ({ page }) => {
    const header = page.locator('header.top')
    await serveWithout(page, /\banimation-timeline\b/g)
    await page.goto('./', { waitUntil: 'load' })
    await expect(header).toHaveCSS('background-color', 'rgba(250, 246, 238, 0.91)')
    await expect(header).toHaveCSS('backdrop-filter', 'blur(10px)')
    await page.evaluate(() => dispatchEvent(new Event('pointermove')))
    await expect(header).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await page.evaluate(() => scrollTo({ top: 300 }))
    await expect(header).toHaveClass(/is-scrolled/)
    await expect(header).toHaveCSS('backdrop-filter', 'blur(10px)')
  })
})

test.describe('without script and without the media query that tells of it', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } })

  test('the menu leaves the place that it leads to in sight, and help is read in its place', async ({ page }) => {
    await serveWithout(page, /\bscripting\b/g)
    await page.goto('./')
    await page.getByRole('button', { name: 'Menu' }).or(page.locator('.menu summary')).first().click()
    await page.locator('.menu-panel').getByRole('link', { name: 'FAQs' }).click()
    await expect(page.locator('#faqs h2')).toBeInViewport()
    const covering = await page.locator('#faqs h2').evaluate((heading) => {
      const { left, top } = heading.getBoundingClientRect()
      return document.elementFromPoint(left + 5, top + 5)?.closest('header.top') !== null
    })
    expect(covering).toBe(false)
    await expect(page.getByText(/^Lenders report a payment as late/).first()).toBeVisible()
  })
})
