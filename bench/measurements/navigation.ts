import type { Browser } from '@playwright/test'
import { type BuiltPage, readBuiltPages } from '../built-pages.ts'
import { fetched, openBrowser, openPage, ready, timeToAnswer, visit } from '../browsing.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'

const rounds = 3
const walk = ['/credit-score-calculator', '/about', '/blog', '/legal/terms', '/', '/signup']
const lines = [
  { what: 'A click to another page', slow4g: false, maxMs: 50 },
  { what: 'A click to another page, slow 4G', slow4g: true, maxMs: 60 },
]

/** The time from a click on a visible link, whose page is prefetched, to the first frame with that page's heading. */
export const navigation: Measurement = async ({ origin, distFolder }) => {
  const pages = await readBuiltPages(distFolder)
  const browser = await openBrowser()
  try {
    const takenMs: number[][] = lines.map(() => [])
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, { slow4g }] of lines.entries()) {
        takenMs[place]?.push(...(await walkOnce(browser, origin, pages, slow4g)))
      }
    }
    return lines.map(({ what, maxMs }, place) => {
      const middleMs = median(takenMs[place] ?? [])
      const slowestMs = Math.max(...(takenMs[place] ?? []))
      return {
        what,
        measured: `shown after ${middleMs.toFixed(0)} ms, ${slowestMs.toFixed(0)} ms at most`,
        goal: `within ${maxMs} ms`,
        outcome: outcomeOf(middleMs <= maxMs),
      }
    })
  } finally {
    await browser.close()
  }
}

async function walkOnce(browser: Browser, origin: string, pages: BuiltPage[], slow4g: boolean): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await openPage(context, { slow4g })
    await visit(page, `${origin}/`)
    await page.mouse.move(1, 1)
    await ready(page)
    const takenMs: number[] = []
    for (const path of walk) {
      const link = page.locator(`a[href="${path}"]:visible`).last()
      await link.scrollIntoViewIfNeeded()
      await fetched(page, pages.find((each) => each.path === path)?.scripts ?? [])
      await page.locator('h1').evaluate((heading) => heading.setAttribute('data-before', ''))
      const shown = timeToAnswer(page, 'click', 'h1:not([data-before])')
      await link.click()
      takenMs.push(await shown)
    }
    return takenMs
  } finally {
    await context.close()
  }
}
