import { site } from '../../site.config.ts'
import { expect, test } from './fixtures.ts'

const { email, phone, phoneDialed } = site.contact
const forms = ['./', './assessment', './credit-score-calculator']

test.describe('where the app does not load', () => {
  test.beforeEach(async ({ page, expectedErrors }) => {
    expectedErrors.push(/./)
    await page.route('**/assets/*.js', (route) => route.abort())
  })

  for (const address of forms) {
    test(`the form of ${address} says after ten seconds of use that it has not loaded, and how else to reach us`, async ({ page }) => {
      const notice = page.locator('form.panel').getByText('This has not loaded.')
      await page.goto(address, { waitUntil: 'load' })
      await expect(notice).toBeHidden()
      await page.locator('form.panel input').first().focus()
      await expect(notice).toBeHidden()
      const waited = await notice.evaluate((element) => {
        const [animation] = element.getAnimations()
        const ends = animation?.effect?.getComputedTiming().endTime
        animation?.finish()
        return ends
      })
      expect(waited).toBe(10_000)
      await expect(notice).toBeVisible()
      await expect(notice.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
      await expect(notice.getByRole('link', { name: phone })).toHaveAttribute('href', `tel:${phoneDialed}`)
    })
  }
})

test('nothing of it is said where the app is there', async ({ page }) => {
  for (const address of forms) {
    await page.goto(address)
    await page.locator('form.panel input').first().focus()
    await expect(page.getByText('This has not loaded.')).toHaveCSS('display', 'none')
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const address of forms) {
    test(`the form of ${address} says what it needs, and how else to reach us`, async ({ page }) => {
      await page.goto(address)
      const notice = page.locator('form.panel').getByText(/needs JavaScript\./)
      await expect(notice).toBeVisible()
      await expect(notice.getByRole('link')).toHaveText([email, phone])
      await page.locator('form.panel input').first().focus()
      await expect(page.getByText('This has not loaded.')).toHaveCSS('display', 'none')
    })
  }
})
