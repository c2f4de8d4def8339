import { findings } from './accessibility.ts'
import { answer, type Person, sessionAnswer } from './auth-answers.ts'
import { refusedAnswer, signIn, storedSession } from './auth-card.ts'
import { createGuardedAccount } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { keptEmailTo } from './kept-emails.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an account with an authenticator app is signed in only after its code', async ({ page, request, email, expectedErrors, dataFolder }) => {
  expectedErrors.push(refusedAnswer)
  const codeOf = await createGuardedAccount(request, email, dataFolder)
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused()
  await expect(page.getByText('Signed in successfully!')).toHaveCount(0)
  const code = page.getByLabel('Six-digit code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await findings(page)).toEqual([])
  const right = [codeOf('now'), codeOf('next')]
  await code.fill(['000000', '111111', '222222'].find((wrong) => !right.includes(wrong)) ?? '')
  await code.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^Invalid TOTP code entered/)
  await code.fill(codeOf('now'))
  await code.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Signed in successfully!')).toBeVisible()
})

test('a session without its code is none: onboarding leads to the code, and signing out is the way back', async ({ page, request, email, dataFolder }) => {
  await createGuardedAccount(request, email, dataFolder)
  await signIn(page, email)
  await expect(page.getByLabel('Six-digit code')).toBeVisible()
  await page.goto('/client-onboarding')
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('status').getByText('You are signed out.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(await storedSession(page)).toBeUndefined()
})

test('a new password for an account with an authenticator app is chosen after its code', async ({ page, request, email, dataFolder }) => {
  const codeOf = await createGuardedAccount(request, email, dataFolder)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByLabel('Six-digit code').fill((await keptEmailTo(dataFolder, email, 'Choose a new password')).code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused()
  await page.getByLabel('Six-digit code').fill(codeOf('now'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused()
  await expect(page.getByText('Signed in successfully!')).toHaveCount(0)
  await page.getByLabel('New password').fill('a new password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/')
})

// The gateway makes no such accounts; a Supabase project may have them.
/** Signs in to an account with these factors. */
async function signInWith(page: Parameters<typeof signIn>[0], person: Person) {
  await answer(page, 'POST /token*', { json: sessionAnswer(person) })
  await answer(page, 'POST /logout*', { json: {} })
  await signIn(page, person.email)
}

test('a factor that is no authenticator app is said plainly', async ({ page, email }) => {
  await signInWith(page, { email, factors: [{ id: 'f1', factor_type: 'webauthn', status: 'verified' }] })
  await expect(page.getByText('something other than an authenticator app')).toBeVisible()
  await expect(page.getByLabel('Six-digit code')).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a factor that was never verified asks for nothing', async ({ page, email }) => {
  await signInWith(page, { email, factors: [{ id: 'f1', factor_type: 'totp', status: 'unverified' }] })
  await expect(page).toHaveURL('/')
})
