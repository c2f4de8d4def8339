import { refusal } from './auth-answers.ts'
import { createAccount, failedLoad, fillCredentials, openSignUp, refusedAnswer, signIn } from './auth-card.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a new account signs the visitor in, says so on the home page, and stands in the database', async ({
  page, email, database,
}) => {
  await openSignUp(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible()
  const { rows } = await database.query('select email from auth.users where email = $1', [email])
  expect(rows).toEqual([{ email }])
})

test('without a returned session the sign-up form is cleared and stays', async ({ page, email }) => {
  // What a backend answers that wants the address confirmed first; this one confirms by itself.
  await page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({ json: { id: 'a1', aud: 'authenticated', email, identities: [{ id: 'i1' }] } }),
  )
  await openSignUp(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page).toHaveURL('/auth')
})

test('an address without identities in the answer is called already registered', async ({ page, email }) => {
  await page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({ json: { id: 'a1', aud: 'authenticated', email, identities: [] } }),
  )
  await openSignUp(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('This email is already registered. Please sign in instead.')).toBeVisible()
})

test('signing in with the right password leads home, and the message follows', async ({ page, email }) => {
  await createAccount(page, email)
  await page.goto('/auth')
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Signed in successfully!')).toBeVisible()
})

test('a wrong password is refused in plain words and what was typed stays', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await page.goto('/auth')
  await fillCredentials(page, email, 'not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Invalid email or password/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('an address that is taken is refused with the way out', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await createAccount(page, email)
  await openSignUp(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('This email is already registered. Please sign in instead.')).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('')
})

for (const { call, page: words, tab, button, generic } of [
  { call: '**/auth/v1/signup*', page: 'sign-up', tab: 'Sign Up', button: 'Create Account', generic: 'An error occurred during sign up' },
  { call: '**/auth/v1/token*', page: 'sign-in', tab: 'Sign In', button: 'Sign In', generic: 'An error occurred during sign in' },
]) {
  test(`any other refusal of a ${words} is shown in the backend's own words`, async ({ page, email, expectedErrors }) => {
    expectedErrors.push(refusedAnswer)
    const msg = 'Password is known to be weak and easy to guess, please choose a different one.'
    await page.route(call, (route) => route.fulfill(refusal(422, 'weak_password', msg)))
    await page.goto('/auth')
    await page.getByRole('tab', { name: tab }).click()
    await fillCredentials(page, email)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert')).toHaveText(new RegExp(`^${msg}`))
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  test(`a ${words} that fails unexpectedly is said in general words`, async ({ page, email, expectedErrors }) => {
    expectedErrors.push(failedLoad)
    await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/auth')
    await page.getByRole('tab', { name: tab }).click()
    await fillCredentials(page, email)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert')).toHaveText(new RegExp(`^${generic}`))
    await expect(page.getByRole('button', { name: button })).toBeEnabled()
  })
}

test('an unreachable backend is said on a toast and the form can be sent again', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  await page.route('**/auth/v1/token*', (route) => route.abort())
  await page.goto('/auth')
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Failed to fetch/)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('a server that never answers is given up after half a minute, in words for people', async ({ page, email }) => {
  await page.clock.install()
  await page.route('**/auth/v1/token*', () => new Promise<void>(() => undefined))
  const asked = page.waitForRequest('**/auth/v1/token*')
  await signIn(page, email)
  await asked
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('alert')).toHaveText(/^The server does not answer. Please try again in a moment./)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

for (const { tab, idle, busy, call } of [
  { tab: 'Sign In', idle: 'Sign In', busy: 'Signing in...', call: '**/auth/v1/token*' },
  { tab: 'Sign Up', idle: 'Create Account', busy: 'Creating account...', call: '**/auth/v1/signup*' },
]) {
  test(`while ${busy} the button is off, one request is made, and the rest of the site stays usable`, async ({
    page, email, expectedErrors,
  }) => {
    expectedErrors.push(failedLoad)
    let requests = 0
    const answer = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      requests += 1
      await answer.promise
      await route.abort()
    })
    await page.goto('/auth')
    await page.getByRole('tab', { name: tab }).click()
    await fillCredentials(page, email)
    await page.getByRole('button', { name: idle }).dblclick()
    await expect(page.getByRole('button', { name: busy })).toBeDisabled()
    expect(requests).toBe(1)
    await page.locator('header.top .logo').click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeHidden()
    answer.resolve()
  })
}
