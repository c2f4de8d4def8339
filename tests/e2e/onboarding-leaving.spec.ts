import type { Page, Request } from '@playwright/test'
import { home } from '../../content/home.ts'
import { createAccount, failedLoad, signIn, signUp } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { acceptDeliveries, address, field, fillForm, openForm, saving, submit, typed, welcome } from './onboarding-form.ts'

// Leaving on purpose: nothing stays for the next person at the screen.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()
const isSave = (request: Request) => request.url().includes('/enrollments')
const wayBack = (page: Page) => page.getByRole('link', { name: home.resume.onboarding.link })
const keptInTab = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))

async function expectNothingKept(tab: Page) {
  await expect.poll(() => keptInTab(tab)).not.toContain(typed.firstName)
  expect(await keptInTab(tab)).not.toContain('client-onboarding')
}

test('signing out takes what was typed out of every tab at once, and offers the form to nobody else, in any of them', async ({
  page, context, email,
}) => {
  await createAccount(page, `next-${email}`)
  await openForm(page, email, `${address}&enrollment_id=5f2b1c9e-0000-4000-8000-000000000001`)
  await fillForm(page)
  const other = await context.newPage()
  await other.goto(address)
  await fillForm(other)
  const third = await context.newPage()
  await third.goto(address)
  await fillForm(third)
  await third.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await expect(third).toHaveURL('/blog')
  for (const tab of [page, other, third]) expect(await keptInTab(tab)).toContain(typed.firstName)
  await signOut(page)
  await expect(page).toHaveURL('/auth')
  await expect(other).toHaveURL('/auth')
  for (const tab of [page, other, third]) await expectNothingKept(tab)
  await signIn(page, `next-${email}`)
  for (const tab of [page, other, third]) {
    await tab.goto('/')
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(wayBack(tab)).toHaveCount(0)
  }
})

test('a way back that an expired session has left is forgotten when somebody signs out', async ({ page, email }) => {
  await signUp(page, email)
  await page.evaluate(() => localStorage.clear())
  await page.goto(address)
  await expect(page).toHaveURL('/auth')
  await signIn(page, email)
  await wayBack(page).click()
  await signOut(page)
  await expect(page).toHaveURL('/auth')
  await page.goto('/')
  await expect(wayBack(page)).toHaveCount(0)
})

for (const end of ['fails', 'goes through'] as const) {
  test(`signing out leads away at once while a save hangs, and nothing more is said when it ${end}`, async ({
    page, email, expectedErrors,
  }) => {
    expectedErrors.push(failedLoad)
    await acceptDeliveries(page)
    await openForm(page, email)
    await fillForm(page)
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await page.route(saving, async (route) => {
      asked.resolve()
      await answer.promise
      await (end === 'fails' ? route.abort('connectionreset') : route.continue())
    })
    await submit(page)
    await asked.promise
    await signOut(page)
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
    await expect(page).toHaveURL('/auth')
    const over = end === 'fails' ? page.waitForEvent('requestfailed', isSave) : page.waitForEvent('requestfinished', isSave)
    answer.resolve()
    await over
    await signIn(page, email)
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Signed in successfully!')).toBeVisible()
    await expect(page.getByText('Failed to submit')).toHaveCount(0)
    await expect(page.getByText(welcome)).toHaveCount(0)
    await page.goto(address)
    await expect(field(page, 'firstName')).toHaveValue('')
  })
}
