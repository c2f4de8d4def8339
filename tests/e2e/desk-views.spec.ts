import type { Page } from '@playwright/test'
import { staffDeeds } from '../../content/desk/actions.ts'
import {
  accountWords, consentWords, decisionWords, deleteWords, detailWords, formWords, noteWords,
} from '../../content/desk/form.ts'
import { deskConnection } from '../../content/desk/frame.ts'
import { paymentStandingWords, paymentWords } from '../../content/desk/payments.ts'
import { deletionWords } from '../../content/desk/today.ts'
import { planIds, plans } from '../../domain/plans.ts'
import { findings } from './accessibility.ts'
import { failedLoad } from './auth-card.ts'
import { addAccount, addForm, addUnclearPayment, agree, entriesOf, isTooWide, keptBy, stateOf } from './desk-forms.ts'
import { heading, openDesk, startAsStaff, uniqueName } from './desk-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const openForm = (page: Page, id: string) => openDesk(page, `?view=form&id=${id}`)
const unfold = (page: Page, part: string) => page.getByRole('region', { name: part }).getByRole('heading', { name: part }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Presses a button and then what it asks back. */
async function decide(page: Page, { open, confirm }: { open: string; confirm: string }): Promise<void> {
  await press(page, open)
  await press(page, confirm)
}

test('a form is sent again, though it may be there twice, stopped, and settled', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, { reason: 'no-answer' })
  await database.query(`insert into public.delivery_attempts (id, enrollment_id, number, version, started_at, outcome, reason, finished_at) values (gen_random_uuid(), $1, 1, 1, now(), 'ambiguous', 'no-answer', now())`, [id])
  await openForm(page, id)
  await press(page, decisionWords.retry.open)
  await expect(page.getByText(decisionWords.retry.twice)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await press(page, decisionWords.back)
  await expect(page.getByRole('button', { name: decisionWords.retry.open })).toBeFocused()
  await decide(page, decisionWords.cancel)
  await expect(page.getByText(decisionWords.cancel.done)).toBeVisible()
  await expect.poll(() => stateOf(database, id)).toBe('cancelled')
  await expect(page.getByRole('button', { name: decisionWords.cancel.open })).toHaveCount(0)
  await decide(page, decisionWords.resolve)
  await expect(page.getByText(decisionWords.resolve.done)).toBeVisible()
  expect(await stateOf(database, id)).toBe('delivered')
  await decide(page, { open: decisionWords.retry.open, confirm: decisionWords.retry.confirmTwice })
  await expect(page.getByText(decisionWords.retry.done)).toBeVisible()
  const actions = ['cancel', 'resolve', 'retry']
  expect(await entriesOf(database, id)).toEqual(actions.map((action) => ({ staff: email, action, note: null })))
  // The timeline has it by itself.
  await expect(page.getByText(`${email} ${staffDeeds.resolve}.`)).toBeVisible()
})

test('who is second hears who was first, on the form', async ({ page, email, database, dataFolder, browser, baseURL, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  await startAsStaff(page, { email, database, dataFolder })
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const other = await context.newPage()
  await startAsStaff(other, { email: `other.${email}`, database, dataFolder })
  const id = await addForm(database, { reason: 'error-message' })
  await openForm(page, id)
  await press(page, decisionWords.retry.open)
  await page.route('**/rest/v1/rpc/staff_pulse', (route) => route.abort())
  await openForm(other, id)
  await decide(other, decisionWords.cancel)
  await expect(other.getByText(decisionWords.cancel.done)).toBeVisible()
  await press(page, decisionWords.retry.confirm)
  await expect(page.getByText(new RegExp(`other\\.${email} ${staffDeeds.cancel} before that`))).toBeVisible()
  expect(await stateOf(database, id)).toBe('cancelled')
  await context.close()
})

test('details are shown for a minute to whoever says why, and are in no storage, no log and no history', async ({ page, email, database, dataFolder }) => {
  await page.clock.install()
  const [street, reason] = [`${uniqueName()} Street`, 'Correcting the address there']
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, { values: { streetAddress: street, dateOfBirth: '1971-03-09', ssnLastFour: '7391' }, reason: 'edited-after-delivery' })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await openForm(page, id)
  const secrets = [street, '1971-03-09', '7391']
  await expect(page.getByText(detailWords.kept)).toBeVisible()
  await press(page, detailWords.reveal.open)
  await press(page, detailWords.reveal.submit)
  await expect(page.getByText(detailWords.reveal.missing)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByLabel(detailWords.reveal.label).fill(reason)
  await page.keyboard.press('Enter')
  for (const secret of secrets) await expect(page.getByText(secret, { exact: true })).toBeVisible()
  await expect(page.getByText(detailWords.reveal.announced)).toBeVisible()
  expect(await findings(page)).toEqual([])
  const kept = await keptBy(page)
  await page.clock.runFor(61_000)
  for (const secret of secrets) await expect(page.getByText(secret, { exact: true })).toHaveCount(0)
  await expect(page.getByText(detailWords.reveal.hidden)).toBeVisible()
  expect(await entriesOf(database, id)).toEqual([{ staff: email, action: 'reveal', note: reason }])
  const { rows } = await database.query<{ text: string }>(
    'select (select jsonb_agg(log)::text from public.staff_log log) || coalesce((select jsonb_agg(answer)::text from private.staff_answers answer), $1) as text', [''],
  )
  for (const place of [kept, await keptBy(page), rows[0]?.text, addresses.join(' ')]) {
    for (const secret of [street, '1971-03-09']) expect(place).not.toContain(secret)
  }
})

for (const [how, leave] of Object.entries({
  'when the page is hidden': (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }),
  'on paper': (page: Page) => page.evaluate(() => dispatchEvent(new Event('beforeprint'))),
  'when it is left': (page: Page) => page.keyboard.press('/'),
  'by a button': (page: Page) => press(page, detailWords.reveal.hide),
})) {
  test(`shown details go at once ${how}`, async ({ page, email, database, dataFolder }) => {
    const street = `${uniqueName()} Street`
    await startAsStaff(page, { email, database, dataFolder })
    const id = await addForm(database, { values: { streetAddress: street } })
    await openForm(page, id)
    await press(page, detailWords.reveal.open)
    await page.getByLabel(detailWords.reveal.label).fill('To try')
    await press(page, detailWords.reveal.submit)
    await expect(page.getByText(street, { exact: true })).toBeVisible()
    await leave(page)
    await expect(page.getByText(street, { exact: true })).toHaveCount(0)
    if (how === 'when it is left') {
      await page.goBack()
      await expect(page.getByText(detailWords.kept)).toBeVisible()
      await expect(page.getByText(street, { exact: true })).toHaveCount(0)
    }
  })
}

