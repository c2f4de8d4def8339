import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type OnboardingValues, toEnrollmentRow } from '../../domain/enrollment.ts'
import { startSignedUp, storedSession } from './auth-card.ts'
import { expect } from './fixtures.ts'

export const values: OnboardingValues = {
  firstName: 'Hannah',
  middleName: 'Joy',
  lastName: 'Reed',
  dateOfBirth: '1988-04-12',
  ssnLastFour: '0742',
  email: 'hannah@example.com',
  phone: '(555) 555-0117',
  preferredContactMethod: 'phone',
  streetAddress: '100 Example Street, Apt 4',
  city: 'Anytown',
  state: 'GA',
  zipCode: '00000-1234',
  notes: 'Please write in the evening.',
}

/** A section of the page, by its heading. */
export const matter = (page: Page, name: string) => page.getByRole('region', { name })

export const stored = (page: Page) => matter(page, 'What we keep about you')

/** Opens the account of somebody who has just signed up, and waits for it. */
export async function openAccount(page: Page, email: string) {
  await startSignedUp(page, email)
  await page.goto('./account')
  await expect(stored(page)).toBeVisible()
}

/** What the browser shows of itself to the backend. */
export async function tokenOf(page: Page): Promise<string> {
  return (await storedSession(page))?.session.access_token ?? ''
}

/** Sends a form for whoever is signed in in this browser, without the page of it; returns its id. */
export async function enroll(page: Page, changes: Partial<OnboardingValues> = {}, plan = 'Standard Repair'): Promise<string> {
  const token = await tokenOf(page)
  const userId: string = JSON.parse(atob(token.split('.')[1] ?? '')).sub
  const id = randomUUID()
  const response = await page.request.post('rest/v1/enrollments', {
    headers: { Authorization: `Bearer ${token}` },
    data: { id, ...toEnrollmentRow({ ...values, ...changes }, plan, userId) },
  })
  expect(response.status()).toBe(201)
  return id
}

/** Adds an authenticator app as its owner does, by its key. Returns that key. */
export async function addApp(page: Page): Promise<string> {
  const factors = matter(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: /^(Turn it on|Add another app)$/ }).click()
  const picture = factors.getByRole('img', { name: /^QR code/ })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const key = ((await factors.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  await factors.getByLabel('Six-digit code that the app shows').fill(codeOf(key))
  await factors.getByRole('button', { name: 'Confirm' }).click()
  await expect(factors.getByRole('heading', { name: 'Set up your authenticator app' })).toHaveCount(0)
  return key
}

/** A code is good once, for half a minute at least on either side of now: a second use takes the next one. */
export const codeOf = (key: string, step: 'now' | 'next' = 'now'): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + (step === 'now' ? 0 : 30_000) })

/** Has recovery codes made. Returns them as they are shown. */
export async function makeRecoveryCodes(page: Page): Promise<string[]> {
  const factors = matter(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: /^Make (recovery|new) codes$/ }).click()
  await expect(factors.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused({ timeout: 30_000 })
  const lines = factors.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(lines).toHaveCount(10)
  const codes: string[] = []
  // One by one: what Playwright does for all at once, the page's policy forbids where it has no world of its own.
  for (const line of await lines.all()) codes.push((await line.textContent()) ?? '')
  return codes
}
