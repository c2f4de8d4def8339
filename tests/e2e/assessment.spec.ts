import { formatUsd } from '../../content/format.ts'
import { home } from '../../content/home.ts'
import { planWords } from '../../content/plans.ts'
import { type PlanId, plans } from '../../domain/plans.ts'
import { findings } from './accessibility.ts'
import { answer, ask, count, expectDefaults, type Inputs, open, option, region, reset, stored } from './assessment-form.ts'
import { expect, test } from './fixtures.ts'
import { checkoutOf } from './site-words.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const rules: [Inputs, plan: PlanId, reason: string][] = [
  [{ bankruptcy: true, negativeAccounts: '20' }, 'complex', 'A bankruptcy on your reports'],
  [{ negativeAccounts: '10', judgments: 'none' }, 'advanced', '10 negative accounts'],
  [{ derogatories: '6+', negativeAccounts: '1' }, 'advanced', '6+ derogatory marks'],
  [{ latePayments: '6+', utilization: '75%+' }, 'advanced', '6+ late payments, 75%+ of your card limits in use'],
  [{ negativeAccounts: '4', accountAge: '<12 mo' }, 'standard', '4 negative accounts'],
  [{ derogatories: '3-5', negativeAccounts: '3' }, 'standard', '3-5 derogatory marks'],
  [{ negativeAccounts: '1', hasMonitoring: true }, 'light', '1 negative account'],
  [{ derogatories: '1-2', hardInquiries: '3-4' }, 'light', '1-2 derogatory marks'],
  [{ latePayments: '6+', utilization: '50-74%' }, 'audit', 'You named no negative account and no derogatory mark'],
]

test('each rule leads to its plan, with its price and its reason', async ({ page }) => {
  await open(page)
  for (const [inputs, plan, reason] of rules) {
    await test.step(`${Object.entries(inputs).flat().join(' ')} leads to ${plan}`, async () => {
      await answer(page, inputs)
      await ask(page)
      await expect(region(page).getByRole('heading', { level: 2 })).toHaveText(plans[plan].name)
      await expect(region(page).getByText(formatUsd(plans[plan].priceCents), { exact: true })).toBeVisible()
      await expect(region(page).getByRole('listitem').first()).toContainText(reason)
      await reset(page)
      await expectDefaults(page)
    })
  }
})

test('a recommendation says what it costs, why, what it contains and when money comes back', async ({ page, baseURL }) => {
  await open(page)
  await answer(page, {
    latePayments: '3-5', derogatories: '3-5', negativeAccounts: '5', utilization: '50-74%', hardInquiries: '5+',
    accountAge: '<12 mo', judgments: 'some', hasMonitoring: true,
  })
  await expect(page.getByText('8 answered')).toBeVisible()
  await ask(page)
  await expect(region(page)).toBeFocused()
  await expect(region(page).locator('.reasons li b')).toHaveText([
    '5 negative accounts', '3-5 derogatory marks', '3-5 late payments', '50-74% of your card limits in use', 'Judgments',
  ])
  for (const feature of planWords.standard.features) await expect(region(page).getByText(feature)).toBeVisible()
  await expect(region(page).getByRole('link', { name: 'Read the refund policy' })).toHaveAttribute(
    'href',
    `${new URL(baseURL ?? '').pathname}legal/refund-policy`,
  )
})

test('a later change leaves the recommendation as it is until it is asked for again', async ({ page }) => {
  await open(page)
  await answer(page, { negativeAccounts: '4', judgments: 'none' })
  await ask(page)
  await answer(page, { negativeAccounts: '10' })
  await expect(region(page)).toContainText('4 negative accounts')
  await ask(page)
  await expect(region(page)).toContainText('10 negative accounts')
  await expect(region(page).getByRole('heading', { level: 2 })).toHaveText(plans.advanced.name)
  await expect(region(page)).toBeFocused()
})

test('the page moves to the result about a tenth of a second after it has appeared', async ({ page }) => {
  await page.clock.install({ time: '2026-01-01T00:00:00Z' })
  await open(page)
  await answer(page, { negativeAccounts: '4', judgments: 'none' })
  await page.clock.pauseAt('2026-01-01T01:00:00Z')
  await ask(page)
  await expect(region(page)).toBeFocused()
  const before = await page.evaluate(() => scrollY)
  await page.clock.runFor(99)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.clock.runFor(1)
  const top = () => region(page).evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(120)
  expect(await top()).toBeGreaterThan(60)
})

test('on a wide screen the prices beside the questions never cover the recommendation', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, './')
  await answer(page, { negativeAccounts: '4', judgments: 'none' })
  await ask(page)
  const top = () => region(page).evaluate((result) => result.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(120)
  await page.mouse.wheel(0, -300)
  await expect.poll(top).toBeGreaterThan(300)
  const room = await region(page).evaluate((result) => {
    const pledge = document.querySelector('.pricing .pledge')
    return result.getBoundingClientRect().top - (pledge?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY)
  })
  expect(room).toBeGreaterThanOrEqual(0)
})

test('fewer than two answers get no recommendation but a notice', async ({ page }) => {
  await open(page)
  const notice = page.getByRole('alert')
  await ask(page)
  await expect(notice).toHaveText('More Information Needed Please answer at least 2 questions to get an accurate recommendation.×')
  await expect(notice.locator('b')).toHaveText('More Information Needed')
  await expect(region(page)).toHaveCount(0)
  await answer(page, { judgments: 'none' })
  await ask(page)
  await expect(region(page)).toHaveCount(0)
})

