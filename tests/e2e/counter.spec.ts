import type { Page } from '@playwright/test'
import { count, open, reset } from './assessment-form.ts'
import { expect, test } from './fixtures.ts'

const less = (page: Page) => page.getByRole('button', { name: 'One negative account less' })
const more = (page: Page) => page.getByRole('button', { name: 'One more negative account' })

test('the counter goes up and down with its buttons and stops at 0 and 999', async ({ page }) => {
  await open(page)
  await expect(less(page)).toBeDisabled()
  await more(page).click()
  await more(page).click()
  await expect(count(page)).toHaveValue('2')
  await less(page).click()
  await less(page).click()
  await expect(count(page)).toHaveValue('0')
  await expect(less(page)).toBeDisabled()
  await expect(more(page)).toBeFocused()
  await count(page).fill('998')
  await more(page).click()
  await expect(count(page)).toHaveValue('999')
  await expect(more(page)).toBeDisabled()
})

test('the counter makes a whole number from 0 to 999 of whatever is pasted', async ({ page }) => {
  await open(page)
  for (const [text, shown] of Object.entries({
    abc: '0', '': '0', '-3': '0', '5x': '0', '1e5': '0', '3.7': '3', ' 12 ': '12', '0042': '42', '100000': '999',
  })) {
    await count(page).fill('5')
    await count(page).fill(text)
    await expect(count(page), `of "${text}"`).toHaveValue(shown)
  }
})

test('the counter makes a whole number of whatever is typed, once it is left', async ({ page }) => {
  await open(page)
  for (const [text, shown] of Object.entries({ '-3': '0', '3.7': '3', '12': '12', '1.': '1', '-': '0' })) {
    await reset(page)
    await count(page).focus()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
    await expect(count(page), `of "${text}"`).toHaveValue(shown)
  }
})

test('typing over the count replaces what is there', async ({ page }) => {
  await open(page)
  await count(page).fill('5')
  await page.keyboard.press('Tab')
  await count(page).focus()
  await page.keyboard.type('12')
  await expect(count(page)).toHaveValue('12')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(count(page)).toHaveValue('0')
  await page.keyboard.type('8')
  await expect(count(page)).toHaveValue('8')
})
