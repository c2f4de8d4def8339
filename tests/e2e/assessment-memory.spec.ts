import { home } from '../../content/home.ts'
import { plans } from '../../domain/plans.ts'
import { answer, ask, count, expectDefaults, open, option, region, reset, stored } from './assessment-form.ts'
import { alive, expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** What the tab remembers of the answers in `assessment-inputs` (R-ASSESSMENT-MEMORY). */

test('the memory is written by a change, never by looking', async ({ page }) => {
  await open(page)
  await page.locator('footer').scrollIntoViewIfNeeded()
  await ask(page)
  expect(await stored(page)).toBeNull()
  await answer(page, { utilization: '75%+' })
  expect(JSON.parse((await stored(page)) ?? '')).toEqual({
    latePayments: '', derogatories: '', hardInquiries: '', utilization: '75%+', accountAge: '',
    bankruptcy: false, judgments: '', negativeAccounts: 0, hasMonitoring: false,
  })
})

test('the memory is shared by home and the page of the assessment', async ({ page }) => {
  await open(page, './')
  await answer(page, { accountAge: '<12 mo', negativeAccounts: '4', hasMonitoring: true })
  await page.getByRole('link', { name: home.hero.findPlan }).click()
  await expect(page).toHaveURL(/\/assessment$/)
  await expect(option(page, 'accountAge', '<12 mo')).toBeChecked()
  await expect(count(page)).toHaveValue('4')
  await expect(page.locator('[name=hasMonitoring]')).toBeChecked()
  await expect(page.getByText('3 answered')).toBeVisible()
  await reset(page)
  await page.goto('./')
  await expectDefaults(page)
})

for (const [what, text] of Object.entries({
  'a broken value': '{"latePayments":"3-',
  'a value of another program': '["a","b"]',
  'the value of an older version': '{"latePayments":"3-5","negativeAccounts":4}',
  'an impossible count': JSON.stringify({
    latePayments: '3-5', derogatories: '', hardInquiries: '', utilization: '', accountAge: '',
    bankruptcy: true, judgments: '', negativeAccounts: -4, hasMonitoring: false,
  }),
  'a choice that does not exist': JSON.stringify({
    latePayments: '7', derogatories: '3-5', hardInquiries: '', utilization: '', accountAge: '',
    bankruptcy: true, judgments: '', negativeAccounts: 4, hasMonitoring: false,
  }),
})) {
  test(`${what} means defaults and stays as it is`, async ({ page }) => {
    await open(page)
    await answer(page, { derogatories: '3-5' })
    await page.evaluate((value) => sessionStorage.setItem('assessment-inputs', value), text)
    await page.reload()
    await expectDefaults(page)
    expect(await stored(page)).toBe(text)
  })
}

test('the memory is not needed: a browser that refuses it still recommends and resets', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await open(page)
  await answer(page, { negativeAccounts: '4', judgments: 'none' })
  await ask(page)
  await expect(region(page)).toContainText(plans.standard.name)
  await reset(page)
  await expectDefaults(page)
})

test('the memory holds what was answered before the script ran, on top of what was stored', async ({ page }) => {
  await open(page)
  await answer(page, { derogatories: '3-5', latePayments: '0' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await answer(page, { latePayments: '6+', bankruptcy: true, negativeAccounts: '12' })
  await ask(page)
  await expect(page).toHaveURL(/\/assessment$/)
  release()
  await alive(page)
  await expect(page.getByText('4 answered')).toBeVisible()
  await expect(option(page, 'derogatories', '3-5')).toBeChecked()
  await expect(option(page, 'latePayments', '6+')).toBeChecked()
  await expect(count(page)).toHaveValue('12')
  expect(JSON.parse((await stored(page)) ?? '')).toMatchObject({ latePayments: '6+', bankruptcy: true, negativeAccounts: 12 })
})
