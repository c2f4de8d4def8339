import { constants, inflateSync } from 'node:zlib'
import { faqs } from '../../../content/faqs.ts'
import { ask } from '../assessment-form.ts'
import { estimate } from '../calculator-form.ts'
import { expect, test, widths } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

const toasts = 'Please answer at least 2 questions to get an accurate recommendation.'

for (const width of widths) {
  test(`a message is whole and can be dismissed at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('./assessment')
    await ask(page)
    const toast = page.getByRole('region', { name: 'Notifications' }).getByText(toasts)
    await expect(toast).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toHaveCount(0)
  })

  test(`help lies within the window and leaves its question at Escape, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('./assessment')
    for (const help of await page.getByRole('button', { name: /^Help: / }).all()) {
      await help.focus()
      const tip = page.getByRole('tooltip')
      await expect(tip).toBeVisible()
      const box = await tip.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      await page.keyboard.press('Escape')
      await expect(tip).toHaveCount(0)
    }
  })

  test(`recommendation, score and an open menu are laid out at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('./assessment')
    await page.locator('[name=bankruptcy]').check()
    await page.locator('[name=hasMonitoring]').check()
    await ask(page)
    await expect(page.getByRole('region', { name: 'Your recommendation' })).toBeVisible()
    expect(await layoutFaults(page)).toEqual([])
    await page.goto('./credit-score-calculator')
    await estimate(page)
    expect(await layoutFaults(page)).toEqual([])
    const menu = page.locator('details.menu summary')
    if (!(await menu.isVisible())) return
    await menu.click()
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveCount(11)
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link').last()).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
    await expect(menu).toBeFocused()
  })
}

test('of the questions at most one is open', async ({ page }) => {
  await page.goto('./')
  const questions = page.locator('#faqs details')
  const open = page.locator('#faqs details[open]')
  await expect(questions).toHaveCount(faqs.questions.length)
  await questions.nth(0).locator('summary').click()
  await questions.last().locator('summary').click()
  await expect(open).toHaveCount(1)
  await expect(open.locator('summary')).toHaveText(faqs.questions.at(-1)?.question ?? '')
  await questions.last().locator('summary').click()
  await expect(open).toHaveCount(0)
})

test('a score is printed on one sheet', async ({ page }) => {
  await page.goto('./credit-score-calculator')
  await estimate(page)
  const sheet = await page.pdf({ format: 'Letter', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } })
  expect(pagesOf(sheet)).toBe(1)
})

/** Of how many pages a document is: some engines compress the list of them. */
function pagesOf(sheet: Buffer): number {
  const text = sheet.toString('latin1')
  const compressed = [...text.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].map(([, data = '']) => Buffer.from(data, 'latin1'))
  const parts = [text, ...compressed.map(inflated)]
  return parts.flatMap((part) => part.match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length
}

function inflated(data: Buffer): string {
  // Pictures and fonts may be packed otherwise.
  return data[0] === 0x78 ? inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1') : ''
}
