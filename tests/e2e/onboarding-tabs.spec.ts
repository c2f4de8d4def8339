import type { Page } from '@playwright/test'
import { createAccount, signIn } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { acceptDeliveries, address, expectFilled, field, fillForm, openForm, saving, submit, typed } from './onboarding-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const elsewhere = 'This form was sent from another tab while it was open here. What you typed here was not sent.'

/** Whichever of the two ends a sending tab comes to. */
const settled = (tab: Page) => tab.getByText(elsewhere).or(tab.getByRole('heading', { name: 'Welcome Aboard!' }))

/** A second tab of the same browser with the same form, filled in. */
async function secondTab(page: Page, city: string) {
  const tab = await page.context().newPage()
  await tab.goto(address)
  await fillForm(tab, { ...typed, city })
  return tab
}

test('a form that is sent from two tabs at once is stored once and delivered once', async ({ page, context, email, database }) => {
  const deliveries = await acceptDeliveries(context)
  await openForm(page, email)
  await fillForm(page)
  const other = await secondTab(page, 'Elsewhere')
  await Promise.all([submit(page), submit(other)])
  const tabs = [page, other]
  const arrivals = tabs.map((tab) => tab.waitForURL('/onboarding-success').then(() => tab))
  const refusals = tabs.map((tab) => tab.getByText(elsewhere).waitFor().then(() => tab))
  const winner = await Promise.any(arrivals)
  const loser = await Promise.any(refusals)
  expect(loser).not.toBe(winner)
  await expectFilled(loser, loser === page ? typed : { ...typed, city: 'Elsewhere' })
  const { rows } = await database.query('select city from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([{ city: winner === page ? 'Anytown' : 'Elsewhere' }])
  expect(deliveries).toHaveLength(1)
})

test('the tab that was left behind can go on to the confirmation', async ({ page, context, email }) => {
  await acceptDeliveries(context)
  await openForm(page, email)
  const other = await secondTab(page, 'Elsewhere')
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  await submit(other)
  await expect(other.getByText(elsewhere)).toBeVisible()
  await expect(other.getByRole('alert')).toHaveCount(0)
  await other.getByRole('link', { name: 'See the confirmation' }).click()
  await expect(other).toHaveURL('/onboarding-success')
  await expect(other.getByText('Your details are saved')).toBeVisible()
})

test('or it can replace what was sent, knowingly', async ({ page, context, email, database }) => {
  await acceptDeliveries(context)
  await openForm(page, email)
  const other = await secondTab(page, 'Elsewhere')
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  await submit(other)
  await other.getByRole('button', { name: 'Send again and replace it' }).click()
  await expect(other).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select city from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([{ city: 'Elsewhere' }])
})

for (const first of ['the earlier', 'the later'] as const) {
  test(`two tabs that were opened at the same moment, each with an id of its own, store one row, ${first} one first`, async ({
    page, context, email, database,
  }) => {
    await acceptDeliveries(context)
    await openForm(page, email)
    // What the other tab would have read, had it been opened a moment later.
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage)) if (name.startsWith('onboarding-form')) localStorage.removeItem(name)
    })
    const other = await secondTab(page, 'Elsewhere')
    await fillForm(page)
    const [winner, loser] = first === 'the earlier' ? [page, other] : [other, page]
    await submit(winner)
    await expect(winner).toHaveURL('/onboarding-success')
    await submit(loser)
    await expect(loser.getByText(elsewhere)).toBeVisible()
    await loser.getByRole('button', { name: 'Send again and replace it' }).click()
    await expect(loser).toHaveURL('/onboarding-success')
    const { rows } = await database.query('select city from enrollments where customer_email = $1', [email])
    expect(rows).toEqual([{ city: loser === page ? 'Anytown' : 'Elsewhere' }])
  })
}

test('a tab that waited for one that failed sends by itself', async ({ page, context, email, database, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await acceptDeliveries(context)
  await openForm(page, email)
  await fillForm(page)
  const other = await secondTab(page, 'Elsewhere')
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route(saving, async (route) => {
    asked.resolve()
    await answer.promise
    await route.fulfill({ status: 500, json: { code: 'XX000', message: 'No.', details: null, hint: null } })
  })
  await submit(page)
  await asked.promise
  await submit(other)
  await expect(other.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  answer.resolve()
  await expect(other).toHaveURL('/onboarding-success')
  await expect(page.getByRole('alert')).toContainText('Error No.')
  await expectFilled(page)
  const { rows } = await database.query('select city from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([{ city: 'Elsewhere' }])
})

test('a browser without a lock for tabs, as where a page is served without TLS, still stores it once', async ({
  page, context, email, database, expectedErrors,
}) => {
  expectedErrors.push(/the server responded with a status of 409/)
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks')
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  })
  await acceptDeliveries(context)
  await openForm(page, email)
  await fillForm(page)
  const other = await secondTab(page, 'Elsewhere')
  await Promise.all([submit(page), submit(other)])
  await expect.poll(() => [page.url(), other.url()].some((url) => url.endsWith('/onboarding-success'))).toBe(true)
  await expect(settled(page)).toBeVisible()
  await expect(settled(other)).toBeVisible()
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
  expect(rows).toHaveLength(1)
})

test('another account that signs in in the other tab gets nothing that was typed here', async ({ page, context, email, database }) => {
  await createAccount(page, `other-${email}`)
  await openForm(page, email)
  await fillForm(page)
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(() => localStorage.clear())
  await signIn(other, `other-${email}`)
  await expect(other).toHaveURL('/')
  await expect(field(page, 'email')).toHaveValue(`other-${email}`)
  await expect(field(page, 'firstName')).toHaveValue('')
  await expect(field(page, 'ssnLastFour')).toHaveValue('')
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [`other-${email}`])
  expect(rows).toEqual([])
})
