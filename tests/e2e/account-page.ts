import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
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
