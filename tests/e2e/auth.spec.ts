import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const password = 'correct horse battery'
const refused = /the server responded with a status of 4\d\d/

async function fill(page: Page, email: string, secret = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
}

async function openSignUp(page: Page) {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
}

/** Creates an account and leaves the visitor signed out again. */
async function createAccount(page: Page, email: string) {
  await openSignUp(page)
  await fill(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await page.evaluate(() => localStorage.clear())
}

test('a new account signs the visitor in, says so on the home page, and stands in the database', async ({
  page, email, database,
}) => {
  await openSignUp(page)
  await fill(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible()
  const { rows } = await database.query('select email from auth.users where email = $1', [email])
  expect(rows).toEqual([{ email }])
})

test('without a returned session the sign-up form is cleared and stays', async ({ page, email }) => {
  // What a backend answers that wants the address confirmed first; this one confirms by itself.
  await page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({ json: { id: 'a1', aud: 'authenticated', email, identities: [{ id: 'i1' }] } }),
  )
  await openSignUp(page)
  await fill(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page).toHaveURL('/auth')
})

test('an address without identities in the answer is called already registered', async ({ page, email }) => {
  await page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({ json: { id: 'a1', aud: 'authenticated', email, identities: [] } }),
  )
  await openSignUp(page)
  await fill(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('This email is already registered. Please sign in instead.')).toBeVisible()
})

test('signing in with the right password leads home, and the message follows', async ({ page, email }) => {
  await createAccount(page, email)
  await page.goto('/auth')
  await fill(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Signed in successfully!')).toBeVisible()
})

test('a wrong password is refused in plain words and what was typed stays', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refused)
  await page.goto('/auth')
  await fill(page, email, 'not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Invalid email or password/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('an address that is taken is refused with the way out', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refused)
  await createAccount(page, email)
  await openSignUp(page)
  await fill(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('This email is already registered. Please sign in instead.')).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('')
})

test('what the browser lets through is refused by the first rule that it breaks, on a toast', async ({ page }) => {
  await page.goto('/auth')
  await fill(page, 'someone@nowhere')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Invalid email address/)
})

test('the fields carry the limits for the browser itself', async ({ page }) => {
  await openSignUp(page)
  const email = page.getByLabel('Email')
  const secret = page.getByLabel('Password')
  await expect(email).toHaveAttribute('maxlength', '255')
  await expect(email).toHaveAttribute('required')
  await expect(secret).toHaveAttribute('minlength', '6')
  await expect(secret).toHaveAttribute('maxlength', '100')
  await expect(secret).toHaveAttribute('placeholder', 'At least 6 characters')
  await expect(secret).toHaveAttribute('autocomplete', 'new-password')
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Password')).not.toHaveAttribute('placeholder')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
})

test('an unreachable backend is said on a toast and the form can be sent again', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/auth/v1/token*', (route) => route.abort())
  await page.goto('/auth')
  await fill(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Failed to fetch/)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

for (const { tab, idle, busy, call } of [
  { tab: 'Sign In', idle: 'Sign In', busy: 'Signing in...', call: '**/auth/v1/token*' },
  { tab: 'Sign Up', idle: 'Create Account', busy: 'Creating account...', call: '**/auth/v1/signup*' },
]) {
  test(`while ${busy} the button is off, one request is made, and the rest of the site stays usable`, async ({
    page, email, expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/)
    let requests = 0
    const answer = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      requests += 1
      await answer.promise
      await route.abort()
    })
    await page.goto('/auth')
    await page.getByRole('tab', { name: tab }).click()
    await fill(page, email)
    await page.getByRole('button', { name: idle }).dblclick()
    await expect(page.getByRole('button', { name: busy })).toBeDisabled()
    expect(requests).toBe(1)
    await page.getByRole('link', { name: 'Second Mile' }).first().click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeHidden()
    answer.resolve()
  })
}

test('the tabs work by keyboard: one stop, arrows, Home and End', async ({ page }) => {
  await page.goto('/auth')
  const signIn = page.getByRole('tab', { name: 'Sign In' })
  const signUp = page.getByRole('tab', { name: 'Sign Up' })
  await expect(signIn).toHaveAttribute('aria-selected', 'true')
  await expect(signUp).toHaveAttribute('tabindex', '-1')
  await signIn.focus()
  await page.keyboard.press('ArrowRight')
  await expect(signUp).toBeFocused()
  await expect(signUp).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Sign Up' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(signIn).toBeFocused()
  await page.keyboard.press('End')
  await expect(signUp).toBeFocused()
  await page.keyboard.press('Home')
  await expect(signIn).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a signed-in visitor is sent home and never sees the form', async ({ page, email }) => {
  await openSignUp(page)
  await fill(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('input[name=password]')) document.documentElement.dataset.sawForm = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).not.toHaveAttribute('data-saw-form')
})

test('somebody who signs in in another tab is sent home in this one', async ({ page, context, email }) => {
  await page.goto('/auth')
  await expect(page.getByLabel('Email')).toBeVisible()
  const other = await context.newPage()
  await openSignUp(other)
  await fill(other, email)
  await other.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
})

test('the home page loads nothing of the sign-in library', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
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
  await fill(page, 'someone@nowhere')
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
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
  })
}
