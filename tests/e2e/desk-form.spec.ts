import type { Page } from '@playwright/test'
import { consentWords, decisionWords, detailWords, formWords } from '../../content/desk/form.ts'
import { refundWords as words } from '../../content/desk/refund.ts'
import { formatUsd } from '../../content/format.ts'
import { refundReasons, refundRules } from '../../content/refunds.ts'
import { planIds, plans } from '../../domain/plans.ts'
import { refundPolicy } from '../../domain/refunds/refund-policy.ts'
import { findings } from './accessibility.ts'
import { addForm, agree, isTooWide } from './desk-forms.ts'
import { heading, openDesk, startAsStaff, uniqueName } from './desk-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const openForm = (page: Page, id: string) => openDesk(page, `?view=form&id=${id}`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const unfold = (page: Page, part: string) => page.getByRole('region', { name: part }).getByRole('heading', { name: part }).click()

test('on a phone the details appear where one has asked for them', async ({ page, email, database, dataFolder }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  const street = `${uniqueName()} Street`
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, { values: { streetAddress: street } })
  await openForm(page, id)
  await press(page, detailWords.reveal.open)
  await page.getByLabel(detailWords.reveal.label).fill('To try')
  // As where the button stands at the lower edge, above the keyboard of a phone.
  await page.getByRole('button', { name: detailWords.reveal.submit }).evaluate((button) => button.scrollIntoView({ block: 'end' }))
  await press(page, detailWords.reveal.submit)
  const details = page.getByRole('group', { name: detailWords.reveal.announced })
  await expect(details).toBeFocused()
  await expect(details.getByText(detailWords.name, { exact: true })).toBeInViewport()
  await expect(details.getByText(street, { exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await press(page, detailWords.reveal.hide)
  await expect(page.getByRole('button', { name: detailWords.reveal.open })).toBeInViewport()
})

test('the refund that the policy gives is worked out on the form, and asks for what only a person knows', async ({ page, email, database, dataFolder }) => {
  const price = plans.standard.priceCents
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, {})
  await database.query(
    `update public.enrollments set (plan_name, plan_price, payment_verified_at, payment_source, payment_reference)
     = ($2, $3, '2026-07-01T15:00:00Z', 'test', $4) where id = $1`,
    [id, plans.standard.name, price / 100, `pi_${id}`],
  )
  await database.query(`update public.deliveries set created_at = '2026-07-02T12:00:00Z' where enrollment_id = $1`, [id])
  await openForm(page, id)
  await unfold(page, words.heading)
  const part = page.getByRole('region', { name: words.heading })
  await expect(part.getByText(/npm|--/)).toHaveCount(0)
  await expect(part.getByLabel(words.paid)).toHaveValue((price / 100).toFixed(2))
  await expect(part.getByLabel(words.paidOn)).toHaveValue('2026-07-01')
  await expect(part.getByLabel(words.enrolledOn)).toHaveValue('2026-07-02')
  await part.getByLabel(words.asked).fill('2026-07-31')
  await press(page, words.submit)
  await expect(part.getByRole('radio', { name: words.yes })).toBeFocused()
  await press(page, words.submit)
  await expect(part.getByText(words.problems.choice)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await part.getByRole('radio', { name: words.yes }).check()
  await press(page, words.submit)
  await expect(part.getByLabel(words.roundsDone)).toBeFocused()
  await part.getByLabel(words.roundsDone).fill('1')
  await part.getByLabel(words.roundsPlanned).fill('4')
  await press(page, words.submit)
  const cents = price - Math.floor(price / 4) - refundPolicy.adminFeeCents
  await expect(part.getByText(words.gives({ gives: 'part', cents }))).toBeVisible()
  await expect(part.getByRole('status')).toBeFocused()
  await expect(part.getByText(formatUsd(cents), { exact: true })).toBeVisible()
  const { because, rule } = refundReasons['pro-rated']
  await expect(part.getByText(words.because(because))).toBeVisible()
  await expect(part.getByText(refundRules[rule])).toBeVisible()
  expect(await findings(page)).toEqual([])
  // A changed answer is not what was worked out.
  await part.getByLabel(words.roundsDone).fill('5')
  await expect(part.getByText(words.gives({ gives: 'part', cents }))).toHaveCount(0)
  await press(page, words.submit)
  await expect(part.locator('.notice.bad')).toBeVisible()
  // The sentence is the policy's own.
  const [policy] = await Promise.all([page.waitForEvent('popup'), (async () => {
    await press(page, words.again)
    await part.getByLabel(words.asked).fill('2026-10-31')
    await press(page, words.submit)
    await part.getByLabel(words.notYet).check()
    await press(page, words.submit)
    await part.getByRole('link', { name: words.policy }).click()
  })()])
  await expect(policy.getByText(refundRules[refundReasons['window-over'].rule])).toBeVisible()
  await policy.close()
  const { rows } = await database.query('select from staff_log where enrollment_id = $1', [id])
  expect(rows).toEqual([])
})

test('an amount that is not proven is asked for', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, {})
  await openForm(page, id)
  await unfold(page, words.heading)
  await page.getByLabel(words.service).selectOption(plans[planIds[0]].name)
  await press(page, words.submit)
  await expect(page.getByText(words.problems.amount)).toBeVisible()
  await expect(page.getByLabel(words.paid)).toBeFocused()
  expect(await findings(page)).toEqual([])
})

test('an address that names no form says so, and leads to the search', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  await openForm(page, '0b7e6c1d-3a52')
  await expect(heading(page, formWords.malformed.heading)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: formWords.find }).click()
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('one button stands out where somebody has to decide, and none where nobody has', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const lookOf = (name: string) => page.getByRole('button', { name, exact: true })
  await openForm(page, await addForm(database, { state: 'needs_review', reason: 'no-answer' }))
  await expect(lookOf(decisionWords.resolve.open)).not.toHaveClass(/quiet/)
  await expect(lookOf(decisionWords.retry.open)).toHaveClass(/quiet/)
  await openForm(page, await addForm(database, { state: 'rejected', reason: 'error-message' }))
  await expect(lookOf(decisionWords.retry.open)).not.toHaveClass(/quiet/)
  await expect(lookOf(decisionWords.resolve.open)).toHaveClass(/quiet/)
  for (const reason of [null, 'stand-in']) {
    await openForm(page, await addForm(database, { state: 'delivered', reason }))
    await expect(lookOf(decisionWords.retry.open)).toHaveClass(/quiet/)
  }
})

test('what is folded is on paper, and is folded again afterwards', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, {})
  await agree(database, id, ['agreement', 'esign-consent'])
  await openForm(page, id)
  const line = page.getByText(/^Agreed to: /)
  await expect(line).toBeAttached()
  await expect(line).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  // By its name, not by that of its file.
  await expect(line).toContainText(consentWords.names['esign-consent'] ?? '')
  await expect(line).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(line).toBeHidden()
})

test.describe('with fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } })
  test('a button that was tapped looks as before', async ({ page, email, database, dataFolder }) => {
    await startAsStaff(page, { email, database, dataFolder })
    await openForm(page, await addForm(database, {}))
    const shadow = () => page.getByRole('button', { name: detailWords.reveal.open }).evaluate((button) => getComputedStyle(button).boxShadow)
    await expect.poll(shadow).toBe('none')
    await page.getByRole('button', { name: detailWords.reveal.open }).tap()
    await page.getByRole('button', { name: detailWords.reveal.back }).tap()
    await page.getByRole('button', { name: detailWords.reveal.open }).hover()
    expect(await shadow()).toBe('none')
    expect(await isTooWide(page)).toBe(false)
  })
})
