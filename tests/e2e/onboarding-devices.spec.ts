import type { Page } from '@playwright/test'
import { findings } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import {
  acceptDeliveries, address, expectFilled, field, fillForm, go, notices, openForm, saving, submit, submitButton, typed, welcome,
} from './onboarding-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
})

const long = 'x'.repeat(100)
const longForm = { ...typed, firstName: long, lastName: long, streetAddress: long.repeat(2), city: long, notes: long.repeat(3) }

const expectAccessible = async (page: Page, state?: string) =>
  expect(await findings(page), state).toEqual([])

/** Every state of the two pages, one after the other; `look` is called in each. */
async function everyState(page: Page, email: string, look: (state: string) => Promise<void>) {
  const deliveries = await acceptDeliveries(page)
  await openForm(page, email, `/client-onboarding?plan=${long}`)
  await look('an untouched form')
  await submit(page)
  await expect(page.getByRole('alert')).toBeFocused()
  await look('problems')
  await fillForm(page, longForm)
  await page.reload()
  await expect(page.getByText('We kept what you typed')).toBeVisible()
  await look('restored')
  await fillForm(page, longForm)
  await page.route(saving, (route) => route.abort('connectionreset'))
  await submit(page)
  await expect(page.getByText('We got no answer')).toBeVisible()
  await look('no answer')
  await page.unroute(saving)
  const answer = Promise.withResolvers<void>()
  await page.route(saving, async (route) => {
    await answer.promise
    await route.continue()
  })
  await submit(page)
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await look('submitting')
  answer.resolve()
  await expect(page).toHaveURL('/onboarding-success')
  await expect(page.getByRole('region', { name: 'What you sent' })).toBeVisible()
  await look('success')
  expect(deliveries).toHaveLength(1)
  await go(page, `/client-onboarding?plan=${long}`)
  await expect(page.getByText('You have already sent your details')).toBeVisible()
  await look('sent before')
  await go(page, '/onboarding-success')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await look('signed out')
}

test('axe finds nothing in any state', async ({ page, email }) => {
  test.slow()
  await everyState(page, email, (state) => expectAccessible(page, state))
})

test('axe finds nothing where another tab was first, where nothing outlives the visit, and where the server is out of reach', async ({
  page, email,
}) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  const other = await page.context().newPage()
  await other.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await other.goto(address)
  await fillForm(other)
  await expect(other.getByRole('status').filter({ hasText: 'This browser does not let the site remember you' })).toBeVisible()
  await expectAccessible(other)
  await acceptDeliveries(other)
  await submit(other)
  await expect(other).toHaveURL('/onboarding-success')
  await other.close()
  const second = await page.context().newPage()
  await second.goto(address)
  await fillForm(second)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  await submit(second)
  await expect(second.getByRole('button', { name: 'Send again and replace it' })).toBeVisible()
  await expectAccessible(second)
  await second.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token')) ?? ''
    localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name) ?? ''), expires_at: 1 }))
  })
  await second.route('**/auth/v1/token*', (route) => route.abort('connectionreset'))
  second.on('dialog', (dialog) => dialog.accept())
  await second.reload()
  await expect(second.getByRole('status').getByRole('heading', { name: 'We cannot reach the server' })).toBeVisible()
  await expectAccessible(second)
})

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing is wider than the screen in any state, however long the words', async ({ page, email }) => {
    await everyState(page, `${email.split('@')[0]}-${'x'.repeat(18)}@example.com`, async (state) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(320)
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('a stranger creates an account, loses the connection in the middle, comes back, and finishes; nothing is lost or doubled', async ({
    page, context, email, database,
  }) => {
    const deliveries = await acceptDeliveries(page)
    await page.goto(address)
    await expect(page).toHaveURL('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).tap()
    await page.getByLabel('Email').fill(email)
    await field(page, 'password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create Account' }).tap()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: /continue/i }).tap()
    await fillForm(page)
    // The row is written, then the connection goes before the answer is there.
    await page.route(saving, async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await route.abort('connectionreset')
    }, { times: 1 })
    await submitButton(page).tap()
    await expect(notices(page).getByText('Failed to submit your information. Please try again.')).toBeVisible()
    await expect(page.getByText(/^You are offline/)).toBeVisible()
    await expectFilled(page)
    await context.setOffline(false)
    await submitButton(page).tap()
    await expect(page).toHaveURL('/onboarding-success')
    await expect(page.getByText(welcome)).toBeVisible()
    const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
    expect(rows).toHaveLength(1)
    expect(deliveries).toHaveLength(1)
  })

  test('a toast does not cover the button that it is about', async ({ page, email }) => {
    await openForm(page, email)
    await fillForm(page)
    await page.route(saving, (route) => route.abort('connectionreset'))
    await submitButton(page).tap()
    const toast = await notices(page).getByRole('alert').boundingBox()
    const button = await submitButton(page).boundingBox()
    expect(toast && button && (toast.y + toast.height <= button.y || button.y + button.height <= toast.y)).toBe(true)
  })
})

test('the keyboard alone leads from /auth to the confirmation', async ({ page, email }) => {
  await acceptDeliveries(page)
  await page.goto(address)
  await expect(page).toHaveURL('/auth')
  const press = (key: string) => page.keyboard.press(key)
  const reach = async (name: string) => {
    for (let stops = 0; stops < 40; stops += 1) {
      if (await page.evaluate((wanted) => document.activeElement?.getAttribute('name') === wanted, name)) return
      await press('Tab')
    }
    throw new Error(`The tab key does not reach ${name}`)
  }
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await press('ArrowRight')
  await reach('email')
  await page.keyboard.type(email)
  await reach('password')
  await page.keyboard.type('correct horse battery')
  await press('Enter')
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: /continue/i }).focus()
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Complete your onboarding' })).toBeVisible()
  for (const [name, keys] of Object.entries({ ...typed, dateOfBirth: '04121988' })) {
    if (name === 'streetAddress') {
      await reach('preferredContactMethod')
      await press('ArrowRight')
      await press('ArrowRight')
    }
    if (name === 'zipCode') {
      await reach('state')
      await page.keyboard.type('GA')
    }
    await reach(name)
    await page.keyboard.type(keys)
  }
  await expectFilled(page)
  for (const text of ['terms of service', 'e-sign and communications consent', 'privacy policy']) {
    await press('Tab')
    await expect(page.locator('.agreement').getByRole('link', { name: text })).toBeFocused()
  }
  await press('Tab')
  await expect(submitButton(page)).toBeFocused()
  await press('Enter')
  await expect(page).toHaveURL('/onboarding-success')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
