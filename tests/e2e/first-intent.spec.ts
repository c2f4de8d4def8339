import type { Page } from '@playwright/test'
import type { AppFiles } from '../../app/shell/app-files.ts'
import { aboutPage } from '../../content/about.ts'
import { wholeChromium } from '../helpers/chromium-flags.ts'
import { expect, test } from './fixtures.ts'
import { homeHeading, newestArticle } from './site-words.ts'

test.use({ ...wholeChromium, attended: false })

const scripts = '**/assets/*.js'
const ready = (page: Page) => page.locator('html[data-app=ready]')

/** Opens a page as it is served: what wakes the app is left to the test. */
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'load' })

/** Keeps the app's files back until the returned function is called. */
async function keepBack(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Resolves when the page has what the app needs: its scripts and the whole style sheet. */
async function fetchedAhead(page: Page): Promise<void> {
  const listName = await page.locator('script[data-files]').getAttribute('data-files')
  const list: AppFiles = await (await page.request.get(`./assets/files-${listName}.json`)).json()
  const needed = (list[new URL(page.url()).pathname] ?? list['*']).map(([href]) => href)
  await page.waitForFunction((addresses) => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    return addresses.every((address) => fetched.includes(address))
  }, needed)
}

test('a page at rest fetches what the app needs, runs none of it and stays as it was served', async ({ page }) => {
  await page.coverage.startJSCoverage()
  await open(page, './')
  await fetchedAhead(page)
  await expect(page.locator('link[rel=modulepreload]')).not.toHaveCount(0)
  await expect(ready(page)).toHaveCount(0)
  const run = (await page.coverage.stopJSCoverage()).map(({ url }) => url)
  expect(run.filter((url) => url.includes('/assets/'))).toEqual([])
})

test('the first press of a page at rest needs no line', async ({ page, context, expectedErrors }) => {
  // What the app fetches for the pages to come.
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await open(page, './assessment')
  await fetchedAhead(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Get My Recommendation' }).click()
  await expect(page.getByText('Please answer at least 2 questions to get an accurate recommendation.')).toBeVisible()
})

for (const [line, connection] of [
  ['2g', { effectiveType: '2g' }],
  ['slow 2g', { effectiveType: 'slow-2g' }],
  ['saved data', { saveData: true, effectiveType: '4g' }],
] as const) {
  test(`nothing is fetched ahead over ${line}`, async ({ page }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
    await page.clock.install()
    const fetched: string[] = []
    page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(request.url()))
    await open(page, './')
    await page.clock.runFor(60_000)
    await page.waitForLoadState('networkidle')
    expect(fetched).toEqual([])
  })
}

test('nothing is fetched ahead while the page is still being loaded', async ({ page }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.svg', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.clock.install()
  const fetched: string[] = []
  page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(request.url()))
  await page.goto('./blog', { waitUntil: 'domcontentloaded' })
  await page.clock.runFor(60_000)
  expect(fetched).toEqual([])
  released.resolve()
  await page.waitForLoadState('load')
  await page.clock.runFor(60_000)
  await expect.poll(() => fetched.length).toBeGreaterThan(2)
})

for (const [intent, act] of [
  ['pointing', (page: Page) => page.mouse.move(40, 40)],
  ['scrolling', (page: Page) => page.evaluate(() => scrollTo(0, 400))],
  ['a key', (page: Page) => page.keyboard.press('Tab')],
  ['the focus', (page: Page) => page.getByRole('link', { name: 'About' }).first().focus()],
] as const) {
  test(`${intent} wakes the app, once`, async ({ page }) => {
    await open(page, './blog')
    await act(page)
    await expect(ready(page)).toHaveCount(1)
    await expect(page.locator('head > link[rel=stylesheet]')).toHaveCount(1)
    await page.mouse.move(80, 80)
    expect(await page.locator('html[data-app]').count()).toBe(1)
  })
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 812 } })

  test('a touch wakes the app', async ({ page }) => {
    await open(page, './blog')
    await page.touchscreen.tap(20, 300)
    await expect(ready(page)).toHaveCount(1)
  })
})

test('pages that are nothing without the app do not wait for anybody', async ({ page }) => {
  await open(page, './onboarding-success')
  await expect(ready(page)).toHaveCount(1)
})

test('what a visit has left in the tab brings the app at once', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('assessment-inputs', '{}'))
  await open(page, './assessment')
  await expect(ready(page)).toHaveCount(1)
})

