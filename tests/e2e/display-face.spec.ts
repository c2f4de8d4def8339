import type { Page } from '@playwright/test'
import { wholeChromium } from '../helpers/chromium-flags.ts'
import { alive, expect, test } from './fixtures.ts'

test.use({ ...wholeChromium, attended: false })

/** Opens a page as it is served: the app is not there yet. */
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'load' })

/** The fonts that a page asks for. */
function fontsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('.woff2') && asked.push(request.url()))
  return asked
}

const isShown = (page: Page) =>
  page.evaluate(() => [...document.fonts].some(({ family, status }) => family.includes('Newsreader') && status === 'loaded'))

const isFetched = (page: Page) => page.evaluate(() => localStorage.getItem('display-face') !== null)

test('nobody waits for the typeface of the headings: the first page does without, the next one has it', async ({ page }) => {
  const asked = fontsOf(page)
  await page.goto('./', { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  await page.mouse.move(40, 40)
  await alive(page)
  await expect.poll(() => isFetched(page)).toBe(true)
  expect(await isShown(page)).toBe(false)
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page).toHaveURL(/about$/)
  await expect.poll(() => isShown(page)).toBe(true)
  expect(asked).toHaveLength(1)
})

test('a later visit has it before the app wakes, without asking for it', async ({ page, context }) => {
  await open(page, './about')
  await page.mouse.move(40, 40)
  await expect.poll(() => isFetched(page)).toBe(true)
  const later = await context.newPage()
  const asked = fontsOf(later)
  await open(later, './blog')
  await expect.poll(() => isShown(later)).toBe(true)
  await expect(later.locator('html[data-app]')).toHaveCount(0)
  const moved = await later.evaluate(async () => {
    const entries = await new Promise<PerformanceEntry[]>((resolve) => {
      // Entries of the past come with the first call, which an entry that always exists makes sure of.
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      observer.observe({ type: 'paint', buffered: true })
    })
    return entries.filter(({ entryType }) => entryType === 'layout-shift')
  })
  expect(moved).toEqual([])
  expect(asked).toEqual([])
})

test('a face that was kept by an earlier version, or damaged, is replaced', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('display-face', '/assets/newsreader-of-last-year.woff2 %%%'))
  await open(page, './about')
  await page.mouse.move(40, 40)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('display-face'))).not.toContain('last-year')
})

test('to save data, it is not fetched', async ({ page }) => {
  const asked = fontsOf(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await open(page, './about')
  await page.keyboard.press('Tab')
  await alive(page)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
})

test('a browser that refuses storage shows the pages as before', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await open(page, './about')
  await page.mouse.move(40, 40)
  await alive(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
