import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { wholeChromium } from '../helpers/chromium-flags.ts'
import { fillCredentials, openSignUp, storedSession } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { acceptDeliveries, fillForm, submit } from './onboarding-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const visitOnly = 'This browser does not let the site remember you'

/** From the home page through the form to its end. */
async function onboard(page: Page) {
  await acceptDeliveries(page)
  await page.getByRole('link', { name: /continue/i }).click()
  await expect(page.getByRole('status').getByText(visitOnly)).toBeVisible()
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL(/\/onboarding-success$/)
  await expect(page.getByRole('heading', { name: 'Welcome Aboard!' })).toBeVisible()
}

const citiesOf = async (database: Client, email: string) =>
  (await database.query('select city from enrollments where customer_email = $1', [email])).rows

test('where the browser blocks all storage a sign-in and the onboarding work for the visit, and both pages say so', async ({
  playwright, baseURL, email, database,
}) => {
  // What "block all cookies" in the settings writes; it refuses storage, locks and broadcasts alike.
  const profile = await mkdtemp(path.join(tmpdir(), 'profile-'))
  await mkdir(path.join(profile, 'Default'))
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const context = await playwright.chromium.launchPersistentContext(profile, {
    channel: wholeChromium.channel,
    ...wholeChromium.launchOptions,
    ...(baseURL ? { baseURL } : {}),
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(String(error)))
  try {
    await page.goto('/client-onboarding')
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(() => navigator.locks.request('any', () => 'granted').catch((error) => error.name))).toBe('SecurityError')
    await expect(page.getByText(visitOnly)).toBeVisible()
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await fillCredentials(page, email)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL('/')
    await onboard(page)
    expect(await citiesOf(database, email)).toEqual([{ city: 'Anytown' }])
    expect(broken).toEqual([])
  } finally {
    await context.close()
    await rm(profile, { recursive: true })
  }
})

test('where storage is full a sign-in and the onboarding work for the visit', async ({ page, email, database }) => {
  await page.addInitScript(() => {
    if (localStorage.length > 0) return
    for (let size = 4_000_000; size > 200; size = Math.ceil(size / 2)) {
      try {
        for (;;) localStorage.setItem(`filler ${localStorage.length}`, 'x'.repeat(size))
      } catch {
        continue
      }
    }
    // Room for a few words, and for no session.
    localStorage.removeItem(`filler ${localStorage.length - 1}`)
  })
  await page.goto('/client-onboarding')
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText(visitOnly)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await onboard(page)
  expect(await storedSession(page)).toBeUndefined()
  expect(await citiesOf(database, email)).toEqual([{ city: 'Anytown' }])
})

test('a stored session that is broken counts as none', async ({ page, email }) => {
  await openSignUp(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  const stored = await storedSession(page)
  for (const text of ['not json', '{"access_token":1}', '[]', 'null']) {
    await page.evaluate(([name, broken]) => localStorage.setItem(name, broken), [stored?.name ?? '', text] as const)
    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  }
})
