import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { createDetailsOpener } from '../../deliveries/personal-details.ts'
import { openKeyring } from '../../server/personal-details/keyring.ts'
import { signIn } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import {
  address, delivering, expectFilled, field, fillForm, notices, openForm, partial, saving, submit, submitButton, typed, welcome,
} from './onboarding-form.ts'

// The stand-in of DisputeFox is told how to answer, and is one for all: these tests go one after the other.
test.describe.configure({ mode: 'default' })

test.use({ contextOptions: { reducedMotion: 'reduce' } })

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
  page, email, database, request, partnersUrl, dataFolder,
}) => {
  await openForm(page, email)
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await expect(page.getByText('Plan: Standard Repair.')).toBeVisible()
  await expect(field(page, 'email')).toHaveValue(email)
  await expect(page.getByRole('radio', { name: 'Email' })).toBeChecked()
  await fillForm(page)
  const saved = page.waitForRequest(saving)
  const delivered = page.waitForRequest(delivering)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  await expect(page.getByRole('heading', { name: 'Welcome Aboard!' })).toBeVisible()
  await expect(page.getByText(welcome)).toBeVisible()

  const row: unknown = (await saved).postDataJSON()
  expect((await saved).method()).toBe('POST')
  const { rows } = await database.query(
    `select id, user_id, onboarding_completed, payment_verified_at, ssn_last_four, date_of_birth::text,
       encode(personal_details, 'base64') as ciphertext from enrollments where customer_email = $1`,
    [email],
  )
  expect(rows).toHaveLength(1)
  const [{ id, user_id: userId, ciphertext, ...stored }] = rows
  expect(stored).toEqual({ onboarding_completed: true, payment_verified_at: null, ssn_last_four: null, date_of_birth: null })
  const open = createDetailsOpener(openKeyring(path.join(dataFolder, 'keys/personal-details.env')))
  expect(await open(ciphertext, id)).toEqual({ ssn_last_four: '0742', date_of_birth: '1988-04-12' })
  expect(row).toEqual({
    id,
    customer_name: 'Hannah Joy Reed',
    customer_email: email,
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
    plan_price: 0,
    user_id: userId,
  })
  expect((await delivered).postDataJSON()).toEqual({
    enrollmentId: id,
    clientData: {
      firstName: 'Hannah',
      middleName: 'Joy',
      lastName: 'Reed',
      email,
      phone: '(555) 555-0117',
      dateOfBirth: '1988-04-12',
      ssnLastFour: '0742',
      address: { street: '100 Example Street, Apt 4', city: 'Anytown', state: 'GA', zipCode: '00000-1234' },
      preferredContactMethod: 'text',
      planName: 'Standard Repair',
      notes: 'Please write in the evening.',
    },
  })
  expect(await deliveriesOf(request, partnersUrl, id)).toBe(1)
})

test('what may be left empty is null in the table and an empty text for the dispute system', async ({ page, email }) => {
  await openForm(page, email, '/client-onboarding')
  await fillForm(page, { ...typed, middleName: ' ', notes: '' })
  const saved = page.waitForRequest(saving)
  const delivered = page.waitForRequest(delivering)
  await submit(page)
  expect((await saved).postDataJSON()).toMatchObject({
    customer_name: 'Hannah Reed', middle_name: null, notes: null, plan_name: 'Credit Repair Plan',
  })
  expect((await delivered).postDataJSON()).toMatchObject({
    clientData: { middleName: '', notes: '', planName: 'Credit Repair Plan' },
  })
  await expect(page).toHaveURL('/onboarding-success')
})

