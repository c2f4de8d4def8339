import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openForm } from './onboarding-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Goes through all that can have the focus, and back; returns what is hidden behind the header or below the window while it has it. */
async function hiddenOnFocus(page: Page): Promise<string[]> {
  await page.locator('main').evaluate((main) => main.querySelector<HTMLElement>('a, button, input')?.focus())
  const onTheWay = await hiddenOnTheWay(page, 'Tab')
  await page.keyboard.press('Shift+Tab')
  return [...onTheWay, ...(await hiddenOnTheWay(page, 'Shift+Tab'))]
}

async function hiddenOnTheWay(page: Page, key: string): Promise<string[]> {
  const hidden: string[] = []
  for (let stop = 0; stop < 100; stop += 1) {
    const state = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused?.closest('main')) return 'left'
      const { top, bottom } = focused.getBoundingClientRect()
      const header = document.querySelector('header.top')?.getBoundingClientRect().bottom ?? 0
      const end = Math.min(bottom, top + innerHeight / 4)
      // Less than a pixel is rounding; the framed form of another site scrolls itself; of a large field its beginning counts.
      const seen = (top > header - 1 && end < innerHeight + 1) || focused instanceof HTMLIFrameElement
      return seen ? '' : `${focused.getAttribute('name') ?? focused.textContent} from ${top} to ${bottom}`
    })
    if (state === 'left') return hidden
    if (state) hidden.push(state)
    await page.keyboard.press(key)
  }
  throw new Error('The focus does not leave the page')
}

test.describe('a phone on its side, with its keyboard open', () => {
  test.use({ viewport: { width: 740, height: 200 } })

  for (const address of ['./', './assessment', './credit-score-calculator', './auth']) {
    test(`whatever has the focus on ${address} is in sight below the header`, async ({ page }) => {
      await page.goto(address)
      expect(await hiddenOnFocus(page)).toEqual([])
    })
  }

  test('so is every field of the onboarding form', async ({ page, email }) => {
    await openForm(page, email)
    expect(await hiddenOnFocus(page)).toEqual([])
  })
})
