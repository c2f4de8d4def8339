import type { Page } from '@playwright/test'
import { refusedAnswer, signIn, signUp, storedSession } from './auth-card.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const hourMs = 3_600_000

async function sendOnboarding(page: Page) {
  const typed = {
    firstName: 'Hannah', lastName: 'Reed', dateOfBirth: '1988-04-12', ssnLastFour: '0742', phone: '(555) 555-0117',
    streetAddress: '100 Example Street', city: 'Anytown', zipCode: '00000',
  }
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value)
  await page.getByLabel('State').selectOption('GA')
  await page.getByRole('button', { name: 'Complete Onboarding' }).click()
  await expect(page).toHaveURL('/onboarding-success')
}

for (const { clock, hours } of [
  { clock: 'two hours ahead', hours: 2 },
  { clock: 'two hours behind', hours: -2 },
]) {
  test(`a clock ${clock} breaks neither sign-in nor onboarding, and refreshes nothing again and again`, async ({
    page, email, expectedErrors,
  }) => {
    // On a busy machine the delivery goes on after its answer; it is not what is asked here.
    expectedErrors.push(/status of 50[234]/)
    const refreshes: string[] = []
    page.on('request', (request) => request.url().includes('grant_type=refresh_token') && refreshes.push(request.url()))
    await page.clock.install({ time: Date.now() + hours * hourMs })
    await signUp(page, email)
    await page.goto('/client-onboarding')
    await expect(page.getByLabel('First name')).toBeVisible()
    // Ten looks at the session, one every half minute.
    await page.clock.runFor(300_000)
    await sendOnboarding(page)
    expect(refreshes).toEqual([])
    // Within a minute and a half of the end of the hour, the session is refreshed: once.
    const refreshed = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
    await page.clock.fastForward(hourMs - 360_000)
    await refreshed
    await page.clock.runFor(300_000)
    expect(refreshes).toHaveLength(1)
    await page.evaluate(() => localStorage.clear())
    await signIn(page, email)
    await expect(page).toHaveURL('/')
  })
}

test('a token that the server finds too old is refreshed, and what was sent is sent again', async ({ page, email, database, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await signUp(page, email)
  const stored = await storedSession(page)
  if (!stored) throw new Error('No session is stored')
  // The server refuses it as it refuses an old one, while this browser's clock says that it is fresh.
  const refused = { ...stored.session, access_token: stored.session.access_token.replace(/\.[^.]+$/, `.${'A'.repeat(86)}`) }
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [stored.name, JSON.stringify(refused)] as const)
  await page.goto('/client-onboarding')
  await sendOnboarding(page)
  const { rows } = await database.query('select city from enrollments where customer_email = $1', [email])
  expect(rows).toEqual([{ city: 'Anytown' }])
})
