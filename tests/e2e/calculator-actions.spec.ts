import type { Page } from '@playwright/test'
import { answerLabel } from '../../content/calculator.ts'
import { questionIds } from '../../domain/credit-score.ts'
import { site } from '../../site.config.ts'
import { allWorst, calculate, expectClean, mixed, result } from './calculator-form.ts'
import { expect, test } from './fixtures.ts'

test.describe('Print', () => {
  test('opens the dialog of the browser', async ({ page }) => {
    let prints = 0
    await page.exposeFunction('notePrint', () => (prints += 1))
    await page.addInitScript(() => {
      window.print = () => void Reflect.get(window, 'notePrint')()
    })
    await calculate(page, mixed)
    await result(page).getByRole('button', { name: 'Print' }).click()
    await expect.poll(() => prints).toBe(1)
  })

  test('gives a sheet that stands for itself, on one page', async ({ page }) => {
    await page.clock.setFixedTime('2031-03-04T12:00:00')
    await calculate(page, allWorst)
    const sheet = await page.pdf({ format: 'Letter', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } })
    expect(sheet.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    for (const text of [
      site.organization.name,
      'Estimated on March 4, 2031',
      'How much of your card limits do you use?',
      'This is an educational estimate, not a FICO score',
      'Bring card balances down',
      `${site.contact.email}, ${site.contact.phone}`,
    ]) {
      await expect(result(page).getByText(text).filter({ visible: true })).toBeVisible()
    }
    await expect(result(page).locator('.printed dd')).toHaveText(questionIds.map((question) => answerLabel(allWorst[question])))
    await expect(result(page).locator('.gauge')).toBeVisible()
    await expect(result(page).locator('.factors')).toBeVisible()
    for (const gone of ['header.top', 'footer.foot', '#blog', '.page-head', 'form.calc', '.what-if', '.score .actions']) {
      await expect(page.locator(gone)).toBeHidden()
    }
  })
})

/** By key: a click may be missed while the page scrolls to its result. */
const share = (page: Page) => result(page).getByRole('button', { name: 'Share' }).press('Enter')
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('status')

test.describe('Share', () => {
  test('hands title, text and address to the device, and never the score', async ({ page, baseURL }) => {
    const shared: unknown[] = []
    await page.exposeFunction('noteShare', (given: unknown) => void shared.push(given))
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: (given: unknown) => Reflect.get(window, 'noteShare')(given) })
    })
    await calculate(page, mixed)
    await share(page)
    await expect.poll(() => shared).toEqual([
      {
        title: 'Credit score calculator',
        text: 'Six questions and an educational estimate of your credit score. No account needed.',
        url: new URL('credit-score-calculator', baseURL).href,
      },
    ])
    await expect(toasts(page)).toHaveCount(0)
  })

  test('is silent when the visitor changes their mind', async ({ page }) => {
    let asked = 0
    await page.exposeFunction('noteShare', () => void (asked += 1))
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        value: async () => {
          await Reflect.get(window, 'noteShare')()
          throw new DOMException('Share canceled', 'AbortError')
        },
      })
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Reflect.get(window, 'noteShare')() })
    })
    await calculate(page, mixed)
    await share(page)
    await expect.poll(() => asked).toBe(1)
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(result(page)).toHaveCount(0)
    await expect(toasts(page)).toHaveCount(0)
    expect(asked).toBe(1)
  })

  test('copies the address where the browser cannot share, and says so', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await calculate(page, mixed)
    await share(page)
    await expect(toasts(page).getByText('Link copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL('credit-score-calculator', baseURL).href)
  })

  test('shows the address to copy where the clipboard refuses', async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', {
        value: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')),
      })
    })
    await calculate(page, mixed)
    await share(page)
    const address = page.getByLabel('Copy this address to share the page')
    const url = new URL('credit-score-calculator', baseURL).href
    await expect(address).toBeFocused()
    await expect(address).toHaveValue(url)
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(url)
    await expect(toasts(page)).toHaveCount(0)
    await expectClean(page)
  })
})
