import { AxeBuilder } from '@axe-core/playwright'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// The stand-in of DisputeFox is told how to answer, and is one for all: these tests go one after the other.
test.describe.configure({ mode: 'default' })

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const address = '/client-onboarding?plan=Standard%20Repair'
const welcome = "Your information has been submitted successfully. We'll be in touch soon!"
const partial =
  'Your information was saved, but there was an issue syncing with DisputeFox. Our team will follow up with you.'

const typed = {
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

/** Signs up, which signs in, and opens the form. */
async function openForm(page: Page, email: string, at = address) {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(at)
  await expect(page.getByLabel('First name')).toBeVisible()
}

async function fillForm(page: Page) {
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value)
  await page.getByLabel('State').selectOption('GA')
  await page.getByRole('radio', { name: 'Text Message' }).click()
}

const submit = (page: Page) => page.getByRole('button', { name: 'Complete Onboarding' }).click()

const answerLike = (request: APIRequestContext, partnersUrl: string, behaviour: string) =>
  request.post(`${partnersUrl}/disputefox/behaviour`, { data: { behaviour } })

async function deliveriesOf(request: APIRequestContext, partnersUrl: string, enrollmentId: string) {
  const response = await request.get(`${partnersUrl}/disputefox/received`)
  const { received }: { received: { enrollmentId: string }[] } = await response.json()
  return received.filter((form) => form.enrollmentId === enrollmentId).length
}

test.afterEach(async ({ request, partnersUrl }) => {
  await answerLike(request, partnersUrl, 'accept')
})

test('a client signs in, tells everything once, and is welcomed; the details are stored and delivered', async ({
  page, email, database, request, partnersUrl,
}) => {
  await openForm(page, email)
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await expect(page.getByText('Plan: Standard Repair.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true }).first()).toHaveValue(email)
  await expect(page.getByRole('radio', { name: 'Email' })).toBeChecked()
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  await expect(page.getByRole('heading', { name: 'Welcome Aboard!' })).toBeVisible()
  await expect(page.getByText(welcome)).toBeVisible()
  await expect(page.getByText('24-48 hours')).toBeVisible()

  const { rows } = await database.query('select *, date_of_birth::text from enrollments where customer_email = $1', [email])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    customer_name: 'Hannah Joy Reed',
    customer_phone: '(555) 555-0117',
    middle_name: 'Joy',
    date_of_birth: '1988-04-12',
    ssn_last_four: '0742',
    street_address: '100 Example Street, Apt 4',
    city: 'Anytown',
    state: 'GA',
    zip_code: '00000-1234',
    preferred_contact_method: 'text',
    notes: 'Please write in the evening.',
    plan_name: 'Standard Repair',
    onboarding_completed: true,
    payment_status: 'completed',
    payment_verified_at: null,
  })
  expect(await deliveriesOf(request, partnersUrl, rows[0].id)).toBe(1)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('an untouched form lists its problems, takes the focus there, and links each one to its field', async ({ page, email }) => {
  await openForm(page, email)
  await page.getByLabel('Email', { exact: true }).first().fill('')
  await submit(page)
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('heading')).toHaveText('There are 10 problems to fix')
  await expect(summary.getByRole('listitem')).toHaveText([
    'First name is required',
    'Last name is required',
    'Date of birth is required',
    'Must be exactly 4 digits',
    'Invalid email address',
    'Phone number must be at least 10 digits',
    'Street address is required',
    'City is required',
    'Please select a state',
    'ZIP code must be at least 5 digits',
  ])
  await summary.getByRole('link', { name: 'Please select a state' }).click()
  await expect(page.getByLabel('State')).toBeFocused()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('State')).toHaveAccessibleDescription('Please select a state')
  await expect(page.getByLabel('State')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Last 4 of your Social Security number')).toHaveAccessibleDescription(
    'Bureaus need it to find your file. It is sent encrypted and never shown again. Must be exactly 4 digits',
  )
})

test('one problem is counted in the singular, and a value that is put right loses its message while it is typed', async ({
  page, email,
}) => {
  await openForm(page, email)
  await fillForm(page)
  const digits = page.getByLabel('Last 4 of your Social Security number')
  await digits.fill('12a4')
  await submit(page)
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('There is 1 problem to fix')
  await expect(digits).toHaveAccessibleDescription(/Must be numbers only$/)
  await digits.fill('1234')
  await expect(digits).not.toHaveAttribute('aria-invalid')
})

test('a field is checked when it is left, once something was typed there, and not before', async ({ page, email }) => {
  await openForm(page, email)
  const phone = page.getByLabel('Phone', { exact: true })
  await phone.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Email' })).toBeFocused()
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await phone.fill('555')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Tab')
  await expect(phone).toHaveAccessibleDescription('Phone number must be at least 10 digits')
})

test('a message that appears below the pointer does not swallow the click', async ({ page, email }) => {
  await openForm(page, email)
  await page.getByLabel('Phone', { exact: true }).fill('555')
  await page.getByRole('radio', { name: 'Text Message' }).click()
  await expect(page.getByRole('radio', { name: 'Text Message' })).toBeChecked()
  await expect(page.getByLabel('Phone', { exact: true })).toHaveAttribute('aria-invalid', 'true')
})

test('however often the button is clicked, one enrollment is saved and delivered', async ({
  page, email, database, request, partnersUrl,
}) => {
  await answerLike(request, partnersUrl, 'slow')
  await openForm(page, email)
  await fillForm(page)
  await page.getByRole('button', { name: 'Complete Onboarding' }).dblclick()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await page.getByLabel('City').press('Enter')
  await expect(page).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
  expect(rows).toHaveLength(1)
  expect(await deliveriesOf(request, partnersUrl, rows[0].id)).toBe(1)
})