test('to save data, the app waits for more than a moving pointer', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const loaded: string[] = []
  page.on('request', (request) => ['fetch', 'script'].includes(request.resourceType()) && loaded.push(request.url()))
  await open(page, './blog')
  await page.mouse.move(40, 40)
  await page.evaluate(() => scrollTo(0, 400))
  await page.waitForLoadState('networkidle')
  expect(loaded).toEqual([])
  await page.mouse.click(5, 300)
  await expect(ready(page)).toHaveCount(1)
})

test('a press that comes by no pointer and no key wakes the app too', async ({ page }) => {
  await open(page, './assessment')
  await page.getByRole('button', { name: 'Get My Recommendation' }).evaluate((button: HTMLElement) => button.click())
  await expect(page.getByText('Please answer at least 2 questions to get an accurate recommendation.')).toBeVisible()
})

test('the plus button counts before the app is there, and the app goes on from there', async ({ page }) => {
  const release = await keepBack(page)
  await open(page, './assessment')
  const more = page.getByRole('button', { name: 'One more negative account' })
  const field = page.locator('[name=negativeAccounts]')
  await more.click()
  await expect(field).toHaveValue('1')
  await more.click()
  await expect(field).toHaveValue('2')
  await expect(ready(page)).toHaveCount(0)
  release()
  await expect(page.getByText('1 answered')).toBeVisible()
  await expect(field).toHaveValue('2')
  await more.click()
  await expect(field).toHaveValue('3')
  await page.getByRole('button', { name: 'One negative account less' }).click()
  await expect(field).toHaveValue('2')
})

test('an app that a lost connection kept away comes at the next sign of somebody, to the same document', async ({ page, expectedErrors }) => {
  expectedErrors.push(/./)
  // All but the first of its files, which would be enough to spoil an import.
  await page.route('**/assets/frame-*.js', (route) => route.abort())
  await open(page, './assessment')
  await page.locator('[name=bankruptcy]').check()
  await page.waitForLoadState('networkidle')
  await expect(ready(page)).toHaveCount(0)
  await page.unroute('**/assets/frame-*.js')
  await page.mouse.move(60, 60)
  await expect(ready(page)).toHaveCount(1)
  await expect(page.getByText('1 answered')).toBeVisible()
})

test('a page that the app failed to fetch is opened by the browser', async ({ page, expectedErrors }) => {
  expectedErrors.push(/./)
  await open(page, './')
  await page.mouse.move(40, 40)
  await expect(ready(page)).toHaveCount(1)
  await page.route('**/assets/about-*.js', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).hover()
  await page.waitForLoadState('networkidle')
  await page.unroute('**/assets/about-*.js')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(aboutPage.heading)
  await page.mouse.move(60, 60)
  await expect(ready(page)).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(homeHeading)
})

test('the date of a legal text is there before the app, and the same with it', async ({ page }) => {
  await open(page, './legal/terms')
  const date = page.getByText(/^Last Updated:? [A-Z][a-z]+ \d{1,2}, \d{4}$/)
  await expect(date).toBeVisible()
  const before = await date.textContent()
  await page.mouse.move(40, 40)
  await expect(ready(page)).toHaveCount(1)
  await expect(date).toHaveText(before ?? '')
})

/** Keeps how everything that is seen is drawn, or says what has changed since. */
const appearance = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    // What an animation or a transition is about to change says nothing of the style sheet, nor do unused properties.
    const names = [...getComputedStyle(document.body)].filter((name) => !/^(--|animation|transition|view-transition|will-change)/.test(name))
    const seen = [...document.querySelectorAll('body, #root *')].filter((element) => element.checkVisibility())
    const lines = seen.flatMap((element) =>
      ['', '::before', '::after'].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        if (pseudo && style.content === 'none') return []
        const place = `${element.tagName}.${element.getAttribute('class')}${pseudo} ${element.textContent.slice(0, 20)}`
        return names.map((name) => `${place} { ${name}: ${style.getPropertyValue(name)} }`)
      }),
    )
    const kept: unknown = Reflect.get(globalThis, 'keptLines')
    const keptLines: unknown[] = Array.isArray(kept) ? kept : lines
    Object.assign(globalThis, { keptLines: lines })
    return lines.length === keptLines.length ? lines.filter((line, index) => line !== keptLines[index]) : ['more or less is seen']
  })

for (const width of [375, 1440]) {
  test(`waking changes nothing that is seen at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const address of ['./', './about', './blog', './signup', './credit-score-calculator', './assessment', './legal/terms', `./${newestArticle}`]) {
      await open(page, address)
      await appearance(page)
      await page.evaluate(() => dispatchEvent(new Event('pointermove')))
      await expect(ready(page)).toHaveCount(1)
      expect(await appearance(page), address).toEqual([])
    }
  })
}
