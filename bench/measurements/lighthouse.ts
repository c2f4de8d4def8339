import { budget, weighPage } from '../../build/budget.ts'
import { type BuiltPage, readBuiltPages } from '../built-pages.ts'
import { type LighthouseFigures, runLighthouse } from '../lighthouse-run.ts'
import { type Line, type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'
import { startPlainPage } from '../plain-page.ts'

const rounds = 3
const most = { fcpMs: 750, lcpMs: { home: 800, others: 780 }, tbtMs: 10 }

/**
 * Every public page on Lighthouse's phone and, as a lower bound, the bare markup of the home page; alternately, so that
 * other load on the machine affects all of them.
 */
export const lighthouse: Measurement = async ({ origin, distFolder }) => {
  const command = process.env.LIGHTHOUSE_COMMAND
  if (!command) return [skipped]
  const pages = (await readBuiltPages(distFolder)).filter(({ isPublic }) => isPublic)
  const plain = await startPlainPage(pages.find(({ path }) => path === '/')?.html ?? '')
  try {
    const urls = [plain.url, ...pages.map(({ path }) => origin + path)]
    const runs = new Map<string, LighthouseFigures[]>(urls.map((url) => [url, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const url of urls) runs.get(url)?.push(await runLighthouse(command, url))
    }
    const of = (url: string) => medians(runs.get(url) ?? [])
    const baseline = of(plain.url)
    const lines = pages.map(async (page) => pageLine(page, of(origin + page.path), baseline, await bootBytes(distFolder, page)))
    return [baselineLine(baseline), ...(await Promise.all(lines))]
  } finally {
    await plain.stop()
  }
}

const skipped: Line = {
  what: 'Lighthouse, all public pages',
  measured: 'Lighthouse could not be installed here',
  goal: '100 in all categories',
  outcome: 'skipped',
}

function medians(runs: LighthouseFigures[]): LighthouseFigures {
  const of = (figure: (run: LighthouseFigures) => number) => median(runs.map(figure))
  return {
    scores: (runs[0]?.scores ?? []).map((_, place) => of(({ scores }) => scores[place] ?? Number.NaN)),
    fcpMs: of(({ fcpMs }) => fcpMs),
    lcpMs: of(({ lcpMs }) => lcpMs),
    tbtMs: of(({ tbtMs }) => tbtMs),
    cls: of(({ cls }) => cls),
    bytes: of(({ bytes }) => bytes),
    scriptBytes: of(({ scriptBytes }) => scriptBytes),
  }
}

/** The size of the inline script, compressed. */
const bootBytes = async (distFolder: string, page: BuiltPage) => (await weighPage(distFolder, '/', page)).boot

function baselineLine({ scores, fcpMs, lcpMs, tbtMs, bytes }: LighthouseFigures): Line {
  return {
    what: 'Lighthouse, home as plain HTML',
    measured: [
      scores.join('/'),
      `FCP ${fcpMs.toFixed(0)} ms`,
      `LCP ${lcpMs.toFixed(0)} ms`,
      `TBT ${tbtMs.toFixed(0)} ms`,
      kilobytes(bytes),
    ].join(', '),
    goal: '',
    outcome: 'baseline',
  }
}

/** A figure that misses its goal is bold. */
function pageLine({ path }: BuiltPage, figures: LighthouseFigures, baseline: LighthouseFigures, boot: number): Line {
  const kind = path === '/' ? 'home' : 'others'
  const { scores, fcpMs, lcpMs, tbtMs, cls, bytes } = figures
  const script = figures.scriptBytes + boot
  const maxBytes = budget.beforeIntent[kind]
  const parts: [text: string, isMet: boolean][] = [
    [scores.join('/'), scores.every((score) => score === 100)],
    [`FCP ${fcpMs.toFixed(0)} ms`, fcpMs <= most.fcpMs],
    [`LCP ${lcpMs.toFixed(0)} ms`, lcpMs <= most.lcpMs[kind]],
    [`TBT ${tbtMs.toFixed(0)} ms`, tbtMs <= most.tbtMs],
    [`CLS ${Number(cls.toFixed(3))}`, cls === 0],
    [kilobytes(bytes), bytes <= maxBytes],
    [`script ${kilobytes(script)}`, script <= budget.boot],
  ]
  const more = [`FCP ${over(fcpMs, baseline.fcpMs)}`, `LCP ${over(lcpMs, baseline.lcpMs)}`]
  return {
    what: `Lighthouse, ${path}`,
    measured: [...parts.map(([text, isMet]) => (isMet ? text : `**${text}**`)), ...more].join(', '),
    goal: `100 each, ${most.fcpMs}, ${most.lcpMs[kind]}, ${most.tbtMs} ms, 0, ${maxBytes / 1000}, ${budget.boot / 1000} kB`,
    outcome: outcomeOf(parts.every(([, isMet]) => isMet)),
  }
}

const over = (ms: number, plainMs: number) => `${(ms - plainMs).toFixed(0)} ms over plain, ${(ms / plainMs).toFixed(2)} times`
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
