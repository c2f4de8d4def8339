import type { Page } from '@playwright/test'
import { authMessages, authSteps } from '../../content/auth.ts'
import { deskConnection, deskFrame, deskGate } from '../../content/desk/frame.ts'
import { todayWords } from '../../content/desk/today.ts'
import { findings } from './accessibility.ts'
import { codeOf, makeRecoveryCodes } from './account-page.ts'
import { failedLoad, fillCredentials, refusedAnswer, startSignedUp } from './auth-card.ts'
import { createGuardedAccount } from './authenticator.ts'
import { addWaiting, heading, makeStaff, openDesk, startAsStaff, uniqueName } from './desk-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Sets an authenticator app up, as far as its first right code. */
async function addFirstApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const key = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Six-digit code that the app shows').fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: deskGate.factor.goWithoutCodes })).toBeVisible()
}

test('recovery codes are not lost silently: leaving them is warned of, and new ones are offered', async ({ page, email, database, expectedErrors }) => {
  test.slow()
  expectedErrors.push(refusedAnswer)
  await startSignedUp(page, email)
  await makeStaff(database, email)
  await openDesk(page)
  await addFirstApp(page)
  const lost = await makeRecoveryCodes(page)
  const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.reload({ waitUntil: 'commit' }).catch(() => undefined), acceptNext(page)])
  expect(dialog.type()).toBe('beforeunload')
  await expect(page.getByText(deskGate.factor.codesAgain)).toBeVisible()
  expect(await findings(page)).toEqual([])
  const codes = await makeRecoveryCodes(page)
  expect(codes).not.toEqual(lost)
  await expect(page.getByText(deskGate.factor.codesAgain)).toHaveCount(0)
  await page.getByRole('button', { name: deskGate.factor.go, exact: true }).click()
  await expect(page.getByText(deskGate.factor.keepFirst)).toBeVisible()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: deskGate.factor.go, exact: true }).click()
  await expect(heading(page, todayWords.heading)).toBeFocused()
  await page.reload()
  await expect(heading(page, todayWords.heading)).toBeVisible()
})

const acceptNext = (page: Page) => new Promise<void>((resolve) => page.once('dialog', (dialog) => void dialog.accept().then(resolve)))

test('whoever left their first set-up half done goes on with recovery codes', async ({ page, email, database, expectedErrors }) => {
  test.slow()
  expectedErrors.push(refusedAnswer)
  await startSignedUp(page, email)
  await makeStaff(database, email)
  await openDesk(page)
  await addFirstApp(page)
  await page.reload()
  await expect(page.getByText(deskGate.factor.codes)).toBeVisible()
  await page.getByRole('button', { name: deskGate.factor.goWithoutCodes }).click()
  await expect(heading(page, todayWords.heading)).toBeFocused()
})

test('that a code was wrong is not said any longer than until another one is typed', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await createGuardedAccount(page.request, email, dataFolder)
  await makeStaff(database, email)
  await openDesk(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(heading(page, deskGate.signIn.heading)).toBeVisible()
  const code = page.getByLabel(authSteps.factor.code)
  await code.fill('12')
  await page.keyboard.press('Enter')
  const fault = page.getByRole('alert').filter({ hasText: authMessages.brokenCode })
  await expect(fault).toBeVisible()
  // As if time stood still for the message.
  await fault.hover()
  await code.press('3')
  await expect(fault).toHaveCount(0)
  expect(await findings(page)).toEqual([])
})

test('that one is not connected is in sight wherever one has scrolled to', async ({ page, email, database, dataFolder, expectedErrors, context }) => {
  expectedErrors.push(failedLoad, /ERR_INTERNET_DISCONNECTED/)
  await page.setViewportSize({ width: 375, height: 600 })
  await startAsStaff(page, { email, database, dataFolder })
  for (const _ of [1, 2, 3]) await addWaiting(database, { firstName: uniqueName() })
  await openDesk(page)
  await expect(heading(page, todayWords.heading)).toBeVisible()
  await expect(page.getByRole('article').nth(2)).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await context.setOffline(true)
  await expect(page.getByText(deskConnection.lost)).toBeInViewport({ ratio: 1 })
  expect(await findings(page)).toEqual([])
  await context.setOffline(false)
  await expect(page.getByText(deskConnection.lost)).toHaveCount(0)
})

test('a session that is ended elsewhere leaves nothing, and who signs in again goes on at once where they were', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  const codeAt = await createGuardedAccount(page.request, email, dataFolder)
  await makeStaff(database, email)
  await openDesk(page, '?view=log')
  const signIn = async (code: string) => {
    await fillCredentials(page, email)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByLabel(authSteps.factor.code).fill(code)
    await page.keyboard.press('Enter')
  }
  await signIn(codeAt('now'))
  await expect(heading(page, deskFrame.views.log)).toBeFocused()
  await database.query('delete from auth.sessions where user_id = (select id from auth.users where email = $1)', [email])
  await expect(heading(page, deskGate.closed['signed-out'].heading)).toBeFocused()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await signIn(codeAt('next'))
  await expect(heading(page, deskFrame.views.log)).toBeFocused()
})