test('a save that fails says why and keeps everything that was typed', async ({ page, email, expectedErrors, database }) => {
  expectedErrors.push(/the server responded with a status of/)
  await openForm(page, email, '/client-onboarding?enrollment_id=5f2b1c9e-0000-4000-8000-000000000000')
  await fillForm(page)
  await submit(page)
  const notice = page.getByRole('alert')
  await expect(notice).toHaveText(/^ErrorFailed to submit your information. Please try again./)
  await expect(page).toHaveURL(/client-onboarding/)
  for (const [name, value] of Object.entries(typed)) await expect(page.locator(`[name=${name}]`)).toHaveValue(value)
  await expect(page.getByLabel('State')).toHaveValue('GA')
  await expect(page.getByRole('button', { name: 'Complete Onboarding' })).toBeEnabled()
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([])
})

test('a save that is refused shows the message of the error', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(/the server responded with a status of/)
  await page.route('**/rest/v1/enrollments*', (route) =>
    route.fulfill({ status: 503, json: { code: 'PGRST000', message: 'The database is being moved', details: null, hint: null } }),
  )
  await openForm(page, email)
  await fillForm(page)
  await submit(page)
  await expect(page.getByRole('alert')).toHaveText(/^ErrorThe database is being moved/)
})

test('a delivery that fails is told first, then the welcome, each in its turn', async ({
  page, email, request, partnersUrl, expectedErrors, database,
}) => {
  expectedErrors.push(/the server responded with a status of 50\d/)
  await answerLike(request, partnersUrl, 'error-message')
  await openForm(page, email)
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText('Partial Success')).toBeVisible()
  await expect(notices.getByText(partial)).toBeVisible()
  await expect(notices.getByText(welcome)).toBeHidden()
  await notices.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notices.getByText(welcome)).toBeVisible()
  await expect(notices.getByText(partial)).toBeHidden()
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
  expect(rows).toHaveLength(1)
})

test('going back and sending the form again updates the enrollment instead of adding one', async ({ page, email, database }) => {
  await openForm(page, email)
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  // Within the document, as a link would.
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page.getByLabel('First name')).toHaveValue('')
  await fillForm(page)
  await page.getByLabel('City').fill('Elsewhere')
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select city from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([{ city: 'Elsewhere' }])
})

test('without a session the visitor is told why, signs in, and finds the way back', async ({ page, email }) => {
  await page.goto(address)
  await expect(page).toHaveURL('/auth')
  const notice = page.getByRole('alert')
  await expect(notice).toHaveCount(1)
  await expect(notice).toHaveText(/^Authentication RequiredPlease sign in to complete onboarding/)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: /continue/i }).click()
  await expect(page).toHaveURL(address)
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: /continue/i })).toHaveCount(0)
})

test('a session that is gone at submit leads to /auth, and what was typed is there again after signing in', async ({
  page, email,
}) => {
  await openForm(page, email)
  await fillForm(page)
  await page.evaluate(() => localStorage.clear())
  await submit(page)
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('alert')).toHaveText(/^Authentication RequiredPlease sign in to continue/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: /continue/i }).click()
  for (const [name, value] of Object.entries(typed)) await expect(page.locator(`[name=${name}]`)).toHaveValue(value)
})

test('signing out on the page leads to /auth without a complaint; in another tab, with one', async ({ page, context, email }) => {
  await openForm(page, email)
  const other = await context.newPage()
  await other.goto(address)
  await expect(other.getByLabel('First name')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(other).toHaveURL('/auth')
  await expect(other.getByRole('alert')).toHaveText(/^Authentication RequiredPlease sign in to complete onboarding/)
})

test('a date of birth and digits of an SSN enter no storage, no address and no console', async ({ page, email }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const addresses: string[] = []
  page.on('request', (sent) => addresses.push(sent.url()))
  await openForm(page, email)
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  const stored = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, history.state]))
  const everything = [stored, ...said, ...addresses].join('\n')
  expect(everything).not.toContain(typed.ssnLastFour)
  expect(everything).not.toContain(typed.dateOfBirth)
})

test('the fields carry their limits, and all fifty states can be chosen from a list of at most 200 pixels', async ({ page, email }) => {
  await openForm(page, email)
  const limits = { firstName: 100, middleName: 100, lastName: 100, ssnLastFour: 4, email: 255, phone: 20, streetAddress: 200, city: 100, zipCode: 10, notes: 1000 }
  for (const [name, most] of Object.entries(limits)) {
    await expect(page.locator(`[name=${name}]`)).toHaveAttribute('maxlength', String(most))
  }
  const state = page.getByLabel('State')
  await expect(state.locator('option:not([value=""])')).toHaveCount(50)
  expect(await state.evaluate((select) => getComputedStyle(select, '::picker(select)').maxHeight)).toBe('200px')
})

test('a plan name that is missing, blank or far too long is put right', async ({ page, email }) => {
  await openForm(page, email, '/client-onboarding?plan=%20%20')
  await expect(page.getByText('Plan: Credit Repair Plan.')).toBeVisible()
  await page.goto(`/client-onboarding?plan=${encodeURIComponent('<b>' + 'x'.repeat(300))}`)
  await expect(page.getByText(`Plan: <b>${'x'.repeat(97)}.`)).toBeVisible()
})

test('axe finds nothing on the form, its problems and the success page', async ({ page, email }) => {
  await openForm(page, email)
  const check = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await check()
  await submit(page)
  await check()
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  await check()
})
