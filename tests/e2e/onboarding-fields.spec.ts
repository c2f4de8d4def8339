import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { address, field, fillForm, openForm, submit } from './onboarding-form.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Sets a value as a script would, past every native limit, and leaves the field. */
async function type(page: Page, name: string, value: string) {
  await field(page, name).evaluate((control, text) => {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) throw new Error('no text field')
    control.removeAttribute('maxlength')
    control.value = text
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.focus()
    control.blur()
  }, value)
}

/** A date of so many days from today, by the calendar of the browser. */
const day = (page: Page, offset: number) =>
  page.evaluate((days) => {
    const date = new Date()
    date.setDate(date.getDate() + days)
    return new Intl.DateTimeFormat('sv-SE').format(date)
  }, offset)

const x = (count: number) => 'x'.repeat(count)
const mail = (length: number) => `${x(length - '@example.com'.length)}@example.com`

// R-ONBOARDING-LIMITS: what is accepted at and inside each bound, and what is said just beyond it.
const bounds: Record<string, { accepted: string[]; refused: [value: string, message: string][] }> = {
  firstName: {
    accepted: ['x', x(100)],
    refused: [['', 'First name is required'], ['  ', 'First name is required'], [x(101), 'First name must be at most 100 characters']],
  },
  middleName: { accepted: ['', x(100)], refused: [[x(101), 'Middle name must be at most 100 characters']] },
  lastName: {
    accepted: ['x', x(100)],
    refused: [['', 'Last name is required'], [x(101), 'Last name must be at most 100 characters']],
  },
  ssnLastFour: {
    accepted: ['0000', '9999'],
    refused: [
      ['', 'Must be exactly 4 digits'], ['123', 'Must be exactly 4 digits'], ['12345', 'Must be exactly 4 digits'],
      ['1a', 'Must be exactly 4 digits'], ['12a4', 'Must be numbers only'], ['١٢٣٤', 'Must be numbers only'],
    ],
  },
  email: {
    accepted: ['a@example.com', mail(255)],
    refused: [['', 'Invalid email address'], ['a@example', 'Invalid email address'], [mail(256), 'Email must be at most 255 characters']],
  },
  phone: {
    accepted: ['5555550117', '1'.repeat(20)],
    refused: [
      ['', 'Phone number must be at least 10 digits'], ['1'.repeat(9), 'Phone number must be at least 10 digits'],
      ['1'.repeat(21), 'Phone number must be at most 20 characters'],
    ],
  },
  streetAddress: {
    accepted: ['x', x(200)],
    refused: [['', 'Street address is required'], [x(201), 'Street address must be at most 200 characters']],
  },
  city: { accepted: ['x', x(100)], refused: [['', 'City is required'], [x(101), 'City must be at most 100 characters']] },
  zipCode: {
    accepted: ['00000', '00000-1234'],
    refused: [
      ['', 'ZIP code must be at least 5 digits'], ['0000', 'ZIP code must be at least 5 digits'],
      ['00000-12345', 'ZIP code must be at most 10 characters'],
    ],
  },
  notes: { accepted: ['', x(1000)], refused: [[x(1001), 'Notes must be at most 1000 characters']] },
}

test('every bound holds at its figure, and the words are those of the rules just beyond it', async ({ page, email }) => {
  await openForm(page, email)
  for (const [name, { accepted, refused }] of Object.entries(bounds)) {
    for (const [value, message] of refused) {
      await type(page, name, value)
      await expect.soft(page.locator(`#${name}-problem`), `${name}: ${value}`).toHaveText(message)
    }
    for (const value of accepted) {
      await type(page, name, value)
      await expect.soft(field(page, name), `${name}: ${value}`).not.toHaveAttribute('aria-invalid')
    }
  }
})

test('a date of birth lies in the past', async ({ page, email }) => {
  await openForm(page, email)
  const birth = field(page, 'dateOfBirth')
  await expect(birth).toHaveAttribute('max', await day(page, -1))
  for (const [value, message] of [
    [await day(page, 1), 'Date of birth must be in the past'],
    [await day(page, 0), 'Date of birth must be in the past'],
    ['', 'Date of birth is required'],
  ] as const) {
    await type(page, 'dateOfBirth', value)
    await expect(page.locator('#dateOfBirth-problem')).toHaveText(message)
  }
  await type(page, 'dateOfBirth', await day(page, -1))
  await expect(birth).not.toHaveAttribute('aria-invalid')
})

