import type { Locator, Page } from '@playwright/test'
import { answerLabel, calculatorResult } from '../../content/calculator.ts'
import { bandOf, estimateScore, optionsOf, questionIds, withAnswer } from '../../domain/credit-score.ts'
import { answersAt } from '../helpers/score-answers.ts'
import { allBest, allWorst, answer, calculate, expectClean, form, mixed, open, result, submit } from './calculator-form.ts'
import { expect, test } from './fixtures.ts'
import { articles } from './site-words.ts'

const allNotSure = answersAt([4, 5, 4, 4, 4, 4])
const progress = (page: Page) => form(page).getByRole('status')
const checked = (page: Page) => form(page).locator('input:checked')

/** By the figure in the gauge and by its text equivalent. */
async function expectEstimate(page: Page, score: number, band: string) {
  await expect(result(page).locator('.figure')).toHaveText(String(score))
  await expect(result(page).getByRole('img', { name: `Estimated score ${score} on a scale from 300 to 850: ${band}` })).toBeVisible()
  await expect(result(page).locator('.bands [aria-current]')).toContainText(band)
}

const tips = (page: Page) => result(page).locator('.tips li b')

for (const [screen, viewport] of [
  ['on a desktop', { width: 1440, height: 900 }],
  ['on a phone', { width: 375, height: 812 }],
] as const) {
  test.describe(screen, () => {
    test.use({ viewport })

    test('nothing can be calculated until all six questions are answered', async ({ page }) => {
      await open(page)
      for (const [index, question] of questionIds.entries()) {
        await expect(progress(page)).toHaveText(`${index} of 6 answered`)
        await expect(submit(page)).toBeDisabled()
        await form(page).locator(`input[name="${question}"]`).last().check()
      }
      await expect(progress(page)).toHaveText('6 of 6 answered')
      await expect(result(page)).toHaveCount(0)
      await submit(page).click()
      await expect(result(page)).toBeVisible()
    })

    test('best, unsure and worst answers come to their estimate, each with its tips', async ({ page }) => {
      await test.step('all best: 850, Excellent, and nothing to fix', async () => {
        await calculate(page, allBest)
        await expectEstimate(page, 850, 'Excellent')
        await expect(tips(page)).toHaveCount(0)
        await expect(result(page).getByRole('heading', { name: 'Nothing stands out to fix' })).toBeVisible()
      })
      await test.step('all "Not sure": 663, Fair, with tips on finding out', async () => {
        await calculate(page, allNotSure)
        await expectEstimate(page, 663, 'Fair')
        await expect(tips(page)).toHaveText(['Work out your utilization', 'Find your oldest account', 'Read your reports'])
      })
      await test.step('all worst: 456, Poor, with six tips', async () => {
        await calculate(page, allWorst)
        await expectEstimate(page, 456, 'Poor')
        await expect(result(page).getByRole('heading', { name: '6 things to work on' })).toBeVisible()
        await expect(tips(page)).toHaveCount(6)
      })
    })

    test('the page moves to the result, below the header, and the focus with it', async ({ page }) => {
      await calculate(page, mixed)
      const header = await page.locator('header.top').evaluate((element) => element.getBoundingClientRect().bottom)
      const top = () => result(page).evaluate((element) => element.getBoundingClientRect().top)
      await expect.poll(top).toBeLessThan(120)
      expect(await top()).toBeGreaterThanOrEqual(header)
      await page.keyboard.press('Tab')
      await expect(result(page).locator(':focus')).toHaveCount(1)
      await submit(page).click()
      await expect(result(page)).toBeFocused()
      await expect.poll(top).toBeLessThan(120)
    })

    test('a changed answer hides the result until it is calculated again', async ({ page }) => {
      await calculate(page, mixed)
      await form(page).locator('input[name="utilization"]').first().check()
      await expect(result(page)).toHaveCount(0)
      await expect(progress(page)).toHaveText('6 of 6 answered. Calculate again to see the new estimate.')
      await submit(page).click()
      await expectEstimate(page, estimateScore(withAnswer(mixed, 'utilization', '0-9%')), 'Good')
    })

    test('Reset clears the answers and the result', async ({ page }) => {
      await calculate(page, mixed)
      await page.getByRole('button', { name: 'Reset' }).click()
      await expect(result(page)).toHaveCount(0)
      await expect(checked(page)).toHaveCount(0)
      await expect(progress(page)).toHaveText('0 of 6 answered')
      await expect(submit(page)).toBeDisabled()
      await answer(page, mixed)
      await submit(page).click()
      await expectEstimate(page, 654, 'Fair')
    })

    test('the page does not move to the result while something is being pressed', async ({ page }) => {
      await page.clock.install()
      await open(page)
      await answer(page, mixed)
      await page.clock.pauseAt(Date.now() + 60_000)
      await submit(page).click()
      await expect(result(page)).toBeFocused()
      const reset = await page.getByRole('button', { name: 'Reset' }).boundingBox()
      await page.mouse.move((reset?.x ?? 0) + 10, (reset?.y ?? 0) + 10)
      await page.mouse.down()
      await page.clock.runFor(1000)
      await page.mouse.up()
      await expect(result(page)).toHaveCount(0)
    })

    test('every "what if" names the exact difference and leaves the answers alone', async ({ page }) => {
      await calculate(page, mixed)
      const whatIf = page.getByRole('region', { name: 'What if?' })
      for (const question of questionIds) {
        await whatIf.getByLabel('Question').selectOption(question)
        await expect(whatIf.getByRole('status')).toHaveText('No change This is your own answer. Choose another one.')
        for (const { value } of optionsOf(question).filter((option) => option.value !== mixed[question])) {
          const score = estimateScore(withAnswer(mixed, question, value))
          await whatIf.getByRole('radio', { name: answerLabel(value), exact: true }).check()
          await expect(whatIf.getByRole('status')).toHaveText(
            `${calculatorResult.whatIf.change(score - 654)} ${calculatorResult.whatIf.outcome(score, bandOf(score))}`,
          )
        }
      }
      await expectEstimate(page, 654, 'Fair')
      expect(await checked(page).evaluateAll((all) => all.map((input) => input.getAttribute('value')))).toEqual(
        questionIds.map((question) => answerLabel(mixed[question])),
      )
    })
  })
}

