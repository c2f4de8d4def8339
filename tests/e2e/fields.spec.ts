import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { field, openForm } from './onboarding-form.ts'

/** What browsers and password managers fill by themselves (HTML, "Autofill"). */
const tokens: Record<string, string> = {
  firstName: 'given-name', middleName: 'additional-name', lastName: 'family-name', dateOfBirth: 'bday', ssnLastFour: 'off',
  email: 'email', phone: 'tel', streetAddress: 'address-line1', city: 'address-level2', state: 'address-level1', zipCode: 'postal-code',
}

const written = 'input:not([type=radio], [type=checkbox]), select, textarea'

/** iOS enlarges the whole page around a field whose text is smaller. */
async function expectLargeText(page: Page) {
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const sizes = await page.locator(written).evaluateAll((fields) =>
      fields.filter((each) => each.checkVisibility()).map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(Math.min(...sizes), `at ${width} pixels`).toBeGreaterThanOrEqual(16)
  }
}

test('fields of public pages have text of 16 pixels or more at all widths', async ({ page }) => {
  for (const address of ['./', './auth']) {
    await page.goto(address)
    await expectLargeText(page)
  }
})

test('the onboarding form is filled by name, large enough to read, and takes names from right to left', async ({ page, email }) => {
  await openForm(page, email)
  await expectLargeText(page)
  for (const [name, token] of Object.entries(tokens)) await expect(field(page, name)).toHaveAttribute('autocomplete', token)
  await field(page, 'firstName').fill('\u05d7\u05e0\u05d4')
  await expect(field(page, 'firstName')).toHaveCSS('direction', 'rtl')
  await field(page, 'firstName').fill('Hannah')
  await expect(field(page, 'firstName')).toHaveCSS('direction', 'ltr')
})

test('a password manager finds what it looks for', async ({ page }) => {
  await page.goto('./auth')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password')
})

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('everything can be pasted', async ({ page, email }) => {
    const paste = async (name: string, text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await field(page, name).press('ControlOrMeta+v')
      await expect(field(page, name)).toHaveValue(text)
    }
    await page.goto('./auth')
    await paste('email', email)
    await paste('password', 'correct horse battery staple')
    await openForm(page, email)
    for (const name of ['firstName', 'streetAddress', 'city', 'notes']) await paste(name, 'Pasted')
    await paste('ssnLastFour', '0742')
    await paste('phone', '+1 (555) 555-0117')
    await paste('zipCode', '00000-1234')
  })
})
