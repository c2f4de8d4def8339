import { fillCredentials, refusedAnswer } from '../auth-card.ts'
import { address, field, openForm, submitButton, typed } from '../onboarding-form.ts'
import { expect, test } from './fixtures.ts'

test('a refused sign-in leaves the focus on the button that was pressed', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await page.goto('./auth')
  await fillCredentials(page, email)
  const button = page.getByRole('button', { name: 'Sign In' })
  for (const press of [() => button.press('Enter'), () => button.click()]) {
    await button.focus()
    await press()
    await expect(page.getByRole('alert')).toHaveText(/^Invalid email or password/)
    await expect(button).toBeFocused()
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  }
})

test('the first click after a field that is wrong chooses what it was made for', async ({ page, email }) => {
  await openForm(page, email)
  await field(page, 'email').fill('')
  await field(page, 'email').pressSequentially('x@')
  await page.getByRole('radio', { name: 'Phone Call' }).click()
  await expect(page.getByRole('radio', { name: 'Phone Call' })).toBeChecked()
  await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true')
})

test('the first click after a field that is wrong sends the form, whose problems are told', async ({ page, email }) => {
  await openForm(page, email)
  await field(page, 'zipCode').pressSequentially('1')
  await submitButton(page).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: /^City: / }).click()
  await expect(field(page, 'city')).toBeFocused()
})

test('a date and a state that are given arrive as they are', async ({ page, email }) => {
  await openForm(page, email)
  await field(page, 'dateOfBirth').fill(typed.dateOfBirth)
  await expect(field(page, 'dateOfBirth')).toHaveValue(typed.dateOfBirth)
  await field(page, 'state').selectOption('GA')
  await expect(field(page, 'state')).toHaveValue('GA')
  await field(page, 'state').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await field(page, 'city').focus()
  await expect(page).toHaveURL(new RegExp(address.replace('?', '\\?')))
  await expect(field(page, 'dateOfBirth')).not.toHaveAttribute('aria-invalid')
  await expect(field(page, 'state')).not.toHaveAttribute('aria-invalid')
})

test('a date that is typed digit by digit has the year that was typed', async ({ page, email }) => {
  await openForm(page, email)
  const birth = field(page, 'dateOfBirth')
  await birth.focus()
  // Month, day, year, as en-US has them. WebKit does not go on to the next part by itself.
  const goesOn = await page.evaluate(() => !/Version\/[\d.]+ Safari/.test(navigator.userAgent))
  for (const part of ['04', '12', '1988']) {
    await page.keyboard.type(part)
    if (!goesOn) await page.keyboard.press('ArrowRight')
  }
  await expect(birth).toHaveValue('1988-04-12')
})
