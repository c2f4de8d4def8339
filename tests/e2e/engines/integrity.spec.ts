import type { Page } from '@playwright/test'
import type { TestProxy } from '../../helpers/test-proxy.ts'
import { expect } from '../fixtures.ts'
import { test } from './fixtures.ts'

// Somebody between the site and its visitor alters a file on its way: nothing of it may run or be seen.

test.use({ attended: false })
test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/./))

const mark = ';document.documentElement.dataset.altered = "yes";'
const ready = (page: Page) => page.locator('html[data-app=ready]')
const untouched = (page: Page) => expect(page.locator('html')).not.toHaveAttribute('data-altered')

async function giveSign(page: Page): Promise<void> {
  await page.mouse.move(40, 400)
  await page.mouse.move(60, 500)
}

/** Each sign of somebody begins anew what was refused, so a file that is asked for again and again has been refused. */
async function expectRefused(page: Page, proxy: TestProxy, pattern: RegExp): Promise<void> {
  await expect(async () => {
    await giveSign(page)
    expect(proxy.asked.filter((path) => pattern.test(path)).length).toBeGreaterThan(3)
  }).toPass()
  await expect(ready(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await untouched(page)
}

async function expectApp(page: Page): Promise<void> {
  await expect(async () => {
    await giveSign(page)
    await expect(ready(page)).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await untouched(page)
}

for (const [what, pattern, addition] of [
  ['the script that starts its app', /\/assets\/app-[^/]*\.js$/, mark],
  ['the script of all pages', /\/assets\/frame-[^/]*\.js$/, mark],
  ['its own script', /\/assets\/home-[^/]*\.js$/, mark],
  ['the list of files', /\/assets\/[^/]*\.json$/, ' '],
  ['the style sheet', /\/assets\/frame-[^/]*\.css$/, 'h1 { display: none }'],
] as const) {
  test(`a page of which ${what} was altered stays as it was served, until the file is right`, async ({ page, testProxy }) => {
    const mend = testProxy.alter(pattern, addition)
    await page.goto('./', { waitUntil: 'load' })
    await expectRefused(page, testProxy, pattern)
    mend()
    await expectApp(page)
  })
}

test('the script that receives the link of an e-mail does not run where it was altered', async ({ page, testProxy }) => {
  const pattern = /\/assets\/landing-[^/]*\.js$/
  testProxy.alter(pattern, mark)
  await page.goto('./?code=12345678-1234-1234-1234-123456789012', { waitUntil: 'load' })
  await expectRefused(page, testProxy, pattern)
})

test('the script of another page does not run where it was altered: the browser opens that page', async ({ page, testProxy }) => {
  testProxy.alter(/\/assets\/about-[^/]*\.js$/, mark)
  await page.goto('./legal/terms', { waitUntil: 'load' })
  await expectApp(page)
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBeUndefined()
  await untouched(page)
})

// The app asks for a script with its hash; the browser then imports what it has kept. Where it may keep nothing, it asks
// once more.
for (const name of ['app', 'frame', 'home']) {
  test(`${name} that is right when it is fetched and altered when it is imported does not run`, async ({ page, testProxy }, { project }) => {
    test.skip(project.name === 'webkit', 'WebKit compares what is fetched, not what is imported')
    const pattern = new RegExp(`/assets/${name}-[^/]*\\.js$`)
    testProxy.alter(pattern, mark, 2)
    await page.goto('./', { waitUntil: 'load' })
    await giveSign(page)
    await expect.poll(() => testProxy.asked.filter((path) => pattern.test(path)).length).toBeGreaterThan(1)
    await page.waitForLoadState('networkidle')
    await untouched(page)
  })
}
