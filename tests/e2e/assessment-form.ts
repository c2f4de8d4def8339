import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** How tests drive the questionnaire, on home and on /assessment. */

export type Inputs = Record<string, string | true>

export const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('assessment-inputs'))
export const region = (page: Page) => page.getByRole('region', { name: 'Your recommendation' })
export const count = (page: Page) => page.locator('[name=negativeAccounts]')
export const ask = (page: Page) => page.getByRole('button', { name: 'Get My Recommendation' }).click()
export const reset = (page: Page) => page.getByRole('button', { name: 'Reset', exact: true }).click()
export const option = (page: Page, name: string, value: string) => page.locator(`[name=${name}][value="${value}"]`)

export const open = (page: Page, address = './assessment') => page.goto(address)

export async function answer(page: Page, inputs: Inputs) {
  for (const [name, value] of Object.entries(inputs)) {
    if (value === true) await page.locator(`[name=${name}]`).check()
    else if (name === 'negativeAccounts') await count(page).fill(value)
    else await option(page, name, value).check()
  }
}

export async function expectDefaults(page: Page) {
  await expect(page.locator('form.panel :checked')).toHaveCount(0)
  await expect(count(page)).toHaveValue('0')
  await expect(page.getByText('0 answered')).toBeVisible()
}
