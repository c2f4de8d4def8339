import { appendFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { Hono } from 'hono'
import { type Listener, listen } from '../../../server/http/listen.ts'
import { loadStaticSite } from '../../../server/static/static-site.ts'
import { expect, test as base } from '../fixtures.ts'

/** Serves the built site with something appended to the file whose name begins so. */
const test = base.extend<{ serveAltered: (name: string, addition: string) => Promise<string> }>({
  serveAltered: async ({ siteFolder }, use) => {
    const folders: string[] = []
    const listeners: Listener[] = []
    await use(async (name, addition) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'altered-'))
      folders.push(folder)
      await cp(siteFolder, folder, { recursive: true })
      const [file] = (await readdir(path.join(folder, 'assets'))).filter((each) => new RegExp(`^${name}-[\\w-]{7}\\.(js|css)$`).test(each))
      await appendFile(path.join(folder, 'assets', file ?? 'none'), addition)
      const listener = await listen(new Hono(), '127.0.0.1', 0, 'PORT', { site: await loadStaticSite(folder, '/') })
      listeners.push(listener)
      return listener.origin
    })
    await Promise.all(listeners.map((listener) => listener.close()))
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  },
})

const script = ';document.documentElement.dataset.altered = "yes"'
const appState = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }))

/** Opens a page, gives a first sign, and waits until the app has started or said why it does not. */
async function tryToStart(page: Page, address: string): Promise<void> {
  const refused = page.waitForEvent('console', (message) => message.type() === 'error')
  const started = page.locator('html[data-app=ready]').waitFor({ state: 'attached' })
  await page.goto(address, { waitUntil: 'load' })
  await Promise.race([refused, started])
}

test('the app starts from the files that were built', async ({ page, serveAltered }) => {
  await page.goto(await serveAltered('no-script', ' '), { waitUntil: 'load' })
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready')
})

for (const name of ['frame', 'home', 'app']) {
  test(`a page whose script ${name} was altered stays a page`, async ({ page, serveAltered, expectedErrors }) => {
    expectedErrors.push(/./)
    await tryToStart(page, await serveAltered(name, script))
    await expect(page.locator('h1')).toBeVisible()
    expect(await appState(page)).toEqual({})
  })
}

test('the script of another page that was altered is not run: the browser opens the page itself', async ({ page, serveAltered, expectedErrors }) => {
  expectedErrors.push(/./)
  const origin = await serveAltered('about', script)
  await page.goto(`${origin}/legal/terms`, { waitUntil: 'load' })
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready')
  await page.locator('a[href="/about"]').last().click()
  await expect(page).toHaveURL(`${origin}/about`)
  await expect(page.locator('h1')).toBeVisible()
  expect(await appState(page)).toEqual({})
})
