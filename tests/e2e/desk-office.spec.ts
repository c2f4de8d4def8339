import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'node:path'
import { staffDeeds } from '../../content/desk/actions.ts'
import { exportWords, purgeWords } from '../../content/desk/export.ts'
import { filterWords } from '../../content/desk/filters.ts'
import { refusalWords } from '../../content/desk/form.ts'
import { deskConnection, deskFrame } from '../../content/desk/frame.ts'
import { logWords } from '../../content/desk/log.ts'
import { peopleWords } from '../../content/desk/people.ts'
import { capitalized } from '../../content/format.ts'
import { exportHeadings } from '../../domain/staff/export-file.ts'
import { findings } from './accessibility.ts'
import { failedLoad, refusedAnswer } from './auth-card.ts'
import { addAccount, addForm, isTooWide } from './desk-forms.ts'
import { heading, makeStaff, openDesk, removeStaff, startAsStaff, uniqueName } from './desk-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const reason = 'A letter to clients'
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The file that a press makes, as text. */
async function exported(page: Page, start: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  expect(parse(download.suggestedFilename()).ext).toBe('.csv')
  return readFile(await download.path(), 'utf8')
}

test('an export has what was asked for, as the command writes it, and its formulas do nothing', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const name = uniqueName()
  const id = await addForm(database, { values: { firstName: name, notes: '=1+1; "quoted"', ssnLastFour: '7391', dateOfBirth: '1971-03-09' }, state: 'cancelled' })
  const other = await addForm(database, { state: 'delivered' })
  await openDesk(page, '?view=export')
  await page.getByLabel(filterWords.states.cancelled, { exact: true }).check()
  await expect(page.getByLabel(exportWords.personal)).toHaveCount(0)
  await press(page, exportWords.submit)
  await expect(page.getByLabel(exportWords.reason.label)).toBeFocused()
  await expect(page.getByText(exportWords.reason.missing)).toBeVisible()
  await page.getByLabel(exportWords.reason.label).fill(reason)
  const text = await exported(page, () => press(page, exportWords.submit))
  expect(text.startsWith(exportHeadings('ordinary'))).toBe(true)
  expect(text).toContain(`${id},`)
  expect(text).toContain(name)
  expect(text).toContain(`"'=1+1; ""quoted"""`)
  expect(text).not.toContain(other)
  expect(text).not.toMatch(/1971-03-09|,7391/)
  await expect(page.getByText(/among your downloads/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByLabel(exportWords.bom).check()
  expect(await exported(page, () => press(page, exportWords.submit))).toBe(`\uFEFF${text}`)
  const { rows } = await database.query('select action, note from staff_log where staff = $1', [email])
  const entry = { action: 'export', note: `${reason} [cancelled]` }
  expect(rows).toEqual([entry, entry])
})

test('an export of nothing is told and not recorded, and days in the wrong order are called so', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page, '?view=export')
  await page.getByLabel(exportWords.reason.label).fill(reason)
  await page.getByLabel(filterWords.since).fill('2019-03-04')
  const until = page.getByLabel(filterWords.until)
  await until.fill('2019-03-03')
  await expect(page.getByText(filterWords.backwards)).toBeVisible()
  await press(page, exportWords.submit)
  await expect(until).toBeFocused()
  await expect(page.getByText(exportWords.none)).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await until.fill('2019-03-04')
  await expect(page.getByText(filterWords.backwards)).toHaveCount(0)
  await press(page, exportWords.submit)
  await expect(page.getByText(exportWords.none)).toBeVisible()
  const { rows } = await database.query('select action from staff_log where staff = $1', [email])
  expect(rows).toEqual([])
})

