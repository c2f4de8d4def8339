import type { Page } from '@playwright/test'
import { type Answers, questionIds } from '../../domain/credit-score.ts'
import { answersAt } from '../helpers/score-answers.ts'
import { findings } from './accessibility.ts'
import { expect } from './fixtures.ts'

/** How tests drive the calculator. */

export const allBest = answersAt([0, 0, 0, 0, 0, 0])
export const allWorst = answersAt([3, 4, 3, 3, 3, 3])
/** 654, Fair: some strong, some weak. */
export const mixed = answersAt([2, 2, 1, 2, 2, 1])

export const form = (page: Page) => page.locator('form.calc')
export const submit = (page: Page) => page.getByRole('button', { name: 'Calculate My Score' })
export const result = (page: Page) => page.getByRole('region', { name: 'Your estimated score' })

export async function open(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('credit-score-calculator')
}

export async function answer(page: Page, answers: Answers) {
  for (const question of questionIds) {
    await form(page).locator(`input[name="${question}"][value="${answers[question]}"]`).check()
  }
}

export async function calculate(page: Page, answers: Answers) {
  await open(page)
  await answer(page, answers)
  await submit(page).click()
  await expect(result(page)).toBeFocused()
}

export async function expectClean(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await findings(page)).toEqual([])
}

/** Takes the first answer to each question of the calculator that is open. */
export async function estimate(page: Page) {
  for (const question of questionIds) await form(page).locator(`[name="${question}"]`).first().check()
  await submit(page).click()
  await expect(result(page)).toBeFocused()
}
