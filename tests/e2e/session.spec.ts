import type { Page } from '@playwright/test'
import { findings } from './accessibility.ts'
import { failedLoad, fillCredentials, openSignUp, refusedAnswer, signUp, storedSession } from './auth-card.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Makes the browser believe that its access token has run out; the refresh token is as good as ever. */
async function letExpire(page: Page) {
  const stored = await storedSession(page)
  if (!stored) throw new Error('No session is stored')
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    stored.name,
    JSON.stringify({ ...stored.session, expires_at: 1_000_000 }),
  ] as const)
}

test('somebody who signs in in another tab is sent home in this one', async ({ page, context, email }) => {
  await page.goto('/auth')
  await expect(page.getByLabel('Email')).toBeVisible()
  const other = await context.newPage()
  await openSignUp(other)
  await fillCredentials(other, email)
  await other.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
})

test('somebody who signs out in another tab is sent to sign in from onboarding in this one', async ({ page, context, email }) => {
  await signUp(page, email)
  await page.goto('/client-onboarding')
  await expect(page.getByLabel('First name')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/client-onboarding')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
})

test('a session that was cleared by hand is gone at the next look', async ({ page, email }) => {
  await signUp(page, email)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/client-onboarding')
  await expect(page).toHaveURL('/auth')
})

test('an expired session is refreshed without a word', async ({ page, email }) => {
  await signUp(page, email)
  await letExpire(page)
  await page.goto('/client-onboarding')
  await expect(page.getByLabel('First name')).toBeVisible()
  expect((await storedSession(page))?.session.expires_at).toBeGreaterThan(Date.now() / 1000)
})

test('an expired session that the service has ended is signed out', async ({ page, email, database, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await signUp(page, email)
  await letExpire(page)
  await database.query('delete from auth.sessions where user_id = (select id from auth.users where email = $1)', [email])
  await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  // The tab is in the served page; the session is checked once the app has started.
  await expect.poll(() => storedSession(page)).toBeUndefined()
})

for (const { what, answer } of [
  { what: 'cannot be reached', answer: undefined },
  { what: 'is down', answer: { status: 503, json: { code: 'unexpected_failure', message: 'The service cannot be reached' } } },
  { what: 'wants to be left alone for a while', answer: { status: 429, json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' } } },
]) {
  test(`a server that ${what} signs nobody out; the page says so, and goes on by itself`, async ({ page, context, email, expectedErrors }) => {
    expectedErrors.push(failedLoad)
    await signUp(page, email)
    await letExpire(page)
    await page.route('**/auth/v1/token*', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.clock.install()
    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
    await page.clock.fastForward(4000)
    await expect(page.getByText('We cannot reach the server to check whether you are signed in.')).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(page.getByText('We cannot reach the server to check whether you are signed in.')).toBeVisible()
    expect(await storedSession(page)).toBeDefined()
    await page.unroute('**/auth/v1/token*')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(async () => {
      await page.clock.runFor(1000)
      expect(new URL(page.url()).pathname).toBe('/')
    }).toPass()
  })
}

test('"Try again" asks the server at once', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  await signUp(page, email)
  await letExpire(page)
  await page.route('**/auth/v1/token*', (route) => route.abort())
  await page.clock.install()
  await page.goto('/auth')
  await page.clock.runFor(60_000)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.unroute('**/auth/v1/token*')
  await page.getByRole('button', { name: 'Try again' }).click()
  // It may join an attempt that waits for its next turn.
  await expect(async () => {
    await page.clock.runFor(1000)
    expect(new URL(page.url()).pathname).toBe('/')
  }).toPass()
})

for (const address of ['/auth', '/client-onboarding']) {
  test(`on ${address} a server that never answers is read out, and "Try again" shows that it tries`, async ({ page, email }) => {
    await signUp(page, email)
    await letExpire(page)
    await page.route('**/auth/v1/token*', () => new Promise<void>(() => undefined))
    await page.clock.install()
    await page.goto(address)
    const checking = address === '/auth' ? page.getByRole('tab', { name: 'Sign In' }) : page.getByRole('status').getByText('Loading')
    await expect(checking).toBeVisible()
    // A region that comes with its text is not read out.
    await page.evaluate(() => document.querySelectorAll('[role=status]').forEach((region) => region.setAttribute('data-stood', '')))
    await page.clock.fastForward(4000)
    const region = page.locator('[data-stood]').filter({ hasText: 'We cannot reach the server' })
    await region.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    const trying = region.getByRole('button', { name: 'Trying...' })
    await expect(trying).toBeFocused()
    await expect(trying).toHaveAttribute('aria-disabled', 'true')
    expect(await findings(page)).toEqual([])
    await expect(async () => {
      await page.clock.runFor(10_000)
      await expect(region.getByRole('button', { name: 'Try again' })).toBeFocused({ timeout: 100 })
    }).toPass()
    expect(await storedSession(page)).toBeDefined()
  })
}
