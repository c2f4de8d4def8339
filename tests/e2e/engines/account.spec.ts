import { home } from '../../../content/home.ts'
import { addApp, enroll, makeRecoveryCodes, matter, openAccount, stored } from '../account-page.ts'
import { password, refusedAnswer, signIn, startSignedUp } from '../auth-card.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

test('a client sees what is kept, masked, and what has become of it', async ({ page, email }) => {
  await openAccount(page, email)
  await expect(stored(page).getByText('You have not sent us the onboarding form yet.')).toBeVisible()
  await enroll(page)
  await page.reload()
  const kept = stored(page).getByRole('article', { name: 'Standard Repair' })
  await expect(kept.getByText('We have received your details.')).toBeVisible()
  for (const text of ['H. J. R.', 'h•••@example.com', '•••• 17', 'Phone Call', '•••, GA', '28 characters']) {
    await expect(kept.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(kept.getByText('Kept encrypted.')).toBeVisible()
  await expect(page.getByText(/0742|1988|Reed|Example Street/)).toHaveCount(0)
})

test('what is pressed like a link is underlined like one', async ({ page, email }) => {
  await openAccount(page, email)
  for (const name of ['Sign out', 'Show password', 'I do not know it: send me a code']) {
    await expect(page.getByRole('button', { name, exact: true }).first()).toHaveCSS('text-decoration-line', 'underline')
  }
})

test('one thing is corrected, and nothing else changes', async ({ page, email, database }) => {
  await openAccount(page, email)
  const id = await enroll(page)
  await page.reload()
  const opener = stored(page).getByRole('button', { name: 'Correct something' })
  await opener.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await page.getByLabel('What is wrong?').selectOption({ label: 'Phone' })
  const phone = stored(page).getByRole('textbox', { name: 'Phone' })
  await phone.fill('555')
  await phone.press('Enter')
  await expect(phone).toBeFocused()
  await expect(stored(page).getByText('Phone number must be at least 10 digits')).toBeVisible()
  await phone.fill('(555) 555-0199')
  await phone.press('Enter')
  await expect(page.getByText('Saved. Our team will see the change.')).toBeVisible()
  await expect(opener).toBeFocused()
  await expect(stored(page).getByText('•••• 99')).toBeVisible()
  const { rows } = await database.query('select customer_phone, customer_name, city, notes from enrollments where id = $1', [id])
  expect(rows).toEqual([
    { customer_phone: '(555) 555-0199', customer_name: 'Hannah Joy Reed', city: 'Anytown', notes: 'Please write in the evening.' },
  ])
})

test('deletion is asked for and taken back by keyboard', async ({ page, email }) => {
  await openAccount(page, email)
  const deletion = matter(page, 'Delete everything')
  await deletion.getByRole('button', { name: 'Ask for deletion' }).focus()
  await page.keyboard.press('Enter')
  await expect(deletion.getByRole('status')).toContainText('You asked for deletion on')
  const withdraw = deletion.getByRole('button', { name: 'Take the request back' })
  await expect(withdraw).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your request is taken back.')).toBeVisible()
  await expect(deletion.getByText('You asked for deletion on')).toHaveCount(0)
})

test('a new password wants the current one', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await openAccount(page, email)
  const change = matter(page, 'Password')
  await change.getByLabel('Current password').fill('not this one')
  await change.getByLabel('New password').fill('olive 7 tree')
  await expect(change.getByText('That is a good password.')).toBeVisible()
  await change.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByRole('alert')).toContainText('That is not your current password')
  await change.getByLabel('Current password').fill(password)
  await change.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await expect(change.getByLabel('New password')).toHaveValue('')
  await expect(change.getByText('That is a good password.')).toHaveCount(0)
})