test('an export that is interrupted goes on where it was, and is recorded once', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(failedLoad)
  await startAsStaff(page, { email, database, dataFolder })
  const id = await addForm(database, {})
  await openDesk(page, '?view=export')
  // Of small pages, so that there are several.
  let answered = 0
  await page.route('**/rest/v1/rpc/staff_export', async (route) => {
    if (answered === 1) return route.abort()
    answered += 1
    await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), p_limit: 1 }) })
  })
  await addForm(database, {})
  await page.getByLabel(exportWords.reason.label).fill(reason)
  await press(page, exportWords.submit)
  await expect(page.getByText(exportWords.interrupted)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.unroute('**/rest/v1/rpc/staff_export')
  const text = await exported(page, () => press(page, exportWords.goOn))
  expect(text).toContain(id)
  const { rows } = await database.query('select action from staff_log where staff = $1', [email])
  expect(rows).toEqual([{ action: 'export' }])
})

test('a lead exports date of birth and SSN digits, having typed the word, and forgets old ones', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder }, 'lead')
  const id = await addForm(database, { values: { ssnLastFour: '7391', dateOfBirth: '1971-03-09' } })
  await openDesk(page, '?view=export')
  await page.getByLabel(exportWords.personal).check()
  await page.getByLabel(exportWords.reason.label).fill(reason)
  await press(page, exportWords.submit)
  await expect(page.locator('.err').getByText(exportWords.confirmLabel(exportWords.confirmWord))).toBeVisible()
  await page.getByLabel(exportWords.confirmLabel(exportWords.confirmWord)).fill(exportWords.confirmWord)
  const text = await exported(page, () => press(page, exportWords.submit))
  expect(text.startsWith(exportHeadings('personal'))).toBe(true)
  expect(text.split('\r\n').find((line) => line.startsWith(id))).toMatch(/,1971-03-09,7391$/)
  await page.getByLabel(purgeWords.label).fill('many')
  await press(page, purgeWords.count)
  await expect(page.getByText(/a number of days/)).toBeVisible()
  await page.getByLabel(purgeWords.label).fill('3000')
  await press(page, purgeWords.count)
  await expect(page.getByText(purgeWords.due(0))).toBeVisible()
  expect(await findings(page)).toEqual([])
  const { rows } = await database.query('select action from staff_log where staff = $1', [email])
  expect(rows).toEqual([{ action: 'export-with-personal-details' }])
  await removeStaff(database, email)
})

test('the log is filtered, and its seals are checked in the browser', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  const lastName = uniqueName()
  const id = await addForm(database, { values: { firstName: 'María', lastName } })
  const add = (action: string) =>
    database.query('insert into public.staff_log (staff, action, enrollment_id, enrollments) values ($1, $2, $3, 1)', [email, action, id])
  await add('retry')
  await add('cancel')
  await openDesk(page, `?view=log&id=${id}`)
  const rows = page.getByRole('row').filter({ hasText: email })
  await expect(rows).toHaveCount(2)
  await expect(rows.getByRole('link', { name: `María ${lastName}` })).toHaveCount(2)
  await expect(page.getByText(logWords.filters(1))).toBeVisible()
  await page.getByLabel(logWords.action, { exact: true }).selectOption(capitalized(staffDeeds.retry))
  await expect(rows).toHaveCount(1)
  await page.getByLabel(logWords.form).fill('0b7e')
  await expect(page.getByText(logWords.badForm)).toBeVisible()
  await press(page, logWords.clear)
  await page.getByLabel(logWords.who, { exact: true }).fill(email)
  await expect(rows).toHaveCount(2)
  await page.getByLabel(logWords.until).fill('2020-01-01')
  await expect(page.getByText(logWords.none)).toBeVisible()
  await page.getByLabel(logWords.since).fill('2020-01-02')
  await expect(page.getByText(filterWords.backwards)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await press(page, logWords.check.submit)
  await expect(page.getByText(/All is well/)).toBeVisible()
  // As if somebody had changed an entry.
  await page.route('**/rest/v1/rpc/staff_log_chain', async (route) => {
    const response = await route.fetch()
    const chain = await response.json()
    chain.entries[0].staff = 'nobody'
    await route.fulfill({ response, json: chain })
  })
  await press(page, logWords.check.submit)
  await expect(page.getByText(logWords.check.broken)).toBeVisible()
  await expect(page.getByText(logWords.check.faults.changed(1))).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('a lead lets somebody in, makes them a lead, and removes them', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder }, 'lead')
  const colleague = `colleague-${email}`
  await openDesk(page, '?view=people')
  await expect(page.getByText(peopleWords.you)).toBeVisible()
  const field = page.getByLabel(peopleWords.add.label)
  await field.fill(colleague)
  await press(page, peopleWords.add.submit)
  await expect(page.getByText(peopleWords.add.noAccount)).toBeVisible()
  await expect(field).toHaveValue(colleague)
  const account = await addAccount(page.request, database, colleague)
  await press(page, peopleWords.add.submit)
  await expect(page.getByText(peopleWords.add.done(colleague))).toBeVisible()
  const roleOf = async () => (await database.query('select role from private.staff where user_id = $1', [account])).rows[0]?.role
  expect(await roleOf()).toBe('staff')
  await press(page, peopleWords.makeLead.named(colleague))
  await press(page, peopleWords.makeLead.confirm)
  await expect(page.getByText(peopleWords.makeLead.done)).toBeVisible()
  expect(await roleOf()).toBe('lead')
  await press(page, peopleWords.remove.named(colleague))
  expect(await findings(page)).toEqual([])
  await press(page, peopleWords.remove.confirm)
  await expect(page.getByText(peopleWords.remove.done)).toBeInViewport()
  expect(await roleOf()).toBeUndefined()
  await openDesk(page, '?view=log')
  await expect(page.getByRole('row').filter({ hasText: email }).filter({ hasText: colleague })).toHaveCount(3)
  await removeStaff(database, email)
})

