import type { Browser, BrowserContext, Page } from '@playwright/test'
import { fetchedAhead, openBrowser, openPage, phone, ready, timeToAnswer, visit } from '../browsing.ts'
import { type BuiltPage, readBuiltPages } from '../built-pages.ts'
import { type Control, controls } from '../controls.ts'
import { type Line, type Measurement, outcomeOf } from '../measurement.ts'
import { percentile } from '../percentile.ts'

const rounds = 3
const maxMs = 300
const throttling = { cpuSlowdown: 4, slow4g: true }

/** A first visit, touched once the page is idle; or a later one, with the app's files in the cache, touched right after loading. */
const cacheStates = ['first visit', 'files in the cache'] as const
type CacheState = (typeof cacheStates)[number]

interface Touch {
  page: BuiltPage
  control: Control
  cacheState: CacheState
  takenMs: number
}

/**
 * On the simulated phone: the time from the first touch, which starts the app, to the frame that shows the touched
 * control's response, for every kind of control on every public page.
 */
export const firstTouch: Measurement = async ({ origin, distFolder }) => {
  const pages = (await readBuiltPages(distFolder)).filter(({ isPublic }) => isPublic)
  const browser = await openBrowser()
  try {
    const touches: Touch[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const page of pages) touches.push(...(await touchAll(browser, origin, page)))
    }
    const kinds = controls.flatMap(({ what }) => cacheStates.map((cacheState) => ({ what, cacheState })))
    return [
      ...kinds.map(({ what, cacheState }) =>
        line(what, cacheState, touches.filter((touch) => touch.control.what === what && touch.cacheState === cacheState)),
      ),
      ...cacheStates.map((cacheState) => line('any control', cacheState, touches.filter((touch) => touch.cacheState === cacheState))),
    ]
  } finally {
    await browser.close()
  }
}

function line(what: string, cacheState: CacheState, touches: Touch[]): Line {
  const takenMs = touches.map((touch) => touch.takenMs)
  const p75Ms = percentile(takenMs, 75)
  const pages = new Set(touches.map(({ page }) => page.path)).size
  return {
    what: `First touch of ${what} on ${pages} ${pages === 1 ? 'page' : 'pages'}, ${cacheState}`,
    measured: `75 in 100 within ${p75Ms.toFixed(0)} ms, half within ${percentile(takenMs, 50).toFixed(0)} ms`,
    goal: `75 in 100 within ${maxMs} ms`,
    outcome: outcomeOf(p75Ms <= maxMs),
  }
}

async function touchAll(browser: Browser, origin: string, page: BuiltPage): Promise<Touch[]> {
  const touches: Touch[] = []
  for (const control of await controlsOf(browser, origin, page)) {
    for (const cacheState of cacheStates) {
      touches.push({ page, control, cacheState, takenMs: await touchOnce(browser, origin, page, control, cacheState) })
    }
  }
  return touches
}

async function controlsOf(browser: Browser, origin: string, { path }: BuiltPage): Promise<Control[]> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    await visit(page, origin + path)
    const present = await page.evaluate((all) => all.map(({ selector }) => document.querySelector(selector) !== null), controls)
    return controls.filter((_, place) => present[place])
  } finally {
    await context.close()
  }
}

async function touchOnce(browser: Browser, origin: string, { path, scripts }: BuiltPage, control: Control, cacheState: CacheState): Promise<number> {
  const context = await browser.newContext(phone)
  try {
    const url = origin + path
    if (cacheState === 'files in the cache') await fillCache(context, url)
    const page = await openPage(context, throttling)
    await page.addInitScript(hideScrolling)
    await visit(page, url)
    if (cacheState === 'first visit') await fetchedAhead(page, scripts)
    const place = await bringIntoSight(page, control)
    const answered = timeToAnswer(page, 'touchstart', control.answer, control.value)
    await page.touchscreen.tap(place.x, place.y)
    return await answered
  } finally {
    await context.close()
  }
}

async function fillCache(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await visit(page, url)
  await page.touchscreen.tap(1, 1)
  await ready(page)
  await page.close()
}

/** Scrolling counts as an intent too; here the touch has to be the first. */
function hideScrolling(): void {
  addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true })
}

/** Scrolls a control into view and returns its centre. */
async function bringIntoSight(page: Page, { selector, chosen }: Control): Promise<{ x: number; y: number }> {
  if (chosen) await page.locator(chosen).first().evaluate((input) => Object.assign(input, { checked: true }))
  const control = page.locator(selector).first()
  await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await control.boundingBox()
  if (!box || (await page.locator('html[data-app]').count())) throw new Error(`${selector} is not to be touched first`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
