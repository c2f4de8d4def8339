import { home } from '../../content/home.ts'
import { findings } from './accessibility.ts'
import { failedLoad, fillCredentials, refusedAnswer, signIn, signUp } from './auth-card.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the tabs work by keyboard: one stop, arrows, Home and End', async ({ page }) => {
  await page.goto('/auth')
  const first = page.getByRole('tab', { name: 'Sign In' })
  const last = page.getByRole('tab', { name: 'Sign Up' })
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(last).toHaveAttribute('tabindex', '-1')
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(last).toBeFocused()
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Sign Up' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(first).toBeFocused()
  await page.keyboard.press('End')
  await expect(last).toBeFocused()
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('from home, the way back does not lead to the form again', async ({ page, email }) => {
  await page.goto('/about')
  await signUp(page, email)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a password can be looked at; caret and value stay, and sending hides it again', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await page.goto('/auth')
  await fillCredentials(page, email, 'not the password')
  const secret = page.getByLabel('Password')
  await secret.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 5))
  const show = page.getByRole('button', { name: 'Show password' })
  const box = await show.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await show.click()
  await expect(secret).toHaveAttribute('type', 'text')
  await expect(secret).toHaveValue('not the password')
  await expect(secret).toBeFocused()
  await expect.poll(() => secret.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([3, 5])
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(secret).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Invalid email or password/)
  await expect(secret).toHaveAttribute('type', 'password')
})

test('a refused attempt leaves the focus on the button that made it', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await page.goto('/auth')
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^Invalid email or password/)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused()
})

test('while the device is offline the card says that nothing is lost', async ({ page, context, email, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  const notice = page.getByText('You are offline. What you typed stays here; send it again when the connection is back.')
  await page.goto('/auth')
  await fillCredentials(page, email)
  await expect(notice).toHaveCount(0)
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Failed to fetch/)
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('nothing is wider than a narrow phone, whatever the address', async ({ page, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, `${'w'.repeat(120)}@example.com`)
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the home page loads nothing of the sign-in library', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text())
  })
  await page.goto('/')
  for (const link of await page.getByRole('contentinfo').getByRole('link').all()) await link.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((text) => text.includes('/token?grant_type='))).toEqual([])
})

test('search engines are told to leave the page out, in the page and in its headers', async ({ request }) => {
  for (const address of ['/auth', '/client-onboarding', '/onboarding-success']) {
    const response = await request.get(address)
    expect(response.headers()['x-robots-tag'], address).toBe('noindex')
    expect(await response.text(), address).toContain('<meta name="robots" content="noindex"')
  }
})

test('four messages at once: three lines are shown, the fourth when one is dismissed', async ({ page }) => {
  await page.goto('/auth')
  await fillCredentials(page, 'someone@nowhere')
  const alerts = page.getByRole('alert')
  // Pointing at a message holds it.
  await page.getByRole('button', { name: 'Sign In' }).click()
  await alerts.first().hover()
  for (const _ of [2, 3, 4]) await page.getByLabel('Password').press('Enter')
  await expect(alerts).toHaveCount(3)
  await alerts.first().getByRole('button', { name: 'Dismiss' }).click()
  await expect(alerts).toHaveCount(3)
})

for (const tab of ['Sign In', 'Sign Up']) {
  test(`axe finds nothing on ${tab}`, async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('tab', { name: tab }).click()
    expect(await findings(page)).toEqual([])
  })
}

test('axe finds nothing where a new password is asked for', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('whoever was sent away from the onboarding form reads that it is kept', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: home.pricing.enrolled.onboarding }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText('What you typed there is kept in this tab.')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  expect(await findings(page)).toEqual([])
})
