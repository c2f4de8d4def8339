import type { Browser, Page } from '@playwright/test'
import { openBrowser, openPage, phone, ready, timeToAnswer, visit } from '../browsing.ts'
import { type Line, type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'

const rounds = 5
const mostMs = 300
const slowness = { processor: 4, slow4g: true }

interface Control {
  what: string
  path: string
  selector: string
  /** Matches once the control has answered. */
  answer: string
  /** What it then holds. */
  value?: string
}

const forApp: Control[] = [
  {
    what: 'a help button of the score calculator',
    path: '/credit-score-calculator',
    selector: '.help button',
    answer: '.help button:focus + [role=tooltip]',
  },
  {
    what: 'the plus button of the questionnaire at home',
    path: '/',
    selector: 'button[aria-label="One more negative account"]',
    answer: '[name=negativeAccounts]',
    value: '1',
  },
]
const native: Control = {
  what: 'a radio button of the score calculator, which needs no script',
  path: '/credit-score-calculator',
  selector: '.chips label',
  answer: '.chips input:checked',
}

/**
 * On the simulated phone, from the first touch of a page, which brings the app, to the frame in which the touched control
 * has answered: on a first visit, and with the app's files in the browser's cache.
 */
export const firstTouch: Measurement = async ({ origin }) => {
  const browser = await openBrowser()
  try {
    const lines: Line[] = []
    for (const control of [...forApp, native]) lines.push(await touchLine(browser, origin, control, 'first visit'))
    for (const control of forApp) lines.push(await touchLine(browser, origin, control, 'files in the cache'))
    return lines
  } finally {
    await browser.close()
  }
}

type Visit = 'first visit' | 'files in the cache'

async function touchLine(browser: Browser, origin: string, control: Control, visitKind: Visit): Promise<Line> {
  const takenMs: number[] = []
  for (let round = 0; round < rounds; round += 1) takenMs.push(await touchOnce(browser, origin, control, visitKind))
  const middleMs = median(takenMs)
  return {
    what: `First touch of ${control.what}, ${visitKind}`,
    measured: `${middleMs.toFixed(0)} ms`,
    goal: `at most ${mostMs} ms`,
    outcome: outcomeOf(middleMs <= mostMs),
  }
}

async function touchOnce(browser: Browser, origin: string, control: Control, visitKind: Visit): Promise<number> {
  const context = await browser.newContext(phone)
  try {
    const url = origin + control.path
    if (visitKind === 'files in the cache') {
      const earlier = await context.newPage()
      await visit(earlier, url)
      await earlier.touchscreen.tap(1, 1)
      await ready(earlier)
      await earlier.close()
    }
    const page = await openPage(context, slowness)
    await page.addInitScript(hideScrolling)
    await visit(page, url)
    const place = await bringIntoSight(page, control.selector)
    const answered = timeToAnswer(page, 'touchstart', control.answer, control.value)
    await page.touchscreen.tap(place.x, place.y)
    return await answered
  } finally {
    await context.close()
  }
}

/** Scrolling is a sign of somebody too; here the touch is to be the first. */
function hideScrolling(): void {
  addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true })
}

/** Where the middle of a control then is. */
async function bringIntoSight(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const control = page.locator(selector).first()
  await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await control.boundingBox()
  if (!box || (await page.locator('html[data-app]').count())) throw new Error(`${selector} is not to be touched first`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
