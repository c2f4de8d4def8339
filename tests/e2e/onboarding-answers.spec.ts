import type { Page, Route } from '@playwright/test'
import { refusedAnswer, storedSession } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import {
  acceptDeliveries, delivering, expectFilled, field, fillForm, generalFailure, notices, openForm, partial, saving, submit, submitButton,
  welcome,
} from './onboarding-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
})

const unknown = 'We got no answer, so we cannot tell whether your details arrived.'
const unsaved = 'Nothing was saved this time. Everything you typed is still here.'
const notYours =
  'This form belongs to another address, or yours is not confirmed yet. If you have just signed up, open the link in our email that confirms it, then send this again. Your answers stay in the form.'

async function expectFailure(page: Page, { toast, note }: { toast: string; note: string }) {
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(`Error ${toast}`)
  await expect(page.locator('form.onboard').getByText(note)).toBeVisible()
  await expect(page).toHaveURL(/client-onboarding/)
  await expectFilled(page)
  await expect(submitButton(page)).toBeEnabled()
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert).toBeHidden()
}

const html = { contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
const saves: [title: string, answer: (route: Route) => Promise<void>, toast: string, note: string][] = [
  [
    'a refusal with a reason',
    (route) => route.fulfill({ status: 400, json: { code: '23514', message: 'Please check the form: city is too long', details: null, hint: null } }),
    'Please check the form: city is too long',
    unsaved,
  ],
  [
    'a failing database',
    (route) => route.fulfill({ status: 503, json: { code: 'PGRST000', message: 'The database is being moved', details: null, hint: null } }),
    'The database is being moved',
    unsaved,
  ],
  ['a page of a machine on the way', (route) => route.fulfill({ status: 502, ...html }), generalFailure, unsaved],
  ['a welcome page in place of an answer', (route) => route.fulfill({ status: 200, ...html }), generalFailure, unsaved],
  ['an answer that is no JSON', (route) => route.fulfill({ status: 201, contentType: 'application/json', body: '{"id":' }), generalFailure, unsaved],
  ['an answer without an id', (route) => route.fulfill({ status: 201, json: {} }), generalFailure, unsaved],
  ['a connection that breaks', (route) => route.abort('connectionreset'), generalFailure, unknown],
]

test('whatever the save is answered, the form says so, keeps everything, and can be sent again', async ({ page, email, database }) => {
  const deliveries = await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  for (const [title, answer, toast, note] of saves) {
    await test.step(title, async () => {
      await page.route(saving, answer)
      await submit(page)
      await expectFailure(page, { toast, note })
      await page.unroute(saving, answer)
    })
  }
  expect(deliveries).toEqual([])
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
  expect(rows).toHaveLength(1)
})

test('while it is being sent nothing can be typed that would then be lost, and the button has the focus throughout', async ({ page, email }) => {
  await openForm(page, email)
  await fillForm(page)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route(saving, async (route) => {
    asked.resolve()
    await answer.promise
    await route.abort('connectionreset')
  })
  const city = field(page, 'city')
  await city.press('Enter')
  await asked.promise
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('x')
  const box = await city.boundingBox()
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.keyboard.type('x')
  await expectFilled(page)
  await page.getByRole('button', { name: 'Submitting...' }).focus()
  answer.resolve()
  await expect(page.getByText(unknown)).toBeVisible()
  await expect(submitButton(page)).toBeFocused()
  await city.fill('Elsewhere')
  await expect(city).toHaveValue('Elsewhere')
})

test('a save that never answers is given up, and sending it again is safe', async ({ page, email }) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  const asked = Promise.withResolvers<void>()
  await page.route(saving, () => asked.resolve())
  await page.clock.install()
  await submit(page)
  await asked.promise
  await page.clock.runFor(29_000)
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(notices(page).getByText(generalFailure)).toBeVisible()
  await expect(page.getByText(unknown)).toBeVisible()
  await expectFilled(page)
  await page.unroute(saving)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
})

test('an answer that is lost after the row was written leads to one row and one delivery', async ({ page, email, database }) => {
  const deliveries = await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  await page.route(saving, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }, { times: 1 })
  await submit(page)
  await expect(page.getByText(unknown)).toBeVisible()
  await field(page, 'city').fill('Elsewhere')
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select id, city from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([{ id: expect.any(String), city: 'Elsewhere' }])
  expect(deliveries.map((asked) => asked.postDataJSON().enrollmentId)).toEqual([rows[0].id])
})

