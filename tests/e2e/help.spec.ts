import type { Locator, Page } from '@playwright/test'
import { open } from './assessment-form.ts'
import { expect, test } from './fixtures.ts'

const help = (page: Page, question = 'Late payments') => page.getByRole('button', { name: `Help: ${question}` })
const tip = (page: Page) => page.getByRole('tooltip')

async function openAtRest(page: Page) {
  await page.clock.install({ time: '2026-01-01T00:00:00Z' })
  await open(page)
  await page.clock.pauseAt('2026-01-01T01:00:00Z')
}

test('a help button answers after 700 ms of pointing, and closes when the pointer leaves', async ({ page }) => {
  await openAtRest(page)
  await help(page).hover()
  await page.clock.runFor(699)
  await expect(tip(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tip(page)).toContainText('past due')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(tip(page)).toHaveCount(0)
})

test('a help button answers at once for 300 ms after its neighbour', async ({ page }) => {
  await openAtRest(page)
  await help(page).hover()
  await page.clock.runFor(700)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(tip(page)).toHaveCount(0)
  await page.clock.runFor(299)
  await help(page, 'Hard inquiries').hover()
  await expect(tip(page)).toContainText('apply for credit')
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(300)
  await help(page).hover()
  await expect(tip(page)).toHaveCount(0)
})

test('a help button answers at once on focus, is described by its text, and closes on Escape and on leaving', async ({ page }) => {
  await openAtRest(page)
  await help(page).focus()
  await expect(tip(page)).toHaveCount(1)
  await expect(help(page)).toHaveAccessibleDescription(/^Lenders report a payment as late/)
  await page.keyboard.press('Escape')
  await expect(tip(page)).toHaveCount(0)
  await expect(help(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tip(page)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(tip(page)).toHaveCount(0)
})

test('a help button keeps its text while one points at it, and Escape closes it there too', async ({ page }) => {
  await openAtRest(page)
  await help(page).hover()
  await page.clock.runFor(700)
  const from = await help(page).boundingBox()
  const to = await tip(page).boundingBox()
  if (!from || !to) throw new Error('The tooltip is not there')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 20 })
  await expect(tip(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(tip(page)).toHaveCount(0)
})

test.describe('under a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 320, height: 640 } })

  for (const question of ['Late payments', 'Negative accounts', 'I already have credit monitoring']) {
    test(`answers a tap within the screen (${question}), and a tap elsewhere closes it`, async ({ page }) => {
      await open(page)
      await help(page, question).tap()
      await expect(tip(page)).toBeVisible()
      await expectInside(page, tip(page))
      await page.getByRole('heading', { name: 'Your answers' }).tap()
      await expect(tip(page)).toHaveCount(0)
    })
  }
})

async function expectInside(page: Page, element: Locator) {
  const box = await element.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  if (!box) throw new Error('The element is not there')
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(width)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
