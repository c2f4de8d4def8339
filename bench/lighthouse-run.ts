import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { chromiumFlags } from '../tests/helpers/chromium-flags.ts'

/** The results of one Lighthouse run on one page. */
export interface LighthouseFigures {
  /** Performance, accessibility, best practices, SEO: 0 to 100 each. */
  scores: number[]
  /** First and largest contentful paint, total blocking time. */
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** Total bytes transferred, including headers. */
  bytes: number
  /** The part of it that is script files. */
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
const maxMs = 120_000
const maxTries = 3

/**
 * Runs the Lighthouse command with its defaults: a phone, with slow 4G and a CPU slowed down four times, both simulated.
 * Throws with its output if the page could not be measured.
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

/** Occasionally the browser records no trace, and Lighthouse asks to be run again. */
async function reportOn(command: string, url: string): Promise<string> {
  const flags = `--chrome-flags=${['--headless=new', ...chromiumFlags].join(' ')}`
  for (let tries = 1; ; tries += 1) {
    const { code, output, errors } = await run(process.execPath, [command, url, ...parameters, flags])
    if (code === 0) return output
    if (tries === maxTries) throw new Error(`Lighthouse could not measure ${url}: ${errors}`)
    console.warn(`Lighthouse is run again on ${url}: ${errors.trim()}`)
  }
}

async function run(program: string, all: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(program, all, {
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxMs,
    // Lighthouse forwards this signal to its browser.
    killSignal: 'SIGINT',
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, output, errors }
}
