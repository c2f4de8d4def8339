import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { scriptsOfPage } from './app-files.ts'

/** The performance budget of a page, in bytes of brotli. Raise a figure only for a gain to visitors. */
export const budget = {
  /** The HTML: it fits into the first round trip of a new connection with its headers. */
  page: 14_000,
  /** Script before the first intent. */
  boot: 2000,
  /** Everything before the first intent. */
  beforeIntent: { home: 60_000, others: 40_000 },
  /**
   * All scripts of an interactive page. Pages that use the backend load its client libraries; the account's also has the
   * controls of onboarding, and is opened by signed-in clients only.
   */
  scripts: { public: 90_000, withBackend: 121_000, account: 128_000 },
  /** The script of the desk, which the staff alone load. */
  desk: 132_000,
}

/**
 * The length of content hashes in file names, which every page contains and which do not compress. With 6 characters the
 * bundler supports only 64 chunks.
 */
export const hashLength = 7

export interface WeighedPage {
  /** Relative to the folder of the site. */
  file: string
  html: string
  /** Set for pages that use the backend. */
  hydrate: string | undefined
}

export interface PageWeight {
  file: string
  page: number
  boot: number
  beforeIntent: number
  scripts: number
  /** Bytes by name without hash. */
  scriptSizes: Map<string, number>
}

/** The desk's document and script, relative to the folder of the site. */
export interface WeighedDesk {
  file: string
  script: string
}

/** What exceeds the budget of the desk in `folder`, after its files have been compressed; undefined if nothing does. */
export async function checkDesk(folder: string, { file, script }: WeighedDesk): Promise<string | undefined> {
  const bytes = await onTheWire(path.join(folder, script))
  return bytes > budget.desk ? `${file} has a script of ${bytes} bytes, of at most ${budget.desk}: see build/budget.ts.` : undefined
}

/** Measures a page of the site in `folder`, after its files have been compressed. */
export async function weighPage(folder: string, basePath: string, { file, html }: WeighedPage): Promise<PageWeight> {
  const size = (address: string) => onTheWire(path.join(folder, address.slice(basePath.length)))
  const boot = /<script data-files=[^>]*>([^]*?)<\/script>/.exec(html)
  if (!boot) throw new Error(`${file} has no boot script`)
  const [, code = ''] = boot
  const later = /<img [^>]*loading="lazy"[^>]*>|<noscript>.*?<\/noscript>/g
  const markup = html.replace(boot[0], '').replaceAll(later, '')
  const others = new Set(Array.from(markup.matchAll(new RegExp(`${basePath}assets/[\\w.-]+`, 'g')), ([address]) => address))
  const page = await onTheWire(path.join(folder, file))
  const scriptSizes = new Map<string, number>()
  for (const script of await scriptsOfPage(folder, { file, html })) scriptSizes.set(nameOf(script), await size(script))
  return {
    file,
    page,
    boot: brotliCompressSync(code).byteLength,
    beforeIntent: sum([page, ...(await Promise.all([...others].map(size)))]),
    scripts: sum([...scriptSizes.values()]),
    scriptSizes,
  }
}

/**
 * What exceeds the budget, with a table of what grew; undefined if nothing does. `write` makes the sizes of scripts those to
 * compare with.
 */
export async function checkBudget(weights: PageWeight[], pages: WeighedPage[], record: 'keep' | 'write'): Promise<string | undefined> {
  const now = new Map(weights.flatMap(({ scriptSizes }) => [...scriptSizes]))
  if (record === 'write') {
    await writeFile(recordFile, `${JSON.stringify(Object.fromEntries([...now].toSorted(([one], [other]) => one.localeCompare(other))), undefined, 2)}\n`)
  }
  const faults = weights.flatMap((weight) => excess(weight, pages.find(({ file }) => file === weight.file)))
  if (!faults.length) return undefined
  const known: Record<string, number> = JSON.parse(await readFile(recordFile, 'utf8'))
  const grown = [...now]
    .map(([name, bytes]) => ({ name, bytes, change: bytes - (known[name] ?? 0) }))
    .filter(({ change }) => change > 0)
    .toSorted((one, other) => other.change - one.change)
  return [
    'Pages weigh more than a visitor on a slow line is to wait for:',
    ...faults,
    ...(grown.length ? ['Scripts that have grown since their sizes were recorded (bytes, brotli):'] : []),
    ...grown.map(({ name, bytes, change }) => `  ${name.padEnd(32)} ${String(bytes).padStart(8)}  +${change}`),
    'Shorten what was added, or raise the budget in build/budget.ts.',
  ].join('\n')
}

const recordFile = path.join(import.meta.dirname, 'script-sizes.json')

function excess(weight: PageWeight, page: WeighedPage | undefined): string[] {
  const limits: [keyof PageWeight & ('page' | 'boot' | 'beforeIntent' | 'scripts'), number][] = [
    ['page', budget.page],
    ['boot', budget.boot],
    ['beforeIntent', weight.file === 'index.html' ? budget.beforeIntent.home : budget.beforeIntent.others],
    ['scripts', scriptLimit(weight.file, page)],
  ]
  return limits
    .filter(([name, most]) => weight[name] > most)
    .map(([name, most]) => `  ${weight.file.padEnd(40)} ${name.padEnd(13)} ${weight[name]} of at most ${most}`)
}

function scriptLimit(file: string, page: WeighedPage | undefined): number {
  if (file.startsWith('account/')) return budget.scripts.account
  return page?.hydrate ? budget.scripts.withBackend : budget.scripts.public
}

async function onTheWire(file: string): Promise<number> {
  const compressed = await stat(`${file}.br`).catch(() => undefined)
  return (compressed ?? (await stat(file))).size
}

const nameOf = (module: string) => path.basename(module, '.js').slice(0, -hashLength - 1)
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