test('whoever is signed out is led back after signing in', async ({ page, email }) => {
  await startSignedUp(page, email)
  await page.goto('./account')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.goto('./account')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByText('Your account is shown to nobody but you.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: home.resume.account.link }).click()
  await expect(stored(page)).toBeVisible()
})

test('an app is added, and a recovery code stands in for it once', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await openAccount(page, email)
  const factors = matter(page, 'Two-step sign-in')
  await expect(factors.getByText('Off. Whoever has your password')).toBeVisible()
  await addApp(page)
  await expect(factors.getByRole('listitem').getByText('Authenticator app')).toBeVisible()
  const codes = await makeRecoveryCodes(page)
  expect(codes).toHaveLength(10)
  await factors.getByRole('button', { name: 'I have kept them' }).click()
  await expect(factors.getByText('Ten of ten are unused.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await signIn(page, email)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expect(page.getByRole('heading', { name: 'Use a recovery code' })).toBeFocused()
  await page.getByLabel('Recovery code').fill('aaaa-aaaa-aaaa-aaaa')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Invalid recovery code entered')
  await page.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That recovery code is used up.')).toBeVisible()
  await page.goto('./account')
  await expect(factors.getByText('Nine of ten are unused.')).toBeVisible()
  // Whose phone is gone adds the new app before the old one can go.
  await expect(factors.getByText('You got in by a recovery code.')).toBeVisible()
  await expect(factors.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('another session is seen and ended', async ({ page, email }) => {
  await openAccount(page, email)
  const sessions = matter(page, 'Where you are signed in')
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await expect(sessions.getByText('You are signed in nowhere else.')).toBeVisible()
  const response = await page.request.post('auth/v1/token?grant_type=password', {
    headers: { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1' },
    data: { email, password },
  })
  expect(response.status()).toBe(200)
  await page.reload()
  const phone = sessions.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await expect(phone).toContainText('signed in today')
  await phone.getByRole('button', { name: 'End Safari on iPhone' }).click()
  await expect(page.getByText('Ended. That device is signed out.')).toBeVisible()
  await expect(phone).toHaveCount(0)
})

test('the focus is never lost with what it was on', async ({ page, email }) => {
  test.slow()
  await openAccount(page, email)
  await enroll(page)
  const response = await page.request.post('auth/v1/token?grant_type=password', { data: { email, password } })
  expect(response.status()).toBe(200)
  await page.reload()
  const heading = (name: string) => matter(page, name).getByRole('heading', { name, exact: true })
  await matter(page, 'Where you are signed in').getByRole('button', { name: /^End (?!all)/ }).press('Enter')
  await expect(page.getByText('Ended. That device is signed out.')).toBeVisible()
  await expect(heading('Where you are signed in')).toBeFocused()
  const factors = matter(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'Turn it on' }).press('Enter')
  await expect(factors.getByRole('heading', { name: 'Set up your authenticator app' })).toBeFocused()
  await factors.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(heading('Two-step sign-in')).toBeFocused()
  await addApp(page)
  await expect(heading('Two-step sign-in')).toBeFocused()
  await makeRecoveryCodes(page)
  await factors.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await expect(heading('Two-step sign-in')).toBeFocused()
  await factors.getByRole('button', { name: 'Remove Authenticator app' }).press('Enter')
  await factors.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(heading('Two-step sign-in')).toBeFocused()
})

for (const width of [320, 375, 768, 1440]) {
  test(`nothing of the account is cut off or out of its row at ${width} pixels, with long names`, async ({ page, email }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    await openAccount(page, `${'long-'.repeat(10)}${email}`)
    const name = 'Wolfeschlegelsteinhausenbergerdorff'
    await enroll(page, { firstName: `${name} ${name}`, lastName: name, notes: '' }, `${name} Plan for ${name}`)
    await page.reload()
    await stored(page).getByRole('button', { name: 'Correct something' }).click()
    await page.getByLabel('What is wrong?').selectOption({ label: 'Name' })
    await matter(page, 'Two-step sign-in').getByRole('button', { name: 'Turn it on' }).click()
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(await layoutFaults(page)).toEqual([])
  })
}
