import { plans } from '../../../domain/plans.ts'
import { answer, option, stored } from '../assessment-form.ts'
import { alive, expect } from '../fixtures.ts'
import { homeHeading } from '../site-words.ts'
import { test } from './fixtures.ts'

/** Where a page is left for, and returned to from: another document in each case. */
const places = [
  ['another site', (partnersUrl: string) => `${partnersUrl}/checkout/standard`],
  ['another document of the site', () => './favicon.svg'],
] as const

for (const [where, leave] of places) {
  test(`what was answered is there again after a visit to ${where}`, async ({ page, partnersUrl }) => {
    await page.goto('./assessment')
    await answer(page, { latePayments: '3-5', bankruptcy: true, negativeAccounts: '4', judgments: 'none' })
    await expect(page.getByText('4 answered')).toBeVisible()
    await page.goto(leave(partnersUrl), { waitUntil: 'load' })
    await page.goBack()
    await alive(page)
    // A form that is put back is put back after its page is shown.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await expect(page.getByText('4 answered')).toBeVisible()
    await expect(option(page, 'latePayments', '3-5')).toBeChecked()
    await expect(option(page, 'judgments', 'none')).toBeChecked()
    await expect(page.locator('[name=bankruptcy]')).toBeChecked()
    await expect(page.locator('[name=negativeAccounts]')).toHaveValue('4')
    expect(JSON.parse((await stored(page)) ?? '')).toMatchObject({ latePayments: '3-5', bankruptcy: true, negativeAccounts: 4 })
    await page.getByRole('button', { name: 'Get My Recommendation' }).click()
    await expect(page.getByRole('region', { name: 'Your recommendation' })).toContainText(plans.complex.name)
  })

  test(`Back from ${where} leads to where one was reading`, async ({ page, partnersUrl }) => {
    await page.goto('./legal/terms')
    await page.mouse.move(200, 300)
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
    await page.goto(leave(partnersUrl), { waitUntil: 'load' })
    await page.goBack()
    await alive(page)
    await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 1500))).toBeLessThan(20)
  })
}

test('within the site Back returns to the place, and Forward to the top of the next page', async ({ page }) => {
  await page.goto('./')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(1000)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(homeHeading)
  // The display face comes with the second page and may move the place by a line's few pixels.
  await expect.poll(() => page.evaluate((place) => Math.abs(scrollY - place), before)).toBeLessThan(20)
  await page.goForward()
  await expect(page).toHaveURL(/\/legal\/terms$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('a reload keeps the answers of the tab, and Reset forgets them', async ({ page }) => {
  await page.goto('./')
  await answer(page, { accountAge: '<12 mo', hasMonitoring: true })
  await page.reload()
  await expect(page.getByText('2 answered')).toBeVisible()
  await expect(option(page, 'accountAge', '<12 mo')).toBeChecked()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.reload()
  await expect(page.getByText('0 answered')).toBeVisible()
  await expect(page.locator('form.panel :checked')).toHaveCount(0)
})

test('a visitor who leaves while a page of the app is loaded is not taken back to it', async ({ page, testProxy }) => {
  await page.goto('./assessment')
  await alive(page)
  const release = testProxy.hold(/\/assets\/about-.*\.js$/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
  await expect.poll(() => testProxy.asked.some((path) => path.includes('/about-'))).toBe(true)
  await page.goto('./legal/terms', { waitUntil: 'load' })
  release()
  await page.getByRole('heading', { level: 1 }).focus()
  await alive(page)
  await expect(page).toHaveURL(/\/legal\/terms$/)
})
