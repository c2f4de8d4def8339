import { signUp } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { acceptDeliveries, address, fillForm, openForm, submit, typed } from './onboarding-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const reached = 'Your details have reached us.'

test('it says what happens next and how to reach us, and leads home', async ({ page }) => {
  await page.goto('/onboarding-success')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Aboard!')
  const steps = page.getByRole('list', { name: 'Next steps' }).getByRole('listitem')
  await expect(steps).toHaveText([/welcome message with your portal access/, /within 24-48 hours to schedule an initial consultation/, /credit profile and your disputes/])
  const main = page.getByRole('main')
  await expect(main.locator('a[href^="tel:"]')).toBeVisible()
  await expect(main.locator('a[href^="mailto:"]')).toBeVisible()
  await main.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a stranger, and an account that has sent nothing, get no receipt and no claim that anything arrived', async ({ page, email }) => {
  const nothingClaimed = async () => {
    await page.goto('/onboarding-success')
    await expect(page.getByText('This is what happens once your onboarding is complete.')).toBeVisible()
    await expect(page.getByText(reached)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'What you sent' })).toHaveCount(0)
  }
  await nothingClaimed()
  await signUp(page, email)
  await nothingClaimed()
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
})

test('whoever has sent the form gets a receipt, masked, which a reload takes away', async ({ page, email }) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  await submit(page)
  const receipt = page.getByRole('region', { name: 'What you sent' })
  await expect(page.getByText(reached)).toBeVisible()
  await expect(receipt.getByRole('term')).toHaveText([
    'Sent', 'Plan', 'Name', 'Date of birth', 'Last 4 of Social Security number', 'Email', 'Phone', 'Preferred contact method',
    'Address', 'Notes',
  ])
  await expect(receipt.getByRole('definition')).toHaveText([
    /^\w+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M$/,
    'Standard Repair',
    'Hannah Joy Reed',
    '••/••/1988',
    '•••-••-0742',
    email,
    '(555) 555-0117',
    'Text Message',
    '100 Example Street, Apt 4, Anytown, GA 00000-1234',
    'Please write in the evening.',
  ])
  await expect(page.getByText(typed.dateOfBirth)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(reached)).toBeVisible()
  await expect(receipt).toHaveCount(0)
})

test('where the app cannot fetch it, the browser opens it, and nobody is asked whether to leave what was sent', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.accept()
  })
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  await page.route('**/assets/onboarding-success-*.js', (route) => route.abort(), { times: 1 })
  await submit(page)
  await expect(page.getByText(reached)).toBeVisible()
  await expect(page).toHaveURL('/onboarding-success')
  expect(questions).toEqual([])
})

test('leaving the page takes the receipt away too: going back does not show it again', async ({ page, email }) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  await submit(page)
  const receipt = page.getByRole('region', { name: 'What you sent' })
  await expect(receipt).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Aboard!' })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText(reached)).toBeVisible()
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await expect(receipt).toHaveCount(0)
})

test('its Print button prints the receipt, without what only leads elsewhere', async ({ page, email }) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  await submit(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'What you sent' })).toBeVisible()
  await expect(page.getByText('•••-••-0742')).toBeVisible()
  for (const name of ['Print', 'Sign out']) await expect(page.getByRole('button', { name, includeHidden: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Return to Home', includeHidden: true })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
})

test('signing out there says so, takes the receipt away, and leaves nothing for the next one at the screen', async ({ page, email }) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await fillForm(page)
  await submit(page)
  await expect(page.getByRole('region', { name: 'What you sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await expect(page).toHaveURL('/onboarding-success')
  await expect(page.getByText(`Signed in as ${email}`)).toHaveCount(0)
  for (const value of [typed.ssnLastFour, typed.firstName, email]) await expect(page.getByText(value)).toHaveCount(0)
  const stored = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]))
  for (const value of [typed.firstName, typed.streetAddress, email]) expect(stored).not.toContain(value)
  await page.goBack()
  await expect(page.getByText(typed.firstName)).toHaveCount(0)
})

test('going back from it does not lead into the form that was sent', async ({ page, email }) => {
  await acceptDeliveries(page)
  await openForm(page, email)
  await page.goto('/about')
  await page.goto(address)
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})
