import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { budget, checkBudget, checkDesk, type PageWeight, type WeighedPage } from './budget.ts'

const page: WeighedPage = { file: 'about/index.html', html: '', hydrate: undefined }
const atMost: PageWeight = {
  file: page.file,
  page: budget.page,
  boot: budget.boot,
  beforeIntent: budget.beforeIntent.others,
  scripts: budget.scripts.public,
  scriptSizes: new Map([['frame', budget.scripts.public]]),
}

test('a page may weigh as much as its budget', async () => {
  await expect(checkBudget([atMost], [page], 'keep')).resolves.toBeUndefined()
})

test.each(['page', 'boot', 'beforeIntent', 'scripts'] as const)('a byte more of %s is told, with a table', async (name) => {
  const weight = { ...atMost, [name]: atMost[name] + 1 }
  const told = await checkBudget([weight], [page], 'keep')
  expect(told).toMatch(new RegExp(`about/index\\.html +${name} +${atMost[name] + 1} of at most ${atMost[name]}`))
  expect(told).toMatch(/ {2}frame +90000 {2}\+\d+/)
})

test('home and the pages that work with the backend have budgets of their own', async () => {
  const home = { ...atMost, file: 'index.html', beforeIntent: budget.beforeIntent.home }
  await expect(checkBudget([home], [{ ...page, file: 'index.html' }], 'keep')).resolves.toBeUndefined()
  const auth = { ...atMost, scripts: budget.scripts.withBackend }
  await expect(checkBudget([auth], [{ ...page, hydrate: 'on-load' }], 'keep')).resolves.toBeUndefined()
  const account = { ...atMost, file: 'account/index.html', scripts: budget.scripts.account }
  await expect(checkBudget([account], [{ ...page, file: account.file }], 'keep')).resolves.toBeUndefined()
})

test('the script of the desk has a budget, too', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'budget-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = randomBytes(budget.desk + 1)
  const desk = { file: 'desk/index.html', script: 'desk.js' }
  await writeFile(path.join(folder, desk.script), script)
  await expect(checkDesk(folder, desk)).resolves.toMatch(new RegExp(`^desk/index\\.html .* ${budget.desk + 1} .* ${budget.desk}`))
  await writeFile(path.join(folder, desk.script), script.subarray(1))
  await expect(checkDesk(folder, desk)).resolves.toBeUndefined()
})