test('a yes that is taken back and a count of zero are no answers; an explicit none is one', async ({ page }) => {
  await open(page)
  await answer(page, { judgments: 'none', bankruptcy: true, negativeAccounts: '3' })
  await expect(page.getByText('3 answered')).toBeVisible()
  await page.locator('[name=bankruptcy]').uncheck()
  await count(page).fill('0')
  await expect(page.getByText('1 answered')).toBeVisible()
  await answer(page, { accountAge: '6+ yrs' })
  await ask(page)
  await expect(region(page)).toBeVisible()
})

test('Reset clears the answers, the result and the memory, and says so', async ({ page }) => {
  await open(page)
  await answer(page, { latePayments: '6+', judgments: 'some', bankruptcy: true, negativeAccounts: '7' })
  await ask(page)
  await expect(region(page)).toBeVisible()
  await reset(page)
  await expect(page.locator('.toast')).toHaveText('Assessment Reset All inputs have been cleared.×')
  await expect(region(page)).toHaveCount(0)
  await expectDefaults(page)
  expect(await stored(page)).toBeNull()
  await page.reload()
  await expectDefaults(page)
  expect(await stored(page)).toBeNull()
})

test('Proceed to Payment leads to the checkout of the plan in the same tab', async ({ page, context, partnersUrl }) => {
  await open(page)
  await answer(page, { negativeAccounts: '1', judgments: 'none' })
  await ask(page)
  // The page is about to move to the result: a key meets the link wherever it is.
  await page.getByRole('link', { name: 'Proceed to Payment' }).press('Enter')
  await expect(page).toHaveURL(checkoutOf('light', partnersUrl))
  expect(context.pages()).toHaveLength(1)
})

test('the questions and the result can be used by keyboard alone', async ({ page }) => {
  await open(page)
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.tabIndex = -1
    heading.focus()
  })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  // Help, then the first chip of late payments; arrows choose.
  await press('Tab', 'Tab', 'Space', 'ArrowRight', 'ArrowRight')
  await expect(option(page, 'latePayments', '3-5')).toBeChecked()
  await press('Tab', 'Tab', 'ArrowRight')
  await expect(option(page, 'derogatories', '1-2')).toBeChecked()
  // Help, the count (minus is disabled), plus.
  await press('Tab', 'Tab', 'Tab', 'Enter', 'Enter')
  await expect(count(page)).toHaveValue('2')
  await page.getByRole('button', { name: 'Get My Recommendation' }).focus()
  await press('Enter')
  await expect(region(page)).toBeFocused()
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Proceed to Payment' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

  test('a visitor gets from the hero to a recommendation and to the checkout with seven taps', async ({ page, partnersUrl }) => {
    await page.goto('./')
    await page.getByRole('link', { name: home.hero.findPlan }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which plan fits your file?')
    await page.getByRole('group', { name: 'Late payments' }).getByRole('radio', { name: '3-5' }).tap()
    await page.getByRole('group', { name: 'Derogatory marks' }).getByRole('radio', { name: '6+' }).tap()
    await page.getByRole('button', { name: 'One more negative account' }).tap()
    await page.getByRole('checkbox', { name: 'I already have credit monitoring' }).tap()
    await expect(page.getByText('4 answered')).toBeVisible()
    await page.getByRole('button', { name: 'Get My Recommendation' }).tap()
    await expect(region(page).getByRole('heading', { name: plans.advanced.name })).toBeInViewport()
    await expect(region(page).getByText(formatUsd(plans.advanced.priceCents), { exact: true })).toBeInViewport()
    await page.getByRole('link', { name: 'Proceed to Payment' }).tap()
    await expect(page).toHaveURL(checkoutOf('advanced', partnersUrl))
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const address of ['./', './assessment']) {
    test(`the questions on ${address} can be read, their help too, and nothing is offered that cannot work`, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('group', { name: 'Late payments' }).getByRole('radio')).toHaveCount(4)
      await expect(page.locator('form.panel noscript .notice')).toHaveText(/^The questionnaire needs JavaScript\./)
      await expect(page.getByText('Lenders report a payment as late')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Get My Recommendation' })).toBeHidden()
      await expect(page.getByRole('button', { name: 'Help: Late payments' })).toBeHidden()
    })
  }
})

for (const address of ['./', './assessment']) {
  for (const width of [320, 375, 768, 1024, 1440]) {
    test(`nothing of ${address} is cut off or inaccessible in any state at ${width} pixels`, async ({ page }) => {
      const check = async (state: string) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBeLessThanOrEqual(0)
        expect(await findings(page), state).toEqual([])
      }
      await page.setViewportSize({ width, height: 900 })
      await open(page, address)
      await check('untouched')
      await ask(page)
      await expect(page.getByRole('alert')).toBeVisible()
      await check('a notice')
      await answer(page, { latePayments: '6+', derogatories: '6+', utilization: '75%+', negativeAccounts: '999', judgments: 'some' })
      await ask(page)
      await expect(region(page)).toBeFocused()
      await check('a recommendation')
      await page.getByRole('button', { name: 'Help: Negative accounts' }).focus()
      await expect(page.getByRole('tooltip')).toBeVisible()
      await check('a tooltip')
    })
  }
}
