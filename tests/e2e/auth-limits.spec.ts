import { fillCredentials, openSignUp, refusedAnswer } from './auth-card.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('what the browser lets through is refused by the first rule that it breaks, on a toast', async ({ page }) => {
  await page.goto('/auth')
  await fillCredentials(page, 'someone@nowhere')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Invalid email address/)
})

test('the fields carry the limits for the browser itself', async ({ page }) => {
  await openSignUp(page)
  const email = page.getByLabel('Email')
  const secret = page.getByLabel('Password')
  await expect(email).toHaveAttribute('maxlength', '255')
  await expect(email).toHaveAttribute('required')
  await expect(secret).toHaveAttribute('minlength', '6')
  await expect(secret).toHaveAttribute('maxlength', '100')
  await expect(secret).toHaveAttribute('placeholder', 'At least 6 characters')
  await expect(secret).toHaveAttribute('autocomplete', 'new-password')
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Password')).not.toHaveAttribute('placeholder')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
})

const addressOf = (length: number) => `${'w'.repeat(length - '@example.com'.length)}@example.com`
const secretOf = (length: number) => 'w'.repeat(length)
// What the page lets through reaches the service, which knows nobody by these names.
const sent = 'Invalid email or password'

const attempts = [
  { what: 'an e-mail of 254 characters', email: addressOf(254), secret: secretOf(20), says: sent },
  { what: 'an e-mail of 255 characters', email: addressOf(255), secret: secretOf(20), says: sent },
  { what: 'an e-mail of 256 characters', email: addressOf(256), secret: secretOf(20), says: 'Email must be at most 255 characters' },
  { what: 'no e-mail', email: '', secret: secretOf(20), says: 'Invalid email address' },
  { what: 'a password of 5 characters', email: addressOf(40), secret: secretOf(5), says: 'Password must be at least 6 characters' },
  { what: 'a password of 6 characters', email: addressOf(40), secret: secretOf(6), says: sent },
  { what: 'a password of 7 characters', email: addressOf(40), secret: secretOf(7), says: sent },
  { what: 'a password of 99 characters', email: addressOf(40), secret: secretOf(99), says: sent },
  { what: 'a password of 100 characters', email: addressOf(40), secret: secretOf(100), says: sent },
  { what: 'a password of 101 characters', email: addressOf(40), secret: secretOf(101), says: 'Password must be at most 100 characters' },
]

test("past the browser's own rules the page's own hold, to the character", async ({ page, expectedErrors }) => {
  test.slow()
  expectedErrors.push(refusedAnswer)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/auth/v1/token') && asked.push(request.url()))
  for (const { what, email, secret, says } of attempts) {
    await page.goto('/auth')
    await page.getByLabel('Email').evaluate((input: HTMLInputElement) => {
      if (input.form) input.form.noValidate = true
      for (const field of document.querySelectorAll('input')) field.removeAttribute('maxlength')
    })
    await fillCredentials(page, email, secret)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert'), what).toHaveText(new RegExp(`^${says}`))
    expect(asked.splice(0), what).toHaveLength(Number(says === sent))
  }
})

test('the browser itself stops typing at the limits and sends nothing that is too short', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/auth')
  await fillCredentials(page, addressOf(256), secretOf(101))
  expect((await page.getByLabel('Email').inputValue()).length).toBe(255)
  expect((await page.getByLabel('Password').inputValue()).length).toBe(100)
  await fillCredentials(page, addressOf(40), secretOf(5))
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect(await page.getByLabel('Password').evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(requests.filter((url) => url.includes('/auth/v1/'))).toEqual([])
})

test('spaces around the e-mail are not part of it, those of a password are', async ({ page, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await page.goto('/auth')
  // As text, for an e-mail field strips the spaces itself.
  await page.getByLabel('Email').evaluate((input: HTMLInputElement) => input.setAttribute('type', 'text'))
  await fillCredentials(page, '  hannah@example.com ', ' six or more ')
  const request = page.waitForRequest('**/auth/v1/token*')
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect((await request).postDataJSON()).toMatchObject({ email: 'hannah@example.com', password: ' six or more ' })
})
