import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { deskPath } from '../../app/desk-path.ts'
import { staffDeeds } from '../../content/desk/actions.ts'
import { decisionWords } from '../../content/desk/form.ts'
import { deskConnection, deskFrame, deskGate } from '../../content/desk/frame.ts'
import { chartWords, queueWords, sendingWords, todayWords } from '../../content/desk/today.ts'
import { notFoundPage } from '../../content/not-found.ts'
import { findings } from './accessibility.ts'
import { codeOf, makeRecoveryCodes } from './account-page.ts'
import { failedLoad, fillCredentials, password, refusedAnswer, startSignedUp } from './auth-card.ts'
import { createGuardedAccount } from './authenticator.ts'
import {
  addWaiting, deskAddress, heading, makeStaff, openDesk, removeStaff, startAsStaff, startWithBothFactors, uniqueName, waitingRow,
} from './desk-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Anything that only the desk has. */
const deskOnly = (page: Page) => page.getByText(new RegExp([deskFrame.name, ...Object.values(deskFrame.views)].map((word) => `^${word}$`).join('|')))

/** A browser of another person, with the same server. */
async function anotherPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), reducedMotion: 'reduce' })
  return context.newPage()
}

test('whoever is signed out is asked to sign in, and goes on where they were, with both factors', async ({ page, email, database, dataFolder }) => {
  const codeAt = await createGuardedAccount(page.request, email, dataFolder)
  await makeStaff(database, email)
  await openDesk(page, '?view=find')
  await expect(heading(page, deskGate.signIn.heading)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await expect(deskOnly(page)).toHaveCount(0)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Code').fill(codeAt('now'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/?\?view=find$/)
  await expect(heading(page, deskFrame.views.find)).toBeVisible()
  // The focus was in the form that is gone.
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('a client sees what any unknown address shows', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await startSignedUp(page, email)
  await openDesk(page)
  await expect(heading(page, notFoundPage.heading)).toBeVisible()
  await expect(page).toHaveTitle(notFoundPage.title)
  await expect(deskOnly(page)).toHaveCount(0)
  expect(await findings(page)).toEqual([])
})

test('first-time staff are led through an authenticator app and recovery codes', async ({ page, email, database, expectedErrors }) => {
  test.slow()
  expectedErrors.push(refusedAnswer)
  await startSignedUp(page, email)
  await makeStaff(database, email)
  await openDesk(page)
  await expect(heading(page, deskGate.factor.heading)).toBeVisible()
  await expect(deskOnly(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const picture = page.getByRole('img', { name: /^QR code/ })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await findings(page)).toEqual([])
  const key = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Six-digit code that the app shows').fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: deskGate.factor.goWithoutCodes })).toBeVisible()
  expect(await makeRecoveryCodes(page)).toHaveLength(10)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: deskGate.factor.go, exact: true }).click()
  await expect(heading(page, todayWords.heading)).toBeVisible()
})

test('what needs a person is settled by keyboard alone, and the focus goes on from where it was', async ({ page, email, database, dataFolder }) => {
  const [name, next] = [uniqueName(), uniqueName()]
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addWaiting(database, { firstName: name, reason: 'no-answer' })
  await addWaiting(database, { firstName: next })
  await openDesk(page)
  const row = waitingRow(page, `${name} Waiting`)
  await row.getByRole('button', { name: decisionWords.resolve.open }).press('Enter')
  await expect(row.getByRole('form')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const slip = page.getByText(todayWords.slip(`${name} Waiting`, decisionWords.resolve.done))
  await expect(slip).toBeFocused()
  // It stays where it was, with nothing to decide, until one goes on.
  await expect(row.getByRole('button')).toHaveText([todayWords.goOn])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  const { rows } = await database.query('select state, reason from deliveries where enrollment_id = $1', [id])
  expect(rows).toEqual([{ state: 'delivered', reason: 'resolved' }])
  const { rows: entries } = await database.query('select staff, action from staff_log where enrollment_id = $1', [id])
  expect(entries).toEqual([{ staff: email, action: 'resolve' }])
})

test('what may be there already is sent again only by whoever has read so', async ({ page, email, database, dataFolder }) => {
  const name = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addWaiting(database, { firstName: name, reason: 'no-answer' })
  await database.query(
    `insert into delivery_attempts (id, enrollment_id, number, version, started_at, finished_at, outcome, reason)
     values (gen_random_uuid(), $1, 1, 1, now() - interval '1 hour', now() - interval '1 hour', 'ambiguous', 'no-answer')`,
    [id],
  )
  await openDesk(page)
  const row = waitingRow(page, `${name} Waiting`)
  await row.getByRole('button', { name: decisionWords.retry.open }).click()
  await expect(row.getByText(decisionWords.retry.twice)).toBeVisible()
  await row.getByRole('button', { name: decisionWords.retry.confirmTwice }).click()
  await expect(page.getByText(todayWords.slip(`${name} Waiting`, decisionWords.retry.done))).toBeVisible()
  const { rows } = await database.query('select action from staff_log where enrollment_id = $1', [id])
  expect(rows).toEqual([{ action: 'retry' }])
})

test('of two people the second one hears who was first, and does nothing', async ({ page, email, database, dataFolder, browser, baseURL, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  const name = uniqueName()
  const who = `${name} Waiting`
  await startAsStaff(page, { email, database, dataFolder })
  const other = await anotherPage(browser, baseURL)
  await startAsStaff(other, { email: `other.${email}`, database, dataFolder })
  const id = await addWaiting(database, { firstName: name })
  await openDesk(page)
  await openDesk(other)
  // Both ask at once; what the one reads is held back, so that it decides on what is not so any more.
  await waitingRow(page, who).getByRole('button', { name: decisionWords.cancel.open }).click()
  await page.route('**/rest/v1/rpc/staff_pulse', (route) => route.abort())
  await waitingRow(other, who).getByRole('button', { name: decisionWords.cancel.open }).click()
  await waitingRow(other, who).getByRole('button', { name: decisionWords.cancel.confirm }).click()
  await expect(other.getByText(todayWords.slip(who, decisionWords.cancel.done))).toBeVisible()
  await waitingRow(page, who).getByRole('button', { name: decisionWords.cancel.confirm }).click()
  await expect(page.getByText(new RegExp(`other\\.${email} ${staffDeeds.cancel} before that`))).toBeVisible()
  await page.unroute('**/rest/v1/rpc/staff_pulse')
  const { rows } = await database.query('select staff from staff_log where enrollment_id = $1', [id])
  expect(rows).toEqual([{ staff: `other.${email}` }])
})

test('what a colleague settles goes from the page by itself, and says who did it where somebody is at it', async ({ page, email, database, dataFolder, browser, baseURL }) => {
  const name = uniqueName()
  const who = `${name} Waiting`
  await startAsStaff(page, { email, database, dataFolder })
  const other = await anotherPage(browser, baseURL)
  await startAsStaff(other, { email: `other.${email}`, database, dataFolder })
  await openDesk(page)
  await openDesk(other)
  await expect(heading(page, todayWords.heading)).toBeVisible()
  // Appears by itself.
  await addWaiting(database, { firstName: name })
  await waitingRow(page, who).getByRole('button', { name: decisionWords.cancel.open }).focus()
  await waitingRow(other, who).getByRole('button', { name: decisionWords.cancel.open }).click()
  await waitingRow(other, who).getByRole('button', { name: decisionWords.cancel.confirm }).click()
  await expect(page.getByText(new RegExp(`${who}: other\\.${email} ${staffDeeds.cancel}`))).toBeFocused()
})

test('an action whose answer is lost is sent again and done once', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  const name = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addWaiting(database, { firstName: name })
  await openDesk(page)
  const row = waitingRow(page, `${name} Waiting`)
  await row.getByRole('button', { name: decisionWords.cancel.open }).click()
  const requests: unknown[] = []
  // It arrives, and the answer does not.
  await page.route('**/rest/v1/rpc/staff_cancel', async (route) => {
    requests.push(route.request().postDataJSON())
    await route.fetch()
    await route.abort()
  })
  await page.route('**/rest/v1/rpc/staff_pulse', (route) => route.abort())
  await row.getByRole('button', { name: decisionWords.cancel.confirm }).click()
  await expect(row.getByText(deskConnection.unanswered)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.unroute('**/rest/v1/rpc/staff_cancel')
  await page.unroute('**/rest/v1/rpc/staff_pulse')
  page.on('request', (request) => request.url().endsWith('/staff_cancel') && requests.push(request.postDataJSON()))
  await row.getByRole('button', { name: deskConnection.repeat, exact: true }).click()
  await expect(page.getByText(todayWords.slip(`${name} Waiting`, decisionWords.cancel.done))).toBeVisible()
  expect(requests).toEqual([requests[0], requests[0]])
  const { rows } = await database.query('select action from staff_log where enrollment_id = $1', [id])
  expect(rows).toEqual([{ action: 'cancel' }])
})

test('it says that it is not connected, keeps what it shows, and goes on by itself', async ({ page, email, database, dataFolder, expectedErrors, context }) => {
  expectedErrors.push(failedLoad, /ERR_INTERNET_DISCONNECTED/)
  const name = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addWaiting(database, { firstName: name })
  await openDesk(page)
  await expect(waitingRow(page, `${name} Waiting`)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(deskConnection.lost)).toBeVisible()
  await expect(waitingRow(page, `${name} Waiting`)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await context.setOffline(false)
  await expect(page.getByText(deskConnection.lost)).toHaveCount(0)
})

test('where what needs a person cannot be read it says so, and reads it when asked', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  await startAsStaff(page, { email, database, dataFolder })
  await page.route('**/rest/v1/rpc/staff_today', (route) => route.abort())
  await openDesk(page)
  await expect(page.getByText(deskConnection.notRead)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.unroute('**/rest/v1/rpc/staff_today')
  await page.getByRole('button', { name: deskConnection.tryAgain }).click()
  await expect(page.getByRole('region', { name: sendingWords.heading })).toBeVisible()
})

test('a hidden page asks nothing, and asks at once when it is seen again', async ({ page, email, database, dataFolder }) => {
  await page.clock.install()
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page)
  await expect(page.getByRole('region', { name: sendingWords.heading })).toBeVisible()
  let pulses = 0
  page.on('request', (request) => request.url().endsWith('/staff_pulse') && (pulses += 1))
  const turn = (visibility: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, visibility)
  await turn('hidden')
  await page.clock.runFor(60_000)
  expect(pulses).toBe(0)
  const asked = page.waitForRequest('**/rest/v1/rpc/staff_pulse')
  await turn('visible')
  await asked
})

test('after a while without a touch nothing of the desk is left, in any tab', async ({ page, email, database, dataFolder, context, expectedErrors }) => {
  // A pulse may be on its way while the session ends.
  expectedErrors.push(refusedAnswer)
  const name = uniqueName()
  await page.clock.install()
  await startAsStaff(page, { email, database, dataFolder })
  await addWaiting(database, { firstName: name })
  await openDesk(page)
  const tab = await context.newPage()
  await tab.goto(deskAddress)
  await expect(waitingRow(page, `${name} Waiting`)).toBeVisible()
  await expect(waitingRow(tab, `${name} Waiting`)).toBeVisible()
  await page.clock.fastForward('14:00')
  await expect(waitingRow(page, `${name} Waiting`)).toBeVisible()
  await page.clock.fastForward('01:01')
  await expect(page.getByText(deskGate.closed.idle.text)).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await expect(heading(tab, deskGate.closed['signed-out'].heading)).toBeVisible()
  await expect(tab.getByText(name)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a touch in one tab counts in all, and the server hears of it once a minute', async ({ page, email, database, dataFolder }) => {
  await page.clock.install()
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page)
  await expect(page.getByRole('region', { name: sendingWords.heading })).toBeVisible()
  let touches = 0
  page.on('request', (request) => request.url().endsWith('/staff_touch') && (touches += 1))
  await page.clock.fastForward('10:00')
  await page.keyboard.press('Shift')
  await page.keyboard.press('Shift')
  await expect.poll(() => touches).toBe(1)
  await page.clock.fastForward('14:00')
  await expect(page.getByRole('region', { name: sendingWords.heading })).toBeVisible()
  // Of another tab.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('desk-touched')) localStorage.setItem(key, String(Date.now()))
  })
  await page.clock.fastForward('14:00')
  await expect(page.getByRole('region', { name: sendingWords.heading })).toBeVisible()
})

test('a session that the server has not heard of for long is signed out when the desk is opened', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page)
  await expect(heading(page, todayWords.heading)).toBeVisible()
  await database.query(
    `update private.staff_sessions set touched_at = now() - interval '16 minutes'
     where session_id in (select session.id from auth.sessions session join auth.users account on account.id = user_id where email = $1)`,
    [email],
  )
  await page.reload()
  await expect(page.getByText(deskGate.closed.idle.text)).toBeVisible()
})

