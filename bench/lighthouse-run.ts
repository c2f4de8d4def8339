import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
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
const mostTries = 3

/**
 * Runs Lighthouse's own command as it is by default: a phone, slow 4G and a processor four times slower, both
 * simulated. Throws what it says where the page could not be measured.
 */
export async function runLighthouse(command: string, url: string): Promise<LighthouseFigures> {
  const { categories: scores, audits } = v.parse(report, JSON.parse(await reportOn(command, url)))
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

/** Now and then a browser records no trace of a page, and Lighthouse asks to be run again. */
async function reportOn(command: string, url: string): Promise<string> {
  const flags = `--chrome-flags=${['--headless=new', ...chromiumFlags].join(' ')}`
  for (let tries = 1; ; tries += 1) {
    const { code, output, errors } = await run(process.execPath, [command, url, ...parameters, flags])
    if (code === 0) return output
    if (tries === mostTries) throw new Error(`Lighthouse could not measure ${url}: ${errors}`)
    console.warn(`Lighthouse is run again on ${url}: ${errors.trim()}`)
  }
}

async function run(program: string, all: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(program, all, {
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: mostMs,
    // Which it passes on to its browser.
    killSignal: 'SIGINT',
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, output, errors }
}
