import { exportWords } from '../../../content/desk/export.ts'
import { filterWords } from '../../../content/desk/filters.ts'
import { decisionWords } from '../../../content/desk/form.ts'
import { deskFrame, deskGate } from '../../../content/desk/frame.ts'
import { todayWords } from '../../../content/desk/today.ts'
import { notFoundPage } from '../../../content/not-found.ts'
import { codeOf, makeRecoveryCodes } from '../account-page.ts'
import { refusedAnswer, fillCredentials, startSignedUp } from '../auth-card.ts'
import { createGuardedAccount } from '../authenticator.ts'
import { addWaiting, heading, makeStaff, openDesk, removeStaff, startAsStaff, uniqueName, waitingRow } from '../desk-page.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

test('one of the staff signs in with both factors where the desk then is', async ({ page, email, database, dataFolder }) => {
  const codeAt = await createGuardedAccount(page.request, email, dataFolder)
  await makeStaff(database, email)
  await openDesk(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Code').fill(codeAt('now'))
  await page.keyboard.press('Enter')
  await expect(heading(page, todayWords.heading)).toBeVisible()
})

test('signing in, the first second factor and what cannot be done are neither cut off nor out of their row on a phone', async ({ page, email, database, expectedErrors }) => {
  test.slow()
  expectedErrors.push(refusedAnswer)
  await page.setViewportSize({ width: 375, height: 740 })
  await openDesk(page)
  await expect(heading(page, deskGate.signIn.heading)).toBeVisible()
  expect(await layoutFaults(page)).toEqual([])
  await startSignedUp(page, email)
  await makeStaff(database, email, 'lead')
  await openDesk(page)
  await page.getByRole('button', { name: 'Turn it on' }).click()
  expect(await layoutFaults(page)).toEqual([])
  const key = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Six-digit code that the app shows').fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await makeRecoveryCodes(page)
  await page.getByRole('button', { name: deskGate.factor.go, exact: true }).click()
  await expect(page.getByText(deskGate.factor.keepFirst)).toBeVisible()
  expect(await layoutFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: deskGate.factor.go, exact: true }).click()
  await expect(heading(page, todayWords.heading)).toBeFocused()
  await openDesk(page, '?view=export')
  await page.getByLabel(filterWords.since).fill('2019-03-04')
  await page.getByLabel(filterWords.until).fill('2019-03-03')
  await page.getByRole('button', { name: exportWords.submit }).click()
  await expect(page.getByLabel(filterWords.until)).toBeFocused()
  expect(await layoutFaults(page)).toEqual([])
  await page.getByRole('button', { name: deskFrame.signOut }).click()
  await expect(heading(page, deskGate.closed['signed-out'].heading)).toBeFocused()
  expect(await layoutFaults(page)).toEqual([])
  await removeStaff(database, email)
})

test('a client learns nothing', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await startSignedUp(page, email)
  await openDesk(page)
  await expect(heading(page, notFoundPage.heading)).toBeVisible()
  await expect(page.getByText(deskFrame.name, { exact: true })).toHaveCount(0)
})

test('what needs a person is settled, and the focus stays in its place', async ({ page, email, database, dataFolder }) => {
  const name = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addWaiting(database, { firstName: name })
  await openDesk(page)
  const row = waitingRow(page, `${name} Waiting`)
  await row.getByRole('button', { name: decisionWords.cancel.open }).press('Enter')
  await row.getByRole('button', { name: decisionWords.cancel.confirm, exact: true }).press('Enter')
  await expect(page.getByText(todayWords.slip(`${name} Waiting`, decisionWords.cancel.done))).toBeFocused()
  const { rows } = await database.query('select state from deliveries where enrollment_id = $1', [id])
  expect(rows).toEqual([{ state: 'cancelled' }])
})

test('whoever is removed sees nothing any more, here and on the way back from another page', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  const name = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addWaiting(database, { firstName: name })
  await openDesk(page)
  await expect(waitingRow(page, `${name} Waiting`)).toBeVisible()
  await page.goto('./favicon.svg', { waitUntil: 'load' })
  await removeStaff(database, email)
  await page.goBack()
  await expect(heading(page, notFoundPage.heading)).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('a page that is woken after a long time is closed before anything is done on it', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  const name = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addWaiting(database, { firstName: name })
  await openDesk(page)
  await expect(waitingRow(page, `${name} Waiting`)).toBeVisible()
  // As after sleep: timers have stood still, and the clock has gone on.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('desk-touched')) localStorage.setItem(key, String(Date.now() - 16 * 60_000))
  })
  await page.keyboard.press('Shift')
  await expect(page.getByText(deskGate.closed.idle.text)).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

for (const width of [375, 768, 1440]) {
  test(`nothing is cut off or out of its row at ${width} pixels`, async ({ page, email, database, dataFolder }) => {
    await page.setViewportSize({ width, height: 900 })
    const name = uniqueName()
    await startAsStaff(page, { email: `${'long-'.repeat(8)}${email}`, database, dataFolder }, 'lead')
    await addWaiting(database, { firstName: name, lastName: 'Longname '.repeat(5).trim(), reason: 'no-answer' })
    await openDesk(page)
    await expect(page.getByText(name)).toBeVisible()
    expect(await layoutFaults(page)).toEqual([])
  })
}