test('"what if" begins with the answer that costs most, and says the difference in words', async ({ page }) => {
  await calculate(page, mixed)
  const whatIf = page.getByRole('region', { name: 'What if?' })
  await expect(whatIf.getByLabel('Question')).toHaveValue('paymentHistory')
  await whatIf.getByRole('radio', { name: '1-2' }).check()
  await expect(whatIf.getByRole('status')).toHaveText('36 points more Then the estimate would be 690: Good')
  await whatIf.getByRole('radio', { name: '6+' }).check()
  await expect(whatIf.getByRole('status')).toHaveText('46 points less Then the estimate would be 608: Fair')
})

test('the questions are native radios under their names, best to worst, "Not sure" last', async ({ page }) => {
  await open(page)
  for (const question of questionIds) {
    const radios = form(page).locator(`input[type="radio"][name="${question}"]`)
    expect(await radios.evaluateAll((all) => all.map((radio) => radio.parentElement?.textContent))).toEqual(
      optionsOf(question).map(({ value }) => answerLabel(value)),
    )
    await expect(radios.last()).toHaveAttribute('value', 'Not sure')
  }
})

test('each question has help of its own', async ({ page }) => {
  await open(page)
  const help = form(page).getByRole('button', { name: /^Help: / })
  await expect(help).toHaveCount(6)
  await help.nth(4).focus()
  await expect(page.getByRole('tooltip')).toContainText('Checking your own credit is not one.')
})

test('the points gained and lost add up to the estimate', async ({ page }) => {
  await calculate(page, mixed)
  const rows = await result(page).locator('.factors tbody tr').evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)),
  )
  expect(rows.map(([factor, weight, score]) => [factor, weight, score])).toEqual([
    ['Payment history 3-5', '35', '65'],
    ['Utilization 30-49%', '30', '60'],
    ['Account age 3-5 years', '15', '80'],
    ['Derogatory marks 3-5', '10', '40'],
    ['Hard inquiries 3-4', '10', '70'],
    ['Account mix Cards only', '5', '75'],
  ])
  const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0)
  expect([300 + sum(3), 850 - sum(4)]).toEqual([654, 654])
  await expect(result(page).locator('.factors tfoot td')).toHaveText(['105', '–', '354', '196'])
  await expect(result(page).locator('.bar.weak')).toHaveCount(3)
})

