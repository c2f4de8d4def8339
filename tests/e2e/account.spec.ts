import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from './accessibility.ts'
import { addApp, codeOf, enroll, makeRecoveryCodes, matter, openAccount, stored } from './account-page.ts'
import { failedLoad, password, refusedAnswer, startSignedUp, storedSession } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { keptEmailTo } from './kept-emails.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('nothing on the page keeps anybody out, in any of its states', async ({ page, email }) => {
  test.slow()
  await openAccount(page, email)
  await enroll(page)
  await page.reload()
  await stored(page).getByRole('button', { name: 'Correct something' }).click()
  await page.getByLabel('What is wrong?').selectOption({ label: 'Address' })
  await stored(page).getByRole('button', { name: 'Save the correction' }).click()
  await matter(page, 'Delete everything').getByRole('button').click()
  await matter(page, 'Email address').getByLabel('New email address').fill(`new.${email}`)
  await matter(page, 'Email address').getByRole('button', { name: 'Change the address' }).click()
  await matter(page, 'Two-step sign-in').getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect(matter(page, 'Email address').getByLabel('Code sent to new.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await addApp(page)
  await makeRecoveryCodes(page)
  await matter(page, 'Two-step sign-in').getByRole('button', { name: /^Remove/ }).click()
  expect(await findings(page)).toEqual([])
})

test('a name is corrected as a whole, and what was typed wrong is said beside each part', async ({ page, email, database }) => {
  await openAccount(page, email)
  const id = await enroll(page)
  await page.reload()
  await stored(page).getByRole('button', { name: 'Correct something' }).click()
  await page.getByLabel('What is wrong?').selectOption({ label: 'Name' })
  await page.getByLabel('First name').fill('Anna')
  await stored(page).getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await expect(stored(page).getByText('Last name is required')).toBeVisible()
  await page.getByLabel('Last name').fill('van der Berg')
  await stored(page).getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('Saved. Our team will see the change.')).toBeVisible()
  const { rows } = await database.query('select customer_name, middle_name, city from enrollments where id = $1', [id])
  expect(rows).toEqual([{ customer_name: 'Anna van der Berg', middle_name: null, city: 'Anytown' }])
})

test('the copy has everything but the two sensitive details', async ({ page, email }) => {
  await openAccount(page, email)
  await enroll(page)
  const downloading = page.waitForEvent('download')
  await matter(page, 'A copy of your data').getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.json')
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    account: { email },
    enrollments: [{ customer_name: 'Hannah Joy Reed', street_address: '100 Example Street, Apt 4', date_of_birth_and_ssn_last_four: 'kept encrypted' }],
  })
  expect(text).not.toMatch(/0742|1988-04-12/)
})

/** Makes the proof of the session an hour old, and the apps that were added after it, and has the browser take a token that says so. */
async function ageProof(page: Page, database: { query: (text: string, values: unknown[]) => Promise<unknown> }) {
  const kept = await storedSession(page)
  const { session_id: id } = JSON.parse(atob(kept?.session.access_token.split('.')[1] ?? ''))
  await database.query(`update auth.mfa_amr_claims set updated_at = now() - interval '1 hour' where session_id = $1`, [id])
  await database.query(
    `update auth.mfa_factors set created_at = created_at - interval '1 hour' where user_id = (select user_id from auth.sessions where id = $1)`,
    [id],
  )
  await page.evaluate(({ name, session }) => localStorage.setItem(name, JSON.stringify({ ...session, expires_at: 1 })), kept ?? { name: '', session: {} })
  await page.reload()
  await expect(stored(page)).toBeVisible()
}