test('nothing of it is in the storage of the browser', async ({ page, email, database, dataFolder }) => {
  const name = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addWaiting(database, { firstName: name })
  await openDesk(page)
  await expect(waitingRow(page, `${name} Waiting`)).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href, history.state]))
  expect(stored).not.toContain(name)
})

for (const width of [375, 1440]) {
  test(`nothing on it keeps anybody out at ${width} pixels, in any state of what needs a person`, async ({ page, email, database, dataFolder }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    const [held, unclear, late] = [uniqueName(), uniqueName(), uniqueName()]
    await startAsStaff(page, { email, database, dataFolder }, 'lead')
    await addWaiting(database, { firstName: held, reason: 'no-answer' })
    await addWaiting(database, { firstName: unclear, state: 'rejected' })
    await addWaiting(database, { firstName: late, lastName: 'Long-Name-That-Goes-On'.repeat(3).slice(0, 60), reason: 'changed-after-cancel' })
    await openDesk(page)
    await waitingRow(page, `${held} Waiting`).getByRole('button', { name: decisionWords.retry.open }).click()
    await page.getByText(chartWords.table).click()
    await expect(page.getByRole('region', { name: queueWords.heading })).toBeVisible()
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await removeStaff(database, email)
  })
}

test('whoever is removed sees the page go dark, at once everywhere', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  const name = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addWaiting(database, { firstName: name })
  await openDesk(page)
  await expect(waitingRow(page, `${name} Waiting`)).toBeVisible()
  await removeStaff(database, email)
  await expect(heading(page, notFoundPage.heading)).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await expect(deskOnly(page)).toHaveCount(0)
})

