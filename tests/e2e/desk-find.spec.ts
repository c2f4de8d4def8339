import { deskFrame } from '../../content/desk/frame.ts'
import { filterWords } from '../../content/desk/filters.ts'
import { findWords } from '../../content/desk/find.ts'
import { formWords } from '../../content/desk/form.ts'
import { standingWords } from '../../content/desk/standing.ts'
import { todayWords } from '../../content/desk/today.ts'
import { findings } from './accessibility.ts'
import { addForm, isTooWide, keptBy } from './desk-forms.ts'
import { heading, openDesk, startAsStaff, uniqueName } from './desk-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('on a phone, a caller with a name, a city and the question whether the form arrived is answered', async ({ page, email, database, dataFolder }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const lastName = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addForm(database, { values: { firstName: 'María', lastName, city: 'Elsewhere' }, state: 'queued' })
  const id = await addForm(database, { values: { firstName: 'María', lastName, city: 'Bloomington' }, state: 'delivered' })
  await openDesk(page)
  await page.getByRole('link', { name: deskFrame.views.find }).click()
  await page.getByRole('searchbox').fill(`${lastName} bloomington maria`)
  const row = page.getByRole('link', { name: new RegExp(`María ${lastName}.*Bloomington`) })
  await expect(row).toHaveCount(1)
  const answer = standingWords.delivered.sentence('').replace(/ \.$/, '')
  await expect(row.getByText(answer)).toBeInViewport()
  await expect(page.getByRole('link', { name: /Elsewhere/ })).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  expect(await isTooWide(page)).toBe(false)
  await row.click()
  await expect(heading(page, `María ${lastName}`)).toBeFocused()
  await expect(page.getByText(answer)).toBeInViewport()
  await expect(page).toHaveURL(new RegExp(`view=form&id=${id}$`))
  await page.getByRole('link', { name: formWords.back }).click()
  // What was searched for is still there, and nowhere but in memory.
  await expect(page.getByRole('searchbox')).toHaveValue(`${lastName} bloomington maria`)
  expect(await keptBy(page)).not.toContain(lastName)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('by keyboard alone: slash, letters, arrows, Enter', async ({ page, email, database, dataFolder }) => {
  const lastName = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addForm(database, { values: { firstName: 'Anna', lastName } })
  await addForm(database, { values: { firstName: 'Bella', lastName } })
  await openDesk(page)
  await expect(heading(page, todayWords.heading)).toBeVisible()
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox')
  await expect(field).toBeFocused()
  await page.keyboard.type(`${lastName} /`)
  await expect(field).toHaveValue(`${lastName} /`)
  await page.keyboard.press('Backspace')
  const [first, second] = [page.getByRole('link', { name: `Bella ${lastName}` }), page.getByRole('link', { name: `Anna ${lastName}` })]
  await expect(second).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(second).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page, `Bella ${lastName}`)).toBeFocused()
  await page.goBack()
  await expect(second).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('End')
  await page.keyboard.type(' anna')
  await page.keyboard.press('Enter')
  await expect(heading(page, `Anna ${lastName}`)).toBeFocused()
})

test('the key that works anywhere can be switched off, for good', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page, '?view=find')
  await page.getByLabel(findWords.searchKey).uncheck()
  expect(await findings(page)).toEqual([])
  await openDesk(page)
  await page.keyboard.press('/')
  await page.getByRole('link', { name: deskFrame.views.log }).click()
  await page.keyboard.press('/')
  await expect(heading(page, deskFrame.views.log)).toBeFocused()
  await openDesk(page, '?view=find')
  await page.getByLabel(findWords.searchKey).check()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('days in the wrong order are called so', async ({ page, email, database, dataFolder }) => {
  await startAsStaff(page, { email, database, dataFolder })
  await openDesk(page, '?view=find')
  await page.getByText(findWords.filters(0), { exact: true }).click()
  await page.getByLabel(filterWords.since).fill('2031-03-04')
  await page.getByLabel(filterWords.until).fill('2031-03-03')
  await expect(page.getByLabel(filterWords.until)).toHaveAccessibleDescription(filterWords.backwards)
  expect(await findings(page)).toEqual([])
})

test('an answer that comes too late does not replace a later one', async ({ page, email, database, dataFolder }) => {
  const lastName = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addForm(database, { values: { firstName: 'Anna', lastName } })
  await addForm(database, { values: { firstName: 'Bella', lastName } })
  await openDesk(page, '?view=find')
  await expect(page.getByRole('heading', { name: findWords.newest })).toBeAttached()
  const held = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/staff_find', async (route) => {
    if (route.request().postDataJSON().p_text !== `anna ${lastName}`) return route.continue()
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
    answered.resolve()
  })
  const asked = page.waitForRequest((request) => request.url().endsWith('/staff_find') && request.postDataJSON().p_text === `anna ${lastName}`)
  await page.getByRole('searchbox').fill(`anna ${lastName}`)
  await asked
  await page.getByRole('searchbox').fill(`bella ${lastName}`)
  await expect(page.getByRole('link', { name: `Bella ${lastName}` })).toBeVisible()
  held.resolve()
  await answered.promise
  await expect(page.getByRole('link', { name: `Anna ${lastName}` })).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Bella ${lastName}` })).toBeVisible()
})

test('an arrow that is pressed before the answer goes to its first form', async ({ page, email, database, dataFolder }) => {
  const lastName = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addForm(database, { values: { firstName: 'Anna', lastName } })
  // Among the newest, which stand there until the answer comes.
  await addForm(database, { values: { firstName: 'Bella', lastName: uniqueName() } })
  await openDesk(page, '?view=find')
  await expect(page.getByRole('heading', { name: findWords.newest })).toBeAttached()
  const held = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/staff_find', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('searchbox').fill(lastName)
  const asked = page.waitForRequest((request) => request.url().endsWith('/staff_find') && request.postDataJSON().p_text === lastName)
  await page.keyboard.press('ArrowDown')
  await asked
  await expect(page.getByRole('searchbox')).toBeFocused()
  held.resolve()
  await expect(page.getByRole('link', { name: `Anna ${lastName}` })).toBeFocused()
})

test('filters are remembered for the tab, and more is shown page by page', async ({ page, email, database, dataFolder }) => {
  test.slow()
  const lastName = uniqueName()
  await startAsStaff(page, { email, database, dataFolder })
  await addForm(database, { values: { firstName: 'Other', lastName }, state: 'cancelled' })
  for (let number = 0; number < 25; number += 1) await addForm(database, { values: { firstName: 'Same', lastName }, state: 'delivered' })
  await openDesk(page, '?view=find')
  await page.getByRole('searchbox').fill(lastName)
  await expect(page.getByText(findWords.count(20, 'more'))).toBeVisible()
  await page.getByText(findWords.filters(0), { exact: true }).click()
  await page.getByLabel(filterWords.states.delivered, { exact: true }).check()
  await expect(page.getByText(findWords.filters(1))).toBeVisible()
  await page.getByRole('button', { name: findWords.more }).click()
  await expect(page.getByText(findWords.count(25, 'all'))).toBeVisible()
  await expect(page.getByRole('link', { name: `Other ${lastName}` })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel(filterWords.states.delivered, { exact: true })).toBeChecked()
  await page.getByRole('button', { name: filterWords.clear }).click()
  await page.getByRole('searchbox').fill(`other ${lastName}`)
  await expect(page.getByRole('link', { name: `Other ${lastName}` })).toBeVisible()
  await page.getByRole('searchbox').fill(`${lastName}${lastName}`)
  await expect(page.getByText(findWords.none(0))).toBeVisible()
  expect(await findings(page)).toEqual([])
})