test('why somebody could not be made a lead stands where one has pressed', async ({ page, email, database, dataFolder }) => {
  await page.setViewportSize({ width: 375, height: 600 })
  await startAsStaff(page, { email, database, dataFolder }, 'lead')
  const colleagues = ['first', 'second', 'third'].map((name) => `${name}-${email}`)
  for (const colleague of colleagues) {
    await addAccount(page.request, database, colleague)
    await makeStaff(database, colleague)
  }
  await database.query('update auth.users set email_confirmed_at = null where email = any ($1)', [colleagues])
  await openDesk(page, '?view=people')
  const row = page.getByRole('list', { name: peopleWords.list }).getByRole('listitem').filter({ hasText: colleagues[2] ?? '' })
  await row.getByRole('button', { name: peopleWords.makeLead.named(colleagues[2] ?? '') }).click()
  await row.getByRole('button', { name: peopleWords.makeLead.confirm, exact: true }).click()
  const refusal = row.getByRole('status').getByText(refusalWords.unconfirmed ?? '')
  await expect(refusal).toBeInViewport({ ratio: 1 })
  expect(await findings(page)).toEqual([])
  for (const each of [email, ...colleagues]) await removeStaff(database, each)
})

test('what is for leads is shown to nobody else', async ({ page, email, database, dataFolder, expectedErrors }) => {
  expectedErrors.push(refusedAnswer)
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page, '?view=people')
  await expect(heading(page, peopleWords.heading)).toBeVisible()
  await expect(page.getByText(deskConnection.notALead)).toBeVisible()
  await expect(page.getByRole('link', { name: deskFrame.views.people })).toHaveCount(0)
  await openDesk(page, '?view=export')
  await expect(page.getByRole('heading', { name: purgeWords.heading })).toHaveCount(0)
})

for (const width of [375, 1440]) {
  test(`search, export, log and people keep nobody out at ${width} pixels`, async ({ page, email, database, dataFolder }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    await startAsStaff(page, { email, database, dataFolder }, 'lead')
    for (const view of ['find', 'export', 'log', 'people'] as const) {
      await openDesk(page, `?view=${view}`)
      await expect(heading(page, deskFrame.views[view])).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
      expect(await findings(page), view).toEqual([])
      expect(await isTooWide(page), view).toBe(false)
    }
    await removeStaff(database, email)
  })
}
