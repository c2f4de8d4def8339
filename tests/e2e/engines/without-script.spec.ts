import type { Page } from '@playwright/test'
import { faqs } from '../../../content/faqs.ts'
import { homeHeading } from '../site-words.ts'
import { expect, publicPages, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

test.use({ attended: false })

/** What a page has to let a visitor do, whatever became of its scripts. */
async function expectUsable(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(homeHeading)
  await page.locator('details.menu summary').click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/#pricing$/)
  // The menu has made way by itself.
  await page.locator('#faqs summary').nth(0).click()
  await expect(page.getByText(faqs.questions[0]?.answer ?? '')).toBeVisible()
  await page.locator('#faqs summary').last().click()
  await expect(page.locator('#faqs details[open]')).toHaveCount(1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL(/\/about$/)
}

test('without JavaScript home can be read, its menu and its questions used', async ({ page, testProxy }) => {
  testProxy.withoutScript()
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('./', { waitUntil: 'load' })
  await expectUsable(page)
})

test('without JavaScript every page is complete, and forms say what they need', async ({ page, testProxy, expectedErrors }) => {
  expectedErrors.push(/404/)
  testProxy.withoutScript()
  await page.setViewportSize({ width: 375, height: 800 })
  const faults: Record<string, string[]> = {}
  for (const address of publicPages) {
    await page.goto(`./${address}`, { waitUntil: 'load' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (await page.locator('main form').count()) {
      await expect(page.getByRole('main').getByText('JavaScript').first(), address).toBeVisible()
    }
    const found = await layoutFaults(page)
    if (found.length > 0) faults[address || 'home'] = found
  }
  expect(faults).toEqual({})
})

for (const [how, pattern] of Object.entries({ 'whose app cannot be had': /\/assets\/.*\.js$/, 'of whose files none can be had': /\/assets\// })) {
  test(`a page ${how} stays a page`, async ({ page, testProxy, expectedErrors }) => {
    expectedErrors.push(/./)
    const mend = testProxy.breakOff(pattern)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('./', { waitUntil: 'load' })
    await page.mouse.move(40, 400)
    await expectUsable(page)
    mend()
    await page.mouse.move(60, 500)
    await expect(page.locator('html[data-app=ready]')).toHaveCount(1)
  })
}