test('an answer that is lost, and the form sent again as it was, change nothing: what was stored is delivered once', async ({
  page, email, database,
}) => {
  const deliveries = await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  const asked: string[] = []
  await page.route(saving, async (route) => {
    asked.push(route.request().method())
    if (asked.length > 2) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  for (let lost = 0; lost < 2; lost += 1) {
    await submit(page)
    await expectFailure(page, { toast: generalFailure, note: unknown })
  }
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  expect(asked).toEqual(['POST', 'POST', 'POST'])
  const { rows } = await database.query(
    'select version from enrollments join deliveries on enrollment_id = id where customer_email = $1',
    [email],
  )
  expect(rows).toEqual([{ version: 1 }])
  expect(deliveries).toHaveLength(1)
})

test('without a connection the form says so beside its button, keeps everything, and can be sent later', async ({ page, email, context }) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  await context.setOffline(true)
  await expect(page.locator('form.onboard').getByText(/^You are offline/)).toBeVisible()
  await submit(page)
  await expectFailure(page, { toast: generalFailure, note: unknown })
  await context.setOffline(false)
  await expect(page.locator('form.onboard').getByText(/^You are offline/)).toBeHidden()
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
})

const deliveries: [title: string, answer: (route: Route) => Promise<void>][] = [
  ['queued', (route) => route.fulfill({ status: 503, json: { status: 'queued' } })],
  ['rejected', (route) => route.fulfill({ status: 502, json: { status: 'rejected' } })],
  ['refused for the session', (route) => route.fulfill({ status: 403, json: { message: 'no' } })],
  ['no JSON', (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '<' })],
  ['broken', (route) => route.abort('connectionreset')],
]

for (const [title, answer] of deliveries) {
  test(`a delivery that is ${title} leaves the details saved: both notices, and the page after it`, async ({ page, email, database }) => {
    await page.route(delivering, answer)
    await openForm(page, email)
    await fillForm(page)
    await submit(page)
    await expect(page).toHaveURL('/onboarding-success')
    await expect(notices(page).getByText(partial)).toBeVisible()
    await notices(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notices(page).getByText(welcome)).toBeVisible()
    const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
    expect(rows).toHaveLength(1)
  })
}

test('a delivery that never answers counts as failed after twenty seconds', async ({ page, email }) => {
  const asked = Promise.withResolvers<void>()
  await page.route(delivering, () => asked.resolve())
  await openForm(page, email)
  await fillForm(page)
  await page.clock.install()
  await submit(page)
  await asked.promise
  await page.clock.runFor(19_000)
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(page).toHaveURL('/onboarding-success')
  await expect(notices(page).getByText(partial)).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(notices(page).getByText(welcome)).toBeVisible()
})

test('a session that the server no longer takes leads to /auth with one word why, and nothing typed is lost', async ({
  page, email, expectedErrors,
}) => {
  expectedErrors.push(refusedAnswer)
  await openForm(page, email)
  await fillForm(page)
  await page.route('**/auth/v1/token*', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    }),
  )
  await page.route(saving, (route) => route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null } }))
  await submit(page)
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('alert')).toHaveText(/^Authentication Required Please sign in to continue/)
  await expect(notices(page).getByText('Authentication Required')).toHaveCount(1)
  await page.unrouteAll()
  await acceptDeliveries(page)
  await page.getByLabel('Email').fill(email)
  await field(page, 'password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: /continue/i }).click()
  await expectFilled(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
})

test('a token that has run out by the clock of the server only is renewed, and the form goes through', async ({ page, email }) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  await page.route(saving, (route) =>
    route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null } }),
  { times: 1 })
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
})

test('a stored session that cannot be checked is not taken for none: the page waits, and opens when the server is back', async ({
  page, email,
}) => {
  await openForm(page, email)
  const stored = await storedSession(page)
  await page.evaluate(({ name, session }) => {
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: 1 }))
  }, { name: stored?.name ?? '', session: stored?.session ?? {} })
  await page.route('**/auth/v1/token*', (route) => route.abort('connectionreset'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'We cannot reach the server' })).toBeVisible()
  await expect(page).toHaveURL(/client-onboarding/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(field(page, 'firstName')).toBeVisible()
})

test('an id in the address that is no UUID is an enrollment that is not there', async ({ page, email }) => {
  await openForm(page, email, `/client-onboarding?enrollment_id=${encodeURIComponent("1' or ".repeat(500))}`)
  await fillForm(page)
  await submit(page)
  await expectFailure(page, { toast: generalFailure, note: notYours })
})