test('says before and after that it is an educational estimate and not a FICO score, and leads on', async ({ page, baseURL }) => {
  await calculate(page, mixed)
  await expect(page.locator('.page-head')).toContainText('an educational estimate, not a FICO score')
  await expect(result(page)).toContainText('This is an educational estimate, not a FICO score')
  const base = new URL(baseURL ?? '').pathname
  await expect(result(page).getByRole('link', { name: 'Find the plan that fits' })).toHaveAttribute('href', `${base}assessment`)
  const article = articles.find(({ address }) => address === `blog/${calculatorResult.article.id}`)
  const link = result(page).getByRole('link', { name: calculatorResult.article.label })
  await expect(link).toHaveCount(article ? 1 : 0)
  if (!article) return
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.head.title)
})

test('the page has a title and a description of its own', async ({ page }) => {
  await open(page)
  await expect(page).toHaveTitle(/^Credit score calculator \| /)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Estimate your credit score with six questions/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/credit-score-calculator$/)
})

test('the mark moves to its place, and stands there at once for those who want no motion', async ({ page }) => {
  const mark = result(page).locator('.mark')
  const style = () => mark.evaluate((element) => [getComputedStyle(element).animationName, getComputedStyle(element).rotate])
  await calculate(page, allBest)
  expect(await style()).toEqual(['none', '180deg'])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(style).toEqual(['swing', '180deg'])
})

test('answers given before the script runs are kept', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('credit-score-calculator', { waitUntil: 'commit' })
  await form(page).locator('input[name="paymentHistory"]').nth(1).check()
  await form(page).locator('input[name="accountMix"]').last().check()
  held.resolve()
  await expect(progress(page)).toHaveText('2 of 6 answered')
  await expect(checked(page)).toHaveCount(2)
  await expect(form(page).locator('input[name="paymentHistory"]').nth(1)).toBeChecked()
})

test('everything can be done with the keyboard alone', async ({ page }) => {
  await open(page)
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  for (const question of questionIds) {
    const radios = form(page).locator(`input[name="${question}"]`)
    await tabTo(radios.first())
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(radios.nth(1)).toBeChecked()
  }
  await tabTo(submit(page))
  await page.keyboard.press('Enter')
  await expect(result(page)).toBeFocused()
  const second = answersAt([1, 1, 1, 1, 1, 1])
  await expectEstimate(page, estimateScore(second), 'Very Good')
  const whatIf = page.getByRole('region', { name: 'What if?' })
  await tabTo(whatIf.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowLeft')
  await expect(whatIf.getByRole('status')).toContainText('points more')
  await expect(result(page)).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the questions can be read, and the page says what it needs', async ({ page }) => {
    await page.goto('credit-score-calculator')
    await expect(form(page).getByRole('group')).toHaveCount(6)
    await expect(form(page).locator('noscript p')).toHaveText(/^The calculator needs JavaScript\./)
    await expect(form(page).locator('noscript p')).toBeVisible()
    await expect(form(page).getByText('Checking your own credit is not one.')).toBeVisible()
    await expect(submit(page)).toBeHidden()
    await expect(form(page).getByText('0 of 6 answered')).toBeHidden()
    expect(await page.content()).not.toContain(' style="')
  })
})

for (const width of [320, 1440]) {
  test(`nothing is cut off or inaccessible at ${width} pixels, whatever the answers`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    await expectClean(page)
    for (const answers of [mixed, allWorst, allBest]) {
      await answer(page, answers)
      await submit(page).click()
      await expect(result(page)).toBeFocused()
      await result(page).getByLabel('Question').selectOption('accountMix')
      await result(page).getByRole('radio', { name: 'Not sure' }).check()
      await expectClean(page)
    }
  })
}
