import type { Locator, Page } from '@playwright/test'
import { faqs } from '../../content/faqs.ts'
import { home } from '../../content/home.ts'
import { expect, test } from './fixtures.ts'
import { articles } from './site-words.ts'

const top = (locator: Locator) => locator.evaluate((element) => Math.round(element.getBoundingClientRect().top))
const headerBottom = (page: Page) => page.locator('header.top').evaluate((element) => element.getBoundingClientRect().bottom)

/** The place is just below the fixed header, where the reader looks. */
async function expectInSight(page: Page, place: Locator) {
  await expect(place).toBeInViewport()
  await expect.poll(() => top(place)).toBeLessThan(200)
  expect(await top(place)).toBeGreaterThanOrEqual(Math.floor(await headerBottom(page)))
}

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('the header keeps exactly the stated links, and the Blog link is the bare fragment', async ({ page, baseURL }) => {
  await page.goto('./')
  const base = new URL(baseURL ?? '').pathname
  const links = await main(page).getByRole('link').evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
  expect(links).toEqual([
    ['Home', base],
    ['How It Works', `${base}#how-it-works`],
    ['Pricing', `${base}#pricing`],
    ['Credit Calculator', `${base}credit-score-calculator`],
    ['Testimonials', `${base}#testimonials`],
    ['FAQs', `${base}#faqs`],
    ['Blog', '#blog'],
    ['Contact', `${base}#contact`],
  ])
  await expect(page.locator('header.top').getByRole('link', { name: 'Get Started' }).first()).toHaveAttribute('href', `${base}#pricing`)
})

test('Get Started leads to the prices, clear of the header, on the second click too', async ({ page }) => {
  await page.goto('./')
  const getStarted = page.locator('header.top').getByRole('link', { name: 'Get Started' }).first()
  const prices = page.getByRole('heading', { name: home.pricing.heading })
  await getStarted.click()
  await expectInSight(page, prices)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(prices).not.toBeInViewport()
  await getStarted.click()
  await expectInSight(page, prices)
})

test('Get Started leads from another page to the prices on home', async ({ page }) => {
  await page.goto('./auth')
  await page.locator('header.top').getByRole('link', { name: 'Get Started' }).first().click()
  await expect(page).toHaveURL(/\/#pricing$/)
  await expectInSight(page, page.getByRole('heading', { name: home.pricing.heading }))
})

for (const address of ['./', './auth']) {
  test(`the Blog link leads to the strip above the footer on ${address}`, async ({ page }) => {
    await page.goto(address)
    await main(page).getByRole('link', { name: 'Blog' }).click()
    await expect(page).toHaveURL(/#blog$/)
    await expect(page.getByRole('heading', { name: 'From the blog' })).toBeInViewport()
    await expect(page.locator('#blog').getByRole('link')).toHaveText([
      'All articles', ...articles.map(({ head }) => head.title),
    ])
  })
}

test('the header has a ground of its own past ten pixels, also when the page is loaded scrolled', async ({ page }) => {
  const none = /^(none|blur\(0px\))$/
  const blur = () => page.locator('header.top').evaluate((header) => getComputedStyle(header).backdropFilter)
  await page.goto('./')
  expect(await blur()).toMatch(none)
  await page.mouse.wheel(0, 11)
  await expect.poll(blur).toBe('blur(10px)')
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect.poll(blur).toMatch(none)
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
  await page.reload()
  await expect.poll(blur).toBe('blur(10px)')
  await expect(page.locator('header.top')).toHaveClass(/is-scrolled/)
})

test('the header is opaque for those who want less transparency', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-transparency', value: 'reduce' }] })
  await page.goto('./')
  await page.mouse.wheel(0, 500)
  await expect(page.locator('header.top')).toHaveCSS('background-color', 'rgb(250, 246, 238)')
})

test('the header of a wide screen keeps all its links while the page is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('./')
  await page.mouse.wheel(0, 2000)
  await expect(page.locator('header.top')).toHaveClass(/is-scrolled/)
  for (const name of ['Client Login', 'Get Credit Monitoring', 'Get Started', 'Contact']) {
    await expect(page.locator('header.top').getByRole('link', { name }).first()).toBeInViewport({ ratio: 1 })
  }
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  test('the menu and the questions work by keyboard alone', async ({ page }) => {
    await page.goto('./')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    // Past the skip link, the logo and, from 376 px, Get Started.
    await press('Tab', 'Tab', 'Tab', 'Enter')
    await expect(page.locator('.menu')).toHaveAttribute('open', '')
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    await expect(page.getByRole('link', { name: 'FAQs' }).and(page.locator(':focus'))).toBeVisible()
    await press('Enter')
    await expect(page.locator('.menu')).not.toHaveAttribute('open')
    await expect(page.locator('#faqs h2')).toBeInViewport()
    const first = page.locator('#faqs summary').first()
    await expect.poll(async () => {
      await press('Tab')
      return first.evaluate((question) => question === document.activeElement)
    }).toBe(true)
    const answer = page.locator('#faqs details').first().locator('p')
    await press('Enter')
    await expect(answer).toBeVisible()
    await press('Space')
    await expect(answer).toBeHidden()
  })

  test('the menu opens, and closes on a link and on Escape', async ({ page }) => {
    await page.goto('./')
    const menu = page.locator('details.menu')
    const toggle = menu.locator('summary')
    const panel = page.getByRole('navigation', { name: 'Menu' })
    await expect(main(page)).toBeHidden()
    await toggle.click()
    await expect(panel.getByRole('link')).toHaveCount(11)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(toggle).toBeFocused()
    await toggle.click()
    await panel.getByRole('link', { name: 'FAQs' }).click()
    await expect(panel).toBeHidden()
    await expectInSight(page, page.getByRole('heading', { name: faqs.heading }))
  })
})
