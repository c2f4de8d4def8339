import { decisionWords, detailWords } from '../../../content/desk/form.ts'
import { refundWords } from '../../../content/desk/refund.ts'
import { todayWords } from '../../../content/desk/today.ts'
import { addForm, agree, entriesOf } from '../desk-forms.ts'
import { addWaiting, openDesk, startAsStaff, uniqueName, waitingRow } from '../desk-page.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

test('on a phone a form shows its details where one asks for them, and all that is folded keeps to its rows', async ({ page, email, database, dataFolder }) => {
  test.slow()
  await page.setViewportSize({ width: 375, height: 740 })
  await startAsStaff(page, { email, database, dataFolder }, 'lead')
  const id = await addForm(database, { values: { firstName: uniqueName() } })
  await agree(database, id, ['agreement', 'sms'])
  await openDesk(page, `?view=form&id=${id}`)
  await page.getByRole('button', { name: detailWords.reveal.open }).click()
  await page.getByLabel(detailWords.reveal.label).fill('To try')
  await page.getByRole('button', { name: detailWords.reveal.submit }).click()
  await expect(page.getByRole('group', { name: detailWords.reveal.announced })).toBeFocused()
  expect(await layoutFaults(page)).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.getByLabel(refundWords.paid).fill('350')
  await page.getByLabel(refundWords.paidOn).fill('2026-07-01')
  await page.getByLabel(refundWords.enrolledOn).fill('2026-07-02')
  await page.getByLabel(refundWords.asked).fill('2026-07-03')
  await page.getByRole('button', { name: refundWords.submit }).click()
  await expect(page.getByRole('radio', { name: refundWords.no })).toBeVisible()
  await page.getByRole('radio', { name: refundWords.no }).check()
  await page.getByRole('button', { name: refundWords.submit }).click()
  await expect(page.getByText(refundWords.policy, { exact: true }).first()).toBeVisible()
  expect(await layoutFaults(page)).toEqual([])
})

test('on a phone what is decided stays in its place until one goes on', async ({ page, email, database, dataFolder }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const [name, next] = [uniqueName(), uniqueName()]
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addWaiting(database, { firstName: name })
  await addWaiting(database, { firstName: next })
  await openDesk(page)
  const row = waitingRow(page, `${name} Waiting`)
  await row.getByRole('button', { name: decisionWords.cancel.open }).click()
  await row.getByRole('button', { name: decisionWords.cancel.confirm }).click()
  await expect(page.getByText(todayWords.slip(`${name} Waiting`, decisionWords.cancel.done))).toBeFocused()
  expect(await layoutFaults(page)).toEqual([])
  await row.getByRole('button', { name: todayWords.goOn }).click()
  await expect(row).toHaveCount(0)
  await expect(waitingRow(page, `${next} Waiting`).getByRole('link')).toBeFocused()
  expect(await entriesOf(database, id)).toEqual([{ staff: email, action: 'cancel', note: null }])
})