test('however often the button is clicked, one enrollment is saved and delivered, and the button keeps the focus', async ({
  page, email, database, request, partnersUrl,
}) => {
  await answerLike(request, partnersUrl, 'slow')
  await openForm(page, email)
  await fillForm(page)
  await submitButton(page).dblclick()
  const busy = page.getByRole('button', { name: 'Submitting...' })
  await expect(busy).toBeDisabled()
  await expect(busy).toBeFocused()
  await field(page, 'city').press('Enter')
  await expect(page).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
  expect(rows).toHaveLength(1)
  expect(await deliveriesOf(request, partnersUrl, rows[0].id)).toBe(1)
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
  await expect(notices(page).getByText('Partial Success')).toBeVisible()
  await expect(notices(page).getByText(partial)).toBeVisible()
  await expect(notices(page).getByText(welcome)).toBeHidden()
  await expect(page.getByText('Your details are saved, and our team will follow up with you.')).toBeVisible()
  await notices(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(notices(page).getByText(welcome)).toBeVisible()
  await expect(notices(page).getByText(partial)).toBeHidden()
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
  expect(rows).toHaveLength(1)
})

test('without a session the visitor is told why, once, signs in, and finds the way back', async ({ page, email }) => {
  await page.goto(address)
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveText(/^Authentication Required Please sign in to complete onboarding/)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill(email)
  await field(page, 'password').fill('correct horse battery')
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
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveText(/^Authentication Required Please sign in to continue/)
  await page.getByLabel('Email').fill(email)
  await field(page, 'password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: /continue/i }).click()
  await expectFilled(page)
})

test('an existing enrollment that the address names is updated, never added', async ({ page, email, database }) => {
  await openForm(page, email)
  const { rows: [waiting] } = await database.query(
    `insert into enrollments (user_id, customer_email) select id, $1 from auth.users where email = $1 returning id`,
    [email],
  )
  await page.goto(`/client-onboarding?enrollment_id=${waiting.id}`)
  await fillForm(page)
  const saved = page.waitForRequest(saving)
  await submit(page)
  expect((await saved).method()).toBe('PATCH')
  await expect(page).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select id, city from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([{ id: waiting.id, city: 'Anytown' }])
})

test("another person's enrollment is not touched, whoever knows its id", async ({ page, email, database, expectedErrors }) => {
  expectedErrors.push(/the server responded with a status of 406/)
  await openForm(page, `other-${email}`)
  const { rows: [theirs] } = await database.query(
    `insert into enrollments (user_id, customer_email, city) select id, $1, 'Theirs' from auth.users where email = $1 returning id`,
    [`other-${email}`],
  )
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await openForm(page, email, `/client-onboarding?enrollment_id=${theirs.id}`)
  await fillForm(page)
  await submit(page)
  await expect(page.getByRole('alert')).toHaveText(/^Error Failed to submit your information. Please try again./)
  await expectFilled(page)
  const { rows } = await database.query('select city from enrollments where id = $1', [theirs.id])
  expect(rows).toEqual([{ city: 'Theirs' }])
})

test('a date of birth and digits of an SSN enter no storage, no address and no console', async ({ page, email }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('request', (sent) => said.push(sent.url()))
  const stored = () =>
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, history.state]))
  await openForm(page, email)
  await fillForm(page)
  said.push(await stored())
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  said.push(await stored())
  expect(said.join('\n')).not.toContain(typed.ssnLastFour)
  expect(said.join('\n')).not.toContain(typed.dateOfBirth)
})

test('a plan name that is missing, blank or far too long is put right', async ({ page, email }) => {
  await openForm(page, email, '/client-onboarding?plan=%20%20')
  await expect(page.getByText('Plan: Credit Repair Plan.')).toBeVisible()
  await page.goto(`/client-onboarding?plan=${encodeURIComponent('<b>' + 'x'.repeat(300))}`)
  await expect(page.getByText(`Plan: <b>${'x'.repeat(97)}.`)).toBeVisible()
})

test('signing out on the page leads to /auth without a complaint; in another tab, with one', async ({ page, context, email }) => {
  await openForm(page, email)
  const other = await context.newPage()
  await other.goto(address)
  await expect(field(other, 'firstName')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(other).toHaveURL('/auth')
  await expect(other.getByRole('alert')).toHaveText(/^Authentication Required Please sign in to complete onboarding/)
  await signIn(page, email)
  await expect(page).toHaveURL('/')
})