test('after a while the copy wants the password again, and the session that it replaces is ended', async ({ page, email, database, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await openAccount(page, email)
  await ageProof(page, database)
  const copy = matter(page, 'A copy of your data')
  await copy.getByRole('button', { name: 'Download my data' }).click()
  await expect(copy.getByRole('heading', { name: 'First, confirm that it is you' })).toBeFocused()
  expect(await findings(page)).toEqual([])
  await copy.getByLabel('Your password').fill('not this one')
  await copy.getByRole('button', { name: 'Confirm and go on' }).click()
  await expect(page.getByRole('alert')).toContainText('That is not your password')
  const downloading = page.waitForEvent('download')
  await copy.getByLabel('Your password').fill(password)
  await copy.getByRole('button', { name: 'Confirm and go on' }).click()
  await downloading
  await expect(copy.getByRole('button', { name: 'Download my data' })).toBeVisible()
  const { rows } = await database.query('select from auth.sessions join auth.users on users.id = user_id where email = $1', [email])
  expect(rows).toHaveLength(1)
})

test('after a while the first app wants the password again, since it would keep the owner out', async ({ page, email, database, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await openAccount(page, email)
  await ageProof(page, database)
  const factors = matter(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'Turn it on' }).click()
  await expect(factors.getByRole('heading', { name: 'First, confirm that it is you' })).toBeFocused()
  await factors.getByLabel('Your password').fill(password)
  await factors.getByRole('button', { name: 'Confirm and go on' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('with an app the copy wants its code, from whichever app', async ({ page, email, database, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await openAccount(page, email)
  await addApp(page)
  const second = await addApp(page)
  await ageProof(page, database)
  const copy = matter(page, 'A copy of your data')
  await copy.getByRole('button', { name: 'Download my data' }).click()
  const downloading = page.waitForEvent('download')
  await copy.getByLabel('Six-digit code of your authenticator app').fill(codeOf(second, 'next'))
  await copy.getByRole('button', { name: 'Confirm and go on' }).click()
  await downloading
})

test('another address counts once both mailboxes have agreed', async ({ page, email, dataFolder }) => {
  await openAccount(page, email)
  const wanted = `new.${email}`
  const change = matter(page, 'Email address')
  await change.getByLabel('New email address').fill(email.toUpperCase())
  await change.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByRole('alert')).toContainText('That is your address already')
  await change.getByLabel('New email address').fill(wanted)
  await change.getByRole('button', { name: 'Change the address' }).click()
  const subject = 'Confirm the change of your email address'
  for (const address of [email, wanted]) {
    const field = change.getByLabel(`Code sent to ${address}`)
    await field.fill((await keptEmailTo(dataFolder, address, subject)).code)
    await field.press('Enter')
    if (address === email) await expect(page.getByText('That address has agreed.')).toBeVisible()
  }
  await expect(page.getByText('Your address is changed.')).toBeVisible()
  await expect(page.getByText(`Signed in as ${wanted}`)).toBeVisible()
  await expect(change.getByText('It is to become this one')).toHaveCount(0)
})

test('whoever does not know the password changes it by a code from the mailbox', async ({ page, email, database, dataFolder }) => {
  await openAccount(page, email)
  await database.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  const change = matter(page, 'Password')
  await change.getByRole('button', { name: 'I do not know it: send me a code' }).click()
  await change.getByLabel('Six-digit code from your email').fill((await keptEmailTo(dataFolder, email, 'Your confirmation code')).code)
  await change.getByLabel('New password').fill('another good one')
  await change.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await expect(change.getByLabel('Current password')).toBeVisible()
})

test('the last app goes with the recovery codes', async ({ page, email, database }) => {
  await openAccount(page, email)
  await addApp(page)
  await makeRecoveryCodes(page)
  const factors = matter(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'I have kept them' }).click()
  await factors.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await expect(factors.getByText('your recovery codes are deleted')).toBeVisible()
  await factors.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('The app is removed.')).toBeVisible()
  await expect(factors.getByText('Off. Whoever has your password')).toBeVisible()
  const { rows } = await database.query('select from auth.mfa_factors join auth.users on users.id = user_id where email = $1', [email])
  expect(rows).toEqual([])
})

test('where the sign-in service has no recovery codes the page says so', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await page.route('**/factors/recovery-codes', (route) =>
    route.fulfill({ status: 422, json: { code: 'mfa_recovery_codes_enroll_not_enabled', message: 'MFA enroll is disabled for recovery codes' }, headers: { 'x-supabase-api-version': '2024-01-01' } }),
  )
  await openAccount(page, email)
  await addApp(page)
  const factors = matter(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'Make recovery codes' }).click()
  await expect(factors.getByText('Recovery codes are not offered here.')).toBeVisible()
})

test('an account that cannot be read is not shown half, and is read again on request', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(/500|Failed to load resource/)
  let fails = true
  await page.route('**/rpc/own_account', (route) => (fails ? route.fulfill({ status: 500, json: {} }) : route.continue()))
  await startSignedUp(page, email)
  await page.goto('./account')
  await expect(page.getByRole('alert')).toContainText('We could not read your account just now.')
  fails = false
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(stored(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeFocused()
})

/** Lets the backend do what is asked of it, and loses its answer, once. */
async function loseAnswer(page: Page, address: string) {
  await page.route(address, async (route) => {
    await route.fetch()
    await route.abort()
  }, { times: 1 })
}

test('an app whose first code had no answer is on, and keeps nobody out', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(refusedAnswer, failedLoad)
  await openAccount(page, email)
  await loseAnswer(page, '**/factors/*/verify')
  const factors = matter(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'Turn it on' }).click()
  const key = ((await factors.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  await factors.getByLabel('Six-digit code that the app shows').fill(codeOf(key))
  await factors.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('That did not work, or the answer was lost.')).toBeVisible()
  await page.reload()
  await expect(factors.getByRole('listitem').getByText('Authenticator app')).toBeVisible()
})

test('new recovery codes whose answer was lost are not taken for the old ones', async ({ page, email, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  await openAccount(page, email)
  await addApp(page)
  await makeRecoveryCodes(page)
  const factors = matter(page, 'Two-step sign-in')
  await factors.getByRole('button', { name: 'I have kept them' }).click()
  await loseAnswer(page, '**/factors/recovery-codes/regenerate')
  await factors.getByRole('button', { name: 'Make new codes' }).click()
  await expect(page.getByText('Codes that you kept before may no longer work.')).toBeVisible()
  expect(await makeRecoveryCodes(page)).toHaveLength(10)
})
