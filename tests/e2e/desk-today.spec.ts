import type { Page } from '@playwright/test'
import { decisionWords } from '../../content/desk/form.ts'
import { paymentWords } from '../../content/desk/payments.ts'
import { todayWords, unclearWords } from '../../content/desk/today.ts'
import { planIds, plans } from '../../domain/plans.ts'
import { findings } from './accessibility.ts'
import { addForm, addUnclearPayment, entriesOf, isTooWide, stateOf } from './desk-forms.ts'
import { addWaiting, openDesk, startAsStaff, uniqueName, waitingRow } from './desk-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Where an element stands in the window. */
async function placeOf(page: Page, name: string) {
  const { x, y } = (await waitingRow(page, name).boundingBox()) ?? { x: NaN, y: NaN }
  return { x, y }
}

for (const width of [375, 1440]) {
  test(`what is decided stays in its place at ${width} pixels, so that a second tap decides about nobody else`, async ({ page, email, database, dataFolder }) => {
    await page.setViewportSize({ width, height: 900 })
    const [name, next] = [`${uniqueName()} Waiting`, `${uniqueName()} Waiting`]
    await startAsStaff(page, { email, database, dataFolder })
    const id = await addWaiting(database, { firstName: name.split(' ')[0] ?? '' })
    const other = await addWaiting(database, { firstName: next.split(' ')[0] ?? '' })
    await openDesk(page)
    const row = waitingRow(page, name)
    await row.getByRole('button', { name: decisionWords.cancel.open }).click()
    const yes = row.getByRole('button', { name: decisionWords.cancel.confirm })
    const { x, y, width: wide, height } = (await yes.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
    const pressed = { x: x + wide / 2, y: y + height / 2 }
    const place = await placeOf(page, name)
    await page.mouse.click(pressed.x, pressed.y)
    await expect(page.getByText(todayWords.slip(name, decisionWords.cancel.done))).toBeFocused()
    await expect(row.getByRole('button')).toHaveText([todayWords.goOn])
    expect(await placeOf(page, name)).toEqual(place)
    expect(await findings(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    // Once more in the same place, and again.
    await page.mouse.click(pressed.x, pressed.y)
    await page.mouse.click(pressed.x, pressed.y)
    await expect(page.getByRole('form')).toHaveCount(0)
    await expect(row.getByText(todayWords.slip(name, decisionWords.cancel.done))).toBeVisible()
    expect(await stateOf(database, other)).toBe('needs_review')
    await row.getByRole('button', { name: todayWords.goOn }).click()
    await expect(row).toHaveCount(0)
    await expect(waitingRow(page, next).getByRole('link')).toBeFocused()
    expect(await entriesOf(database, id)).toEqual([{ staff: email, action: 'cancel', note: null }])
  })
}

test('while somebody is at the list nothing moves under them when a colleague settles what stands above', async ({ page, email, database, dataFolder }) => {
  const [name, next] = [`${uniqueName()} Waiting`, `${uniqueName()} Waiting`]
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addWaiting(database, { firstName: name.split(' ')[0] ?? '' })
  await addWaiting(database, { firstName: next.split(' ')[0] ?? '' })
  await openDesk(page)
  await waitingRow(page, next).getByRole('button', { name: decisionWords.cancel.open }).click()
  await database.query(`update public.deliveries set (state, updated_at) = ('delivered', now()) where enrollment_id = $1`, [id])
  await expect(waitingRow(page, name).getByText(todayWords.gone(name))).toBeVisible()
  await expect(waitingRow(page, next).getByRole('form')).toBeFocused()
  await waitingRow(page, name).getByRole('button', { name: todayWords.goOn }).click()
  await expect(waitingRow(page, name)).toHaveCount(0)
})

test('an unclear payment is assigned from Today to the form that it is for, and another one dismissed', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const lastName = uniqueName()
  const payer = `payer-${email}`
  const id = await addForm(database, { values: { email: payer, firstName: 'Ruth', lastName }, state: 'delivered' })
  const [first, second] = [await addUnclearPayment(database, payer), await addUnclearPayment(database, payer)]
  await database.query('update payments set plan_name = $2 where reference = $1', [first, plans[planIds[0]].name])
  await openDesk(page)
  const rowOf = (reference: string) => page.getByRole('region', { name: unclearWords.heading }).getByRole('article').filter({ hasText: reference })
  const row = rowOf(first)
  await row.getByRole('button', { name: paymentWords.assign.openThis }).click()
  expect(await findings(page)).toEqual([])
  await row.getByRole('button', { name: paymentWords.assign.confirm }).click()
  await expect(row.getByText(paymentWords.assign.done)).toBeFocused()
  await rowOf(second).getByRole('button', { name: paymentWords.dismiss.open }).click()
  await rowOf(second).getByRole('button', { name: paymentWords.dismiss.confirm }).click()
  await expect(rowOf(second).getByText(paymentWords.dismiss.done)).toBeFocused()
  // Both stay in sight until one goes on.
  await expect(row.getByText(paymentWords.assign.done)).toBeVisible()
  await row.getByRole('button', { name: todayWords.goOn }).click()
  await expect(rowOf(first)).toHaveCount(0)
  await expect(rowOf(second)).toHaveCount(0)
  const { rows } = await database.query('select reference, enrollment_id from payments where reference = any ($1) order by enrollment_id nulls last', [[first, second]])
  expect(rows).toEqual([{ reference: first, enrollment_id: id }, { reference: second, enrollment_id: null }])
})
