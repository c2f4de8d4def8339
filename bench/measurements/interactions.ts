import type { Browser } from '@playwright/test'
import { openBrowser, openPage, phone, ready, visit } from '../browsing.ts'
import { type Line, type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'

const rounds = 3
const maxMs = 200
const throttling = { cpuSlowdown: 4, slow4g: true }

interface Journey {
  what: string
  path: string
  /** Touched one after the other; of each, the first match on the page. */
  selectors: string[]
}

const choice = (name: string) => `label:has([name=${name}])`

const journeys: Journey[] = [
  {
    what: 'the questionnaire at home',
    path: '/',
    selectors: [
      '.help button', choice('latePayments'), choice('derogatories'), 'button[data-plus]', choice('bankruptcy'),
      '.actions .btn:not([type])', '.faq summary', '.actions [type=reset]', '.menu summary', '.menu-panel a[href="/credit-score-calculator"]',
    ],
  },
  {
    what: 'the score calculator',
    path: '/credit-score-calculator',
    selectors: [
      ...['paymentHistory', 'derogatory', 'utilization', 'accountAge', 'inquiries', 'accountMix'].map(choice),
      '.actions .btn:not([type])', '.help button', '.actions [type=reset]', '.foot a[href="/about"]',
    ],
  },
]

/**
 * On the simulated phone: the slowest interaction of a journey by the Event Timing API, from the touch to the next frame.
 * The first touch of each journey starts the app.
 */
export const interactions: Measurement = async ({ origin }) => {
  const browser = await openBrowser()
  try {
    const lines: Line[] = []
    for (const journey of journeys) {
      const slowestMs: number[] = []
      for (let round = 0; round < rounds; round += 1) slowestMs.push(await slowestTouch(browser, origin, journey))
      lines.push(line(journey, slowestMs))
    }
    return lines
  } finally {
    await browser.close()
  }
}

function line({ what, selectors }: Journey, slowestMs: number[]): Line {
  const middleMs = median(slowestMs)
  return {
    what: `The slowest of ${selectors.length} touches in ${what}`,
    measured: `${middleMs.toFixed(0)} ms to the next frame, ${Math.max(...slowestMs).toFixed(0)} ms at most`,
    goal: `at most ${maxMs} ms`,
    outcome: outcomeOf(middleMs <= maxMs),
  }
}

async function slowestTouch(browser: Browser, origin: string, { path, selectors }: Journey): Promise<number> {
  const context = await browser.newContext(phone)
  try {
    const page = await openPage(context, throttling)
    await page.addInitScript(keepDurations)
    await visit(page, origin + path)
    for (const [place, selector] of selectors.entries()) {
      await page.locator(selector).first().tap()
      if (place === 0) await ready(page)
    }
    // The observer is notified of a touch after its frame.
    return await page.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(Math.max(...globalThis.touchDurationsMs))))),
    )
  } finally {
    await context.close()
  }
}

declare global {
  var touchDurationsMs: number[]
}

function keepDurations(): void {
  globalThis.touchDurationsMs = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry instanceof PerformanceEventTiming && entry.interactionId) globalThis.touchDurationsMs.push(entry.duration)
    }
  })
  // durationThreshold, in milliseconds, is missing from TypeScript's library: https://w3c.github.io/event-timing/
  const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16, buffered: true }
  observer.observe(options)
}