test('views are entries of the history, and a reloaded address opens the same view', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page)
  await page.getByRole('link', { name: deskFrame.views.log }).click()
  await expect(heading(page, deskFrame.views.log)).toBeFocused()
  await expect(page).toHaveTitle(deskFrame.title(deskFrame.views.log))
  await page.reload()
  await expect(heading(page, deskFrame.views.log)).toBeVisible()
  await page.goBack()
  await expect(heading(page, todayWords.heading)).toBeFocused()
})

test('signing out leaves nothing, and the way back leads to where one was', async ({ page, email, database, dataFolder }) => {
  const codeAt = await createGuardedAccount(page.request, email, dataFolder)
  await makeStaff(database, email)
  await startWithBothFactors(page, email, codeAt('now'))
  await openDesk(page, '?view=log')
  await page.getByRole('button', { name: deskFrame.signOut }).click()
  await expect(heading(page, deskGate.closed['signed-out'].heading)).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Code').fill(codeAt('next'))
  await page.keyboard.press('Enter')
  await expect(heading(page, deskFrame.views.log)).toBeVisible()
})

test('no page of the site leads to the desk, loads anything of it, or names it to search engines', async ({ request, siteFolder }) => {
  const [script] = /assets\/desk-[\w-]+\.js/.exec(await readFile(path.join(siteFolder, 'desk.html'), 'utf8')) ?? []
  expect(script).toBeDefined()
  const names = (await readdir(siteFolder, { recursive: true })).filter((name) => /\.(html|json|txt|xml)$/.test(name) && !/^desk\b/.test(name))
  expect(names.length).toBeGreaterThan(10)
  const texts = await Promise.all(names.map((name) => readFile(path.join(siteFolder, name), 'utf8')))
  expect(names.filter((_, index) => texts[index]?.includes(deskPath) || texts[index]?.includes(script ?? ''))).toEqual([])
  const response = await request.get(deskAddress)
  expect(response.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'content-security-policy': expect.stringMatching(/script-src 'self';.*trusted-types 'none'$/) })
})