test('a note stays in its field until it is kept, and is kept once', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, {})
  await openForm(page, id)
  await page.getByText(noteWords.open).click()
  await expect(page.getByText(noteWords.hint)).toBeVisible()
  await press(page, noteWords.submit)
  await expect(page.getByText(noteWords.missing)).toBeVisible()
  const field = page.getByRole('textbox', { name: noteWords.label })
  await field.fill('Call after six.\nAsk for the letter.')
  // It arrives, and the answer does not.
  await page.route('**/rest/v1/rpc/staff_note', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await press(page, noteWords.submit)
  await expect(page.getByText(deskConnection.unanswered)).toBeVisible()
  await expect(field).toHaveValue('Call after six.\nAsk for the letter.')
  await page.unroute('**/rest/v1/rpc/staff_note')
  await press(page, deskConnection.repeat)
  await expect(page.getByText(noteWords.done)).toBeVisible()
  await expect(field).toHaveValue('')
  const { rows } = await database.query('select text, author from private.staff_notes where enrollment_id = $1', [id])
  expect(rows).toEqual([{ text: 'Call after six.\nAsk for the letter.', author: email }])
})

test('everything of an account is held back, released and stopped', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const account = await addAccount(page.request, database, `holder-${email}`)
  const id = await addForm(database, { account, state: 'needs_review', reason: 'too-many-deliveries' })
  await openForm(page, id)
  await unfold(page, accountWords.heading)
  await decide(page, accountWords.hold)
  await expect(page.getByText(accountWords.held)).toBeVisible()
  await decide(page, accountWords.cancel)
  await expect(page.getByText(accountWords.cancel.done(1))).toBeVisible()
  expect(await stateOf(database, id)).toBe('cancelled')
  await decide(page, accountWords.release)
  await expect(page.getByText(accountWords.release.done(0))).toBeVisible()
  await expect(page.getByText(accountWords.held)).toHaveCount(0)
  const { rows } = await database.query('select action from staff_log where account_id = $1 order by id', [account])
  expect(rows.map(({ action }) => action)).toEqual(['hold', 'cancel', 'release'])
  // Signing out everywhere is for leads.
  await expect(page.getByRole('button', { name: accountWords.endSessions.open })).toHaveCount(0)
})

test('a consent is withdrawn on the word of the client', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, {})
  await agree(database, id, ['terms', 'sms'])
  await openForm(page, id)
  const name = consentWords.names.sms ?? ''
  await unfold(page, consentWords.heading)
  await press(page, consentWords.withdraw.open(name))
  expect(await findings(page)).toEqual([])
  await expect(page.getByRole('form', { name: consentWords.withdraw.question(name) })).toBeFocused()
  await press(page, consentWords.withdraw.confirm(name))
  await expect(page.getByText(consentWords.withdraw.done(name))).toBeVisible()
  await expect(page.getByRole('button', { name: consentWords.withdraw.open(name) })).toHaveCount(0)
  await expect(page.getByRole('button', { name: consentWords.withdraw.open(consentWords.names.terms ?? '') })).toBeVisible()
  const { rows } = await database.query<{ stands: boolean }>(`select has_consented($1, 'sms') as stands`, [id])
  expect(rows).toEqual([{ stands: false }])
})

