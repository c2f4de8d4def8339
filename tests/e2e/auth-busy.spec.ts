import type { APIRequestContext, Page } from '@playwright/test'
import { answer, refusal } from './auth-answers.ts'
import { createAccount, fillCredentials, linkOfSupabase, loseSession, openSignUp, refusedAnswer, signIn, signUp } from './auth-card.ts'
import { createGuardedAccount } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { keptEmailTo } from './kept-emails.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const hangs = () => new Promise<void>(() => undefined)

test('one request is under way, whatever tab or step of the card is looked at meanwhile', async ({ page, email }) => {
  const asked: string[] = []
  await page.route('**/auth/v1/**', (route) => {
    asked.push(route.request().url())
    return hangs()
  })
  await page.clock.install()
  await signIn(page, email)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('button', { name: 'Send email' })).toBeDisabled()
  expect(asked).toHaveLength(1)
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('alert')).toHaveText(/^The server does not answer/)
  await expect(page.getByRole('button', { name: 'Send email' })).toBeEnabled()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('a bug while something is sent is said and reported, and the form can be sent again', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(/broken on purpose/)
  await page.addInitScript(() => {
    const fromEntries = Object.fromEntries
    Object.fromEntries = (entries: Iterable<readonly unknown[]>) => {
      if (entries instanceof FormData) throw new Error('broken on purpose')
      return fromEntries(entries)
    }
  })
  const reported = page.waitForEvent('pageerror')
  await signIn(page, email)
  await expect(page.getByRole('alert')).toHaveText(/^Something went wrong. Please try again./)
  expect(String(await reported)).toContain('broken on purpose')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

interface Visitor {
  page: Page
  request: APIRequestContext
  email: string
  dataFolder: string
}

async function forget({ page, email }: Pick<Visitor, 'page' | 'email'>) {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
}

async function typeCode({ page, email, dataFolder }: Visitor) {
  await createAccount(page, email)
  await forget({ page, email })
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByLabel('Six-digit code').fill((await keptEmailTo(dataFolder, email, 'Choose a new password')).code)
}

async function typeFactorCode({ page, request, email, dataFolder }: Visitor) {
  const codeOf = await createGuardedAccount(request, email, dataFolder)
  await signIn(page, email)
  await page.getByLabel('Six-digit code').fill(codeOf('now'))
}

/** Each call of the card: how far a visitor goes before it, and the button that makes it. */
const calls = [
  {
    what: 'an account',
    call: '/signup*',
    button: 'Create Account',
    before: async ({ page, email }: Visitor) => {
      await openSignUp(page)
      await fillCredentials(page, email)
    },
  },
  { what: 'an e-mail for a new password', call: '/recover*', button: 'Send email', before: forget },
  { what: 'the proof of an e-mail code', call: '/verify*', button: 'Continue', before: typeCode },
  {
    what: 'another confirmation',
    call: '/resend*',
    button: 'Resend confirmation',
    before: async ({ page, email }: Visitor) => {
      await answer(page, 'POST /token*', refusal(400, 'email_not_confirmed', 'Email not confirmed'))
      await signIn(page, email)
      await page.getByRole('button', { name: 'Dismiss' }).click()
    },
  },
  {
    what: 'a new password',
    call: '/user*',
    button: 'Save password',
    before: async (visitor: Visitor) => {
      await typeCode(visitor)
      await visitor.page.getByRole('button', { name: 'Continue' }).click()
      await visitor.page.getByLabel('New password').fill('a new password')
    },
  },
  { what: 'the challenge of a factor', call: '/factors/*/challenge', button: 'Continue', before: typeFactorCode },
  { what: 'the proof of a factor', call: '/factors/*/verify', button: 'Continue', before: typeFactorCode },
]

for (const { what, call, button, before } of calls) {
  test(`an answer to ${what} that never comes is given up after half a minute, and it can be asked for again`, async ({
    page, request, email, dataFolder, expectedErrors,
  }) => {
    expectedErrors.push(refusedAnswer)
    await page.clock.install()
    await before({ page, request, email, dataFolder })
    await page.route(`**/auth/v1${call}`, hangs)
    const asked = page.waitForRequest(`**/auth/v1${call}`)
    await page.getByRole('button', { name: button }).click()
    await asked
    await expect(page.getByRole('button', { name: button })).toHaveCount(0)
    await page.clock.fastForward(30_000)
    await expect(page.getByRole('alert')).toHaveText(/^The server does not answer. Please try again in a moment./)
    await expect(page.getByRole('button', { name: button })).toBeEnabled()
    await expect(page.getByRole('button', { name: button })).toBeFocused()
  })
}

test('a link whose code is never answered is given up after half a minute, and the forms are there', async ({ page, email, dataFolder }) => {
  await signUp(page, email)
  await loseSession(page)
  const { link } = await keptEmailTo(dataFolder, email, 'Confirm your email address')
  await page.route('**/auth/v1/token*', hangs)
  await page.clock.install()
  const asked = page.waitForRequest('**/auth/v1/token*')
  await page.goto(linkOfSupabase(link))
  await asked
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('alert')).toHaveText(/^The server does not answer. Please try again in a moment./)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})
