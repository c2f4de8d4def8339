import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { chromiumFlags } from '../tests/helpers/chromium-flags.ts'

/** What Lighthouse found on one page in one run. */
export interface LighthouseFigures {
  /** Performance, accessibility, best practices, search engines: of 100 each. */
  scores: number[]
  /** First and largest contentful paint, total blocking time. */
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** Everything that was sent, headers among it. */
  bytes: number
  /** Of the script files among it. */
  scriptBytes: number
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const figure = v.object({ numericValue: v.number() })
const request = v.object({ resourceType: v.optional(v.string()), transferSize: v.optional(v.number(), 0) })
const category = v.object({ score: v.number() })
const report = v.object({
  categories: v.object({ performance: category, accessibility: category, 'best-practices': category, seo: category }),
  audits: v.object({
    'first-contentful-paint': figure,
    'largest-contentful-paint': figure,
    'total-blocking-time': figure,
    'cumulative-layout-shift': figure,
    'total-byte-weight': figure,
    'network-requests': v.object({ details: v.object({ items: v.array(request) }) }),
  }),
})

const parameters = [
  '--quiet', '--no-enable-error-reporting', '--disable-full-page-screenshot', '--output=json', '--output-path=stdout',
  `--only-categories=${categories.join(',')}`,
]
const mostMs = 120_000

/**
 * Runs Lighthouse's own command as it is by default: a phone, slow 4G and a processor four times slower, both
 * simulated. Throws what it says where the page could not be measured.
 */
export async function runLighthouse(command: string, url: string): Promise<LighthouseFigures> {
  const flags = `--chrome-flags=${['--headless=new', ...chromiumFlags].join(' ')}`
  const { stdout } = await promisify(execFile)(process.execPath, [command, url, ...parameters, flags], {
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH },
    maxBuffer: 2 ** 26,
    timeout: mostMs,
    // Which it passes on to its browser.
    killSignal: 'SIGINT',
  })
  const { categories: scores, audits } = v.parse(report, JSON.parse(stdout))
  const scripts = audits['network-requests'].details.items.filter(({ resourceType }) => resourceType === 'Script')
  return {
    scores: categories.map((name) => Math.round(scores[name].score * 100)),
    fcpMs: audits['first-contentful-paint'].numericValue,
    lcpMs: audits['largest-contentful-paint'].numericValue,
    tbtMs: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    bytes: audits['total-byte-weight'].numericValue,
    scriptBytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
  }
}
