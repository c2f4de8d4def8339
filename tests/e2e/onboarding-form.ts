import type { BrowserContext, Page, Request } from '@playwright/test'
import { startSignedUp } from './auth-card.ts'
import { expect } from './fixtures.ts'

export const address = '/client-onboarding?plan=Standard%20Repair'
export const welcome = "Your information has been submitted successfully. We'll be in touch soon!"
export const partial =
  'Your information was saved, but there was an issue syncing with DisputeFox. Our team will follow up with you.'
export const generalFailure = 'Failed to submit your information. Please try again.'

export const typed = {
  firstName: 'Hannah',
  middleName: 'Joy',
  lastName: 'Reed',
  dateOfBirth: '1988-04-12',
  ssnLastFour: '0742',
  phone: '(555) 555-0117',
  streetAddress: '100 Example Street, Apt 4',
  city: 'Anytown',
  zipCode: '00000-1234',
  notes: 'Please write in the evening.',
}

/** What the browser keeps of a form beyond its document. */
export const { dateOfBirth: _date, ssnLastFour: _digits, ...harmless } = typed

export const saving = '**/rest/v1/enrollments*'
export const delivering = '**/functions/v1/submit-to-disputefox'

/** Opens the form as somebody who has just signed up. */
export async function openForm(page: Page, email: string, at = address) {
  await startSignedUp(page, email)
  await page.goto(at)
  await expect(field(page, 'firstName')).toBeVisible()
}

export const field = (page: Page, name: string) => page.locator(`[name=${name}]`)

export async function fillForm(page: Page, values: Record<string, string> = typed) {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
  await field(page, 'state').selectOption('GA')
  await page.getByRole('radio', { name: 'Text Message' }).click()
}

export async function expectFilled(page: Page, values: Record<string, string> = typed) {
  for (const [name, value] of Object.entries(values)) await expect(field(page, name)).toHaveValue(value)
  await expect(field(page, 'state')).toHaveValue('GA')
  await expect(page.getByRole('radio', { name: 'Text Message' })).toBeChecked()
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Complete Onboarding' })
export const submit = (page: Page) => submitButton(page).click()

export const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Answers for the dispute system, which is one for all tests at once. Returns what the browser asked of it. */
export async function acceptDeliveries(page: Page | BrowserContext): Promise<Request[]> {
  const asked: Request[] = []
  await page.route(delivering, (route) => {
    asked.push(route.request())
    return route.fulfill({ json: { status: 'accepted' } })
  })
  return asked
}

/** To another page of the site within the document, as a link would. */
export const go = (page: Page, to: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)