test('a payment is assigned to a form, another one dismissed, and a wrong reference is told', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const payer = `payer-${email}`
  const id = await addForm(database, { values: { email: payer } })
  const [first, second] = [await addUnclearPayment(database, payer), await addUnclearPayment(database, payer)]
  await openForm(page, id)
  await expect(page.getByText(paymentWords.waiting)).toBeVisible()
  const unclear = page.getByRole('listitem').filter({ hasText: second })
  await unclear.getByRole('button', { name: paymentWords.dismiss.open }).click()
  await unclear.getByRole('button', { name: paymentWords.dismiss.confirm }).click()
  await expect(page.getByText(paymentWords.dismiss.done)).toBeVisible()
  await press(page, paymentWords.assign.open)
  const reference = page.getByLabel(paymentWords.assign.label)
  await press(page, paymentWords.assign.confirm)
  await expect(page.getByText(paymentWords.assign.missing)).toBeVisible()
  await reference.fill('pi_nobody')
  await press(page, paymentWords.assign.confirm)
  await expect(page.getByRole('status').getByText('There is no payment with this reference.')).toBeVisible()
  await expect(reference).toHaveValue('pi_nobody')
  await reference.fill(first)
  await page.getByLabel(paymentWords.assign.plan).selectOption(plans[planIds[0]].name)
  expect(await findings(page)).toEqual([])
  await press(page, paymentWords.assign.confirm)
  await expect(page.getByText(paymentWords.assign.done)).toBeVisible()
  await expect(page.getByText(paymentStandingWords.paid, { exact: true })).toBeVisible()
  const { rows } = await database.query('select enrollment_id from payments where reference = any ($1) order by enrollment_id nulls last', [[first, second]])
  expect(rows).toEqual([{ enrollment_id: id }, { enrollment_id: null }])
})

test('only a lead deletes a form, having typed the word', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, {})
  await openForm(page, id)
  await expect(page.getByRole('button', { name: detailWords.reveal.open })).toBeVisible()
  await expect(page.getByRole('button', { name: deleteWords.open })).toHaveCount(0)
  await database.query(`update private.staff set role = 'lead' where user_id = (select id from auth.users where email = $1)`, [email])
  await page.reload()
  await unfold(page, deleteWords.heading)
  await press(page, deleteWords.open)
  await press(page, deleteWords.confirm)
  expect(await stateOf(database, id)).toBe('needs_review')
  await page.getByLabel(deleteWords.label(deleteWords.word)).fill(deleteWords.word)
  expect(await findings(page)).toEqual([])
  await press(page, deleteWords.confirm)
  await expect(heading(page, deleteWords.gone)).toBeFocused()
  await expect(page.getByText(deleteWords.done)).toBeVisible()
  expect(await stateOf(database, id)).toBeUndefined()
  expect(await findings(page)).toEqual([])
  await page.reload()
  await expect(heading(page, formWords.gone.heading)).toBeVisible()
})

test('who asks for deletion is told of on the form, kept by the staff, and deleted by a lead', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const account = await addAccount(page.request, database, `leaver-${email}`)
  const id = await addForm(database, { account, state: 'delivered' })
  const ask = () => database.query('insert into public.deletion_requests (user_id) values ($1)', [account])
  await ask()
  await openForm(page, id)
  await expect(page.getByText(/asked on .* to have everything deleted/)).toBeVisible()
  await openDesk(page)
  const request = page.getByRole('article').filter({ has: page.locator(`a[href$="${id}"]`) })
  await request.getByRole('button', { name: deletionWords.keep.open }).click()
  await request.getByRole('button', { name: deletionWords.keep.confirm }).click()
  await expect(page.getByText(deletionWords.keep.done)).toBeVisible()
  await ask()
  await database.query(`update private.staff set role = 'lead' where user_id = (select id from auth.users where email = $1)`, [email])
  await page.reload()
  await request.getByRole('button', { name: deletionWords.delete.open }).click()
  await request.getByLabel(deletionWords.delete.typed.label(deletionWords.delete.typed.word)).fill(deletionWords.delete.typed.word)
  await request.getByRole('button', { name: deletionWords.delete.confirm }).click()
  await expect(page.getByText(deletionWords.delete.done)).toBeVisible()
  const { rows } = await database.query('select from auth.users where id = $1', [account])
  expect(rows).toEqual([])
})

for (const width of [375, 1440]) {
  test(`a form keeps nobody out at ${width} pixels, with all that may stand on it`, async ({ page, email, database, dataFolder }) => {
    await page.setViewportSize({ width, height: 900 })
    await startAsStaff(page, { email, database, dataFolder }, 'lead')
    const account = await addAccount(page.request, database, `full-${email}`)
    const lastName = 'Long-Name-That-Goes-On'.repeat(3).slice(0, 60)
    const id = await addForm(database, { values: { email: `full-${email}`, firstName: uniqueName(), lastName }, account, reason: 'no-answer' })
    await agree(database, id, ['terms', 'sms'])
    await addUnclearPayment(database, `full-${email}`)
    await openForm(page, id)
    await expect(page.getByText(paymentWords.waiting)).toBeVisible()
    expect(await findings(page)).toEqual([])
    // With everything that is folded.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(page.getByRole('button', { name: consentWords.withdraw.open(consentWords.names.sms ?? '') })).toBeVisible()
    expect(await findings(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button')).toHaveCount(0)
  })
}