test('an untouched form lists its problems by field, takes the focus there, and links each one to its field', async ({
  page, email,
}) => {
  await openForm(page, email)
  await field(page, 'email').fill('')
  await submit(page)
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('heading')).toHaveText('There are 10 problems to fix')
  await expect(summary.getByRole('listitem')).toHaveText([
    'First name: First name is required',
    'Last name: Last name is required',
    'Date of birth: Date of birth is required',
    'Last 4 of your Social Security number: Must be exactly 4 digits',
    'Email: Invalid email address',
    'Phone: Phone number must be at least 10 digits',
    'Street address: Street address is required',
    'City: City is required',
    'State: Please select a state',
    'ZIP code: ZIP code must be at least 5 digits',
  ])
  await summary.getByRole('link', { name: 'State: Please select a state' }).click()
  await expect(field(page, 'state')).toBeFocused()
  await expect(page).toHaveURL(address)
  await expect(field(page, 'state')).toHaveAccessibleDescription('Please select a state')
  await expect(field(page, 'state')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'ssnLastFour')).toHaveAccessibleDescription(
    'Bureaus need it to find your file. It is sent encrypted and never stored in this browser. Must be exactly 4 digits',
  )
})

test('one problem is counted in the singular, and a value that is put right loses its message while it is typed', async ({
  page, email,
}) => {
  await openForm(page, email)
  await fillForm(page)
  const digits = field(page, 'ssnLastFour')
  await digits.fill('12a4')
  await submit(page)
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('There is 1 problem to fix')
  await expect(digits).toHaveAccessibleDescription(/Must be numbers only$/)
  await digits.fill('1234')
  await expect(digits).not.toHaveAttribute('aria-invalid')
})

test('a field is checked when it is left, once something was typed there, and not before', async ({ page, email }) => {
  await openForm(page, email)
  const phone = field(page, 'phone')
  await phone.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Email' })).toBeFocused()
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await phone.fill('555')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Tab')
  await expect(phone).toHaveAccessibleDescription(/Phone number must be at least 10 digits$/)
})

test('a message that appears below the pointer does not swallow the click', async ({ page, email }) => {
  await openForm(page, email)
  await field(page, 'phone').fill('555')
  await page.getByRole('radio', { name: 'Text Message' }).click()
  await expect(page.getByRole('radio', { name: 'Text Message' })).toBeChecked()
  await expect(field(page, 'phone')).toHaveAttribute('aria-invalid', 'true')
})

test('all fifty states can be chosen, from a list of at most 200 pixels', async ({ page, email }) => {
  await openForm(page, email)
  const state = field(page, 'state')
  await expect(state.locator('option:not([value=""])')).toHaveCount(50)
  expect(await state.evaluate((select) => getComputedStyle(select, '::picker(select)').maxHeight)).toBe('200px')
})

test('a browser is told what each field is for, and how much fits', async ({ page, email }) => {
  await openForm(page, email)
  const told = await page.locator('form.onboard [name]:not([type=radio])').evaluateAll((controls) =>
    controls.map((control) =>
      ['name', 'type', 'autocomplete', 'inputmode', 'maxlength', 'aria-required'].map((name) => control.getAttribute(name)),
    ),
  )
  expect(told).toEqual([
    ['firstName', 'text', 'given-name', null, '100', 'true'],
    ['middleName', 'text', 'additional-name', null, '100', null],
    ['lastName', 'text', 'family-name', null, '100', 'true'],
    ['dateOfBirth', 'date', 'bday', null, null, 'true'],
    ['ssnLastFour', 'text', 'off', 'numeric', '4', 'true'],
    ['email', 'email', 'email', null, '255', 'true'],
    ['phone', 'tel', 'tel', null, '20', 'true'],
    ['streetAddress', 'text', 'address-line1', null, '200', 'true'],
    ['city', 'text', 'address-level2', null, '100', 'true'],
    ['state', null, 'address-level1', null, null, 'true'],
    ['zipCode', 'text', 'postal-code', null, '10', 'true'],
    ['notes', null, null, null, '1000', null],
  ])
})
