import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

/** What is seen of an element, without the ring of the focus and the pointer. */
async function look(element: Locator): Promise<string> {
  await element.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await element.page().mouse.move(0, 0)
  return (await element.screenshot()).toString('base64')
}

async function expectOtherLook(element: Locator, change: () => Promise<void>) {
  const before = await look(element)
  await change()
  expect(await look(element)).not.toBe(before)
}

/** The colours that the browser has for what is selected, both of them: text in its own colour could be unreadable. */
async function expectSelectedColors(element: Locator) {
  const colors = await element.evaluate((chosen) => {
    const sample = document.body.appendChild(document.createElement('i'))
    sample.style.forcedColorAdjust = 'none'
    const system = ['Highlight', 'HighlightText'].map((name) => {
      sample.style.color = name
      return getComputedStyle(sample).color
    })
    sample.remove()
    const { backgroundColor, color } = getComputedStyle(chosen)
    return { chosen: [backgroundColor, color], system }
  })
  expect(colors.chosen).toEqual(colors.system)
}

test('a chosen answer, a tick and a count look chosen', async ({ page }) => {
  await page.goto('./assessment')
  const chip = page.locator('.chips label', { hasText: '3-5' }).first()
  await expectOtherLook(chip, () => chip.click())
  await expectSelectedColors(chip.locator('span'))
  const check = page.locator('.check input').first()
  await expectOtherLook(check, () => check.check())
  await expectOtherLook(page.locator('.count input'), () => page.getByRole('button', { name: 'One more negative account' }).click())
})

test('the chosen tab is in the colours of what is selected, and the other one has no line', async ({ page }) => {
  await page.goto('./auth')
  for (const [chosen, other] of [['Sign In', 'Sign Up'], ['Sign Up', 'Sign In']] as const) {
    await page.getByRole('tab', { name: chosen }).click()
    await expectSelectedColors(page.getByRole('tab', { name: chosen }))
    await expect(page.getByRole('tab', { name: other })).toHaveCSS('border-bottom-color', 'rgb(255, 255, 255)')
  }
})

test('the menu, the questions and the page that is open are marked, and a notice has an edge', async ({ page }) => {
  await page.goto('./about')
  await page.goto('./')
  await expect(page.locator('.nav [aria-current]')).toHaveCSS('border-bottom-width', '2px')
  await expect(page.locator('.nav a:not([aria-current])').first()).toHaveCSS('border-bottom-width', '0px')
  const question = page.locator('#faqs summary').first()
  const mark = () => question.evaluate((summary) => ['::before', '::after'].map((part) => getComputedStyle(summary, part).borderTopColor))
  const text = await question.evaluate((summary) => getComputedStyle(summary).color)
  expect(await mark()).toEqual([text, text])
  await expectOtherLook(question, () => question.click())
  await page.getByRole('button', { name: 'Get My Recommendation' }).click()
  await expect(page.getByRole('alert')).toHaveCSS('border-top-style', 'solid')
  await page.setViewportSize({ width: 375, height: 800 })
  const menu = page.locator('.menu summary')
  await expect(menu.locator('i')).not.toHaveCSS('border-top-color', 'rgb(255, 255, 255)')
  await expectOtherLook(menu, () => menu.click())
})
