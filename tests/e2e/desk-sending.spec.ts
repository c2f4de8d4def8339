import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { toStandIn } from '../../content/desk/standing.ts'
import { chartWords, queueWords, sendingWords } from '../../content/desk/today.ts'
import { superuserUrl } from '../../server/postgres/embedded.ts'
import { openGatewayFixture } from '../helpers/running-gateway.ts'
import { findings } from './accessibility.ts'
import { addForm, stateOf } from './desk-forms.ts'
import { openDesk, startAsStaff } from './desk-page.ts'
import { expect, test as base } from './fixtures.ts'

/** A gateway of one's own, with a database in the same PostgreSQL: whoever pauses all sending pauses it for everybody there. */
const test = base.extend<{ databaseUrl: string; ownFolder: string }>({
  ownFolder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'paused-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  databaseUrl: async ({ dataFolder }, use) => {
    const shared = await superuserUrl(dataFolder)
    const administrator = new Client({ connectionString: shared })
    await administrator.connect()
    const name = `paused_${randomBytes(6).toString('hex')}`
    await administrator.query(`create database ${name}`)
    const url = new URL(shared)
    url.pathname = name
    await use(url.href)
    await administrator.query(`drop database ${name} with (force)`)
    await administrator.end()
  },
  database: async ({ databaseUrl }, use) => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await use(client)
    await client.end()
  },
  baseURL: async ({ databaseUrl, ownFolder, siteFolder }, use) => {
    const fixture = await openGatewayFixture()
    const { url } = await fixture.start({ DATABASE_URL: databaseUrl, DATA_DIR: ownFolder, DIST_DIR: siteFolder })
    await use(`${url}/`)
    await fixture.close()
  },
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const sending = (page: Page) => page.getByRole('region', { name: sendingWords.heading })
const heldNotice = (page: Page, because: keyof typeof sendingWords.held) =>
  page.getByText(new RegExp(sendingWords.held[because]('WHEN').replace('WHEN', '.*').replaceAll('.', String.raw`\.`).replace(String.raw`\.*`, '.*')))

/** Presses a button and then what it asks back. */
async function decide(page: Page, { open, confirm }: { open: string; confirm: string }): Promise<void> {
  await sending(page).getByRole('button', { name: open, exact: true }).click()
  expect(await findings(page)).toEqual([])
  await sending(page).getByRole('button', { name: confirm, exact: true }).click()
}

test('all sending is paused and resumed, and what only the stand-in of a trial took counts nowhere as arrived', async ({ page, email, database, ownFolder }) => {
  test.slow()
  await startAsStaff(page, { email, database, dataFolder: ownFolder })
  await openDesk(page)
  await expect(sending(page).getByText(sendingWords.never)).toBeVisible()
  await decide(page, sendingWords.hold)
  await expect(sending(page).getByText(sendingWords.hold.done)).toBeVisible()
  await expect(heldNotice(page, 'by-hand')).toBeVisible()
  const id = await addForm(database, { values: { firstName: 'Anna' }, state: 'queued' })
  await expect(sending(page).getByText(sendingWords.waiting(1, 'less than a minute'))).toBeVisible()
  await decide(page, sendingWords.release)
  await expect(sending(page).getByText(sendingWords.released(0, 1))).toBeVisible()
  await expect(heldNotice(page, 'by-hand')).toHaveCount(0)
  // It goes where the forms of a trial go.
  await expect.poll(() => stateOf(database, id), { timeout: 30_000 }).toBe('delivered')
  await expect(sending(page).getByText(/nothing reaches DisputeFox/)).toBeVisible()
  await expect(page.getByText(chartWords.summary(0, 0, 0, 1)).or(page.getByRole('img', { name: chartWords.summary(0, 0, 0, 1) }))).toBeVisible()
  expect(await findings(page)).toEqual([])
  await openDesk(page, '?view=find')
  const sentence = toStandIn.sentence('').split(' on ')[0] ?? ''
  await expect(page.getByRole('link', { name: /Anna/ }).getByText(sentence)).toBeVisible()
  await openDesk(page, `?view=form&id=${id}`)
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText(/Attempt 1 to send it: .* not to DisputeFox/)).toBeVisible()
  const { rows } = await database.query('select staff, action from staff_log order by id')
  expect(rows).toEqual([{ staff: email, action: 'hold' }, { staff: email, action: 'release' }])
})

test('after a backup was restored, what waited in it is looked at first, and stands with what needs a decision', async ({ page, email, database, ownFolder }) => {
  await startAsStaff(page, { email, database, dataFolder: ownFolder })
  // It waited when the backup was restored.
  await database.query(`select hold_deliveries('by-hand')`)
  const id = await addForm(database, { values: { firstName: 'Anna', lastName: 'Fields' }, state: 'queued' })
  await database.query(`update public.delivery_pace set (held_because, held_since) = ('restored', clock_timestamp())`)
  await openDesk(page)
  await expect(heldNotice(page, 'restored')).toBeVisible()
  await expect(sending(page).getByRole('button', { name: sendingWords.releaseRestored.open })).toBeVisible()
  await decide(page, sendingWords.releaseToPerson)
  await expect(sending(page).getByText(sendingWords.released(1, 0))).toBeVisible()
  await expect(page.getByRole('region', { name: queueWords.heading }).getByRole('article', { name: 'Anna Fields' })).toBeVisible()
  expect(await stateOf(database, id)).toBe('needs_review')
})
