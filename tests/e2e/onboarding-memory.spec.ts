import { signIn, signUp } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { acceptDeliveries, address, expectFilled, field, fillForm, go, harmless, openForm, saving, submit, typed } from './onboarding-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const restored = 'We kept what you typed in this tab.'
const sentBefore = 'You have already sent your details from this browser.'

test.beforeEach(async ({ page }) => {
  await acceptDeliveries(page)
})

test('a reload right after typing keeps everything but the date of birth and the four digits, and says so', async ({ page, email }) => {
  await openForm(page, email)
  await expect(page.getByText(restored)).toBeHidden()
  await fillForm(page)
  await page.reload()
  await expect(page.getByText(restored)).toBeVisible()
  await expectFilled(page, harmless)
  await expect(field(page, 'dateOfBirth')).toHaveValue('')
  await expect(field(page, 'ssnLastFour')).toHaveValue('')
  await expect(field(page, 'email')).toHaveValue(email)
})

test('leaving is asked about only while something in the form would be lost', async ({ page, email }) => {
  await openForm(page, email)
  await field(page, 'firstName').fill('Hannah')
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  await page.reload()
  await expect(field(page, 'firstName')).toHaveValue('Hannah')
  expect(asked).toEqual([])
  await field(page, 'ssnLastFour').click()
  await page.keyboard.type('0742')
  await page.reload()
  await expect(field(page, 'firstName')).toHaveValue('Hannah')
  expect(asked).toEqual(['beforeunload'])
})

test('a broken draft is an empty form', async ({ page, email }) => {
  await openForm(page, email)
  await field(page, 'firstName').fill('Hannah')
  await page.evaluate(() => {
    for (const name of Object.keys(sessionStorage)) sessionStorage.setItem(name, '{"entries":')
  })
  await page.reload()
  await expect(field(page, 'email')).toHaveValue(email)
  await expect(field(page, 'firstName')).toHaveValue('')
})

test('what one account typed is never shown to another, and is there for the first one again', async ({ page, email }) => {
  await signUp(page, `other-${email}`)
  await page.evaluate(() => localStorage.clear())
  await openForm(page, email)
  await fillForm(page)
  // The session ends without a word of the client.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page).toHaveURL('/auth')
  await signIn(page, `other-${email}`)
  await expect(page).toHaveURL('/')
  await page.goto(address)
  await expect(field(page, 'email')).toHaveValue(`other-${email}`)
  await expect(field(page, 'firstName')).toHaveValue('')
  await expect(page.getByText(restored)).toBeHidden()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, email)
  await expect(page).toHaveURL('/')
  await page.goto(address)
  await expectFilled(page, harmless)
})

test('signing out on purpose forgets what was typed, in every tab', async ({ page, context, email }) => {
  await openForm(page, email)
  await fillForm(page)
  const other = await context.newPage()
  await other.goto(address)
  await fillForm(other)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(other).toHaveURL('/auth')
  await signIn(page, email)
  await expect(page).toHaveURL('/')
  for (const tab of [page, other]) {
    await tab.goto(address)
    await expect(field(tab, 'email')).toHaveValue(email)
    await expect(field(tab, 'firstName')).toHaveValue('')
    await expect(field(tab, 'ssnLastFour')).toHaveValue('')
  }
})

test('a visit to another page of the site keeps every field', async ({ page, email }) => {
  await openForm(page, email)
  await fillForm(page)
  await go(page, '/about')
  await expect(field(page, 'firstName')).toHaveCount(0)
  await page.goBack()
  await expectFilled(page)
})

test('a form that is opened again after it was sent says so, is empty, and replaces what was sent', async ({ page, email, database }) => {
  await openForm(page, email)
  await expect(page.getByText(sentBefore)).toBeHidden()
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  for (const [open, city] of [
    [() => go(page, address), 'First again'],
    [() => page.goto(address), 'Second again'],
  ] as const) {
    await open()
    await expect(page.getByText(sentBefore)).toBeVisible()
    await expect(field(page, 'firstName')).toHaveValue('')
    await fillForm(page, { ...typed, city })
    await submit(page)
    await expect(page).toHaveURL('/onboarding-success')
    const { rows } = await database.query('select city from enrollments where customer_email = $1', [email])
    expect(rows).toEqual([{ city }])
  }
})

for (const kind of ['a new enrollment', 'an enrollment of the address'] as const) {
  test(`after ${kind}, somebody else's details go to a row of their own, and nothing typed is lost`, async ({ page, email, database }) => {
    await openForm(page, email)
    const { rows: [existing] } = await database.query(
      `insert into enrollments (user_id, customer_email) select id, $1 from auth.users where email = $1 returning id`,
      [email],
    )
    const at = kind === 'a new enrollment' ? address : `${address}&enrollment_id=${existing.id}`
    await page.goto(at)
    await fillForm(page)
    await submit(page)
    await expect(page).toHaveURL('/onboarding-success')
    await page.goto(at)
    await fillForm(page, { ...typed, firstName: 'John', city: 'Elsewhere' })
    await page.getByRole('button', { name: 'Fill in for somebody else' }).click()
    await expect(page.getByText(sentBefore)).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: 'This form is now for somebody else.' })).toBeFocused()
    await expect(page).toHaveURL(/\?plan=Standard(%20|\+)Repair$/)
    await expectFilled(page, { ...typed, firstName: 'John', city: 'Elsewhere' })
    await submit(page)
    await expect(page).toHaveURL('/onboarding-success')
    const { rows } = await database.query(
      'select customer_name from enrollments where customer_email = $1 and onboarding_completed order by customer_name',
      [email],
    )
    expect(rows).toEqual([{ customer_name: 'Hannah Joy Reed' }, { customer_name: 'John Joy Reed' }])
  })
}

test('each address of the form has a text of its own: one plan, another plan, an enrollment', async ({ page, email }) => {
  await openForm(page, email)
  await fillForm(page)
  for (const other of ['/client-onboarding?plan=Light%20Repair', `${address}&enrollment_id=5f2b1c9e-0000-4000-8000-000000000001`]) {
    for (const open of [() => go(page, other), () => page.goto(other)]) {
      await open()
      await expect(field(page, 'email')).toHaveValue(email)
      await expect(field(page, 'firstName')).toHaveValue('')
      await expect(field(page, 'ssnLastFour')).toHaveValue('')
      await expect(page.getByText(restored)).toBeHidden()
    }
  }
  await go(page, address)
  await expectFilled(page, harmless)
})

test('a reload in the middle of sending leads to one row', async ({ page, email, database, expectedErrors }) => {
  // The row is there: the second insert is refused, and becomes an update.
  expectedErrors.push(/the server responded with a status of 409/)
  await openForm(page, email)
  await fillForm(page)
  const written = Promise.withResolvers<void>()
  await page.route(saving, async (route) => {
    await route.fetch()
    written.resolve()
  }, { times: 1 })
  await submit(page)
  await written.promise
  await page.reload()
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')
  const { rows } = await database.query('select id from enrollments where customer_email = $1', [email])
  expect(rows).toHaveLength(1)
})
