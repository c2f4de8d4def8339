import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startCommand } from './helpers/command.ts'
import { isSample } from './helpers/sample.ts'

// What a visitor meets while an operator edits: always a whole site, the new one or the last.

const root = path.resolve(import.meta.dirname, '..')
const parts = ['app', 'build', 'content', 'deliveries', 'domain', 'mail', 'partners', 'payments', 'server', 'setup', 'supabase', 'site.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
const basePath = '/some/base/'

/** A build takes its time where other tests want the same cores. */
const patience = { timeout: 600_000 }

let folder: string
let project: string
let dist: string
let undo: (() => Promise<void>) | undefined

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'build-'))
  project = path.join(folder, 'project')
  dist = path.join(folder, 'dist')
  for (const part of parts) await cp(path.join(root, part), path.join(project, part), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
})
afterEach(() => undo?.())
afterAll(() => rm(folder, { recursive: true, force: true }))

/** As `npm start` builds, or with these words. */
const build = (...words: string[]) => startCommand({ DIST_DIR: dist, BASE_PATH: basePath }, 'setup/build-if-stale.mjs', project, words)

const page = (name: string) => readFile(path.join(dist, name), 'utf8')

/** Every file of the site, and nothing of a build beside it. */
async function expectWhole(): Promise<void> {
  expect(await readdir(folder)).toEqual(['dist', 'project'])
  const home = await page('index.html')
  const assets = [...home.matchAll(/\/assets\/([\w.-]+\.\w+)/g)].map(([, name]) => name)
  expect(await readdir(path.join(dist, 'assets'))).toEqual(expect.arrayContaining(assets))
  expect(await readdir(dist)).toEqual(expect.arrayContaining(['404.html', '_headers', 'about', 'sitemap.xml']))
}

/** Changes a source of the copy until the end of the test. */
async function edit(file: string, change: (text: string) => string): Promise<void> {
  const place = path.join(project, file)
  const text = await readFile(place, 'utf8')
  expect(change(text)).not.toBe(text)
  undo = () => writeFile(place, text)
  await writeFile(place, change(text))
}

test('of two builds after one that was killed the first is enough, and the second waits for it; the budget is kept', patience, async () => {
  const killed = build()
  await killed.printed(/Building the site/)
  killed.child.kill('SIGKILL')
  await killed.ended
  // The project's own words and scripts are held to the budget, below a base path too.
  const words = isSample ? ['strict'] : []
  const both = [build(...words), build(...words)]
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0])
  const said = both.map((each) => each.output()).join('')
  expect(said.match(/Building the site/g)).toHaveLength(1)
  expect(said).toMatch(/Process \d+ is building the site; this one waits for it/)
  await expectWhole()
})

test('an article that cannot be read is named, and the last whole site goes on', patience, async () => {
  const before = await page('about/index.html')
  await edit('content/legal/terms.mdx', (text) => `${text}\n<Unclosed\n`)
  const started = build()
  expect(await started.ended).toBe(0)
  expect(started.output()).toMatch(/The site cannot be built: [^]*terms\.mdx[^]*The last site that was whole is served/)
  expect(started.output()).not.toMatch(/\n\s+at /)
  expect(await page('about/index.html')).toBe(before)
  const hosted = build('hosted')
  expect(await hosted.ended).toBe(1)
  await expectWhole()
})

test('testimonials that are too long are published with a warning, and a fault only where the budget is to be kept', patience, async () => {
  const long = Array.from({ length: 900 }, (_, index) => `sentence${index * 7919} about letters`).join(' ')
  await edit('content/testimonials.ts', (text) => text.replace(/content:\s*'/, `content: '${long} `))
  const strict = build('strict')
  expect(await strict.ended).toBe(1)
  expect(strict.output()).toMatch(/index\.html +page +\d+ of at most/)
  expect(await page('index.html')).not.toContain('sentence7919')
  const started = build()
  expect(await started.ended).toBe(0)
  expect(started.output()).toMatch(/index\.html +page +\d+ of at most/)
  expect(await page('index.html')).toContain('sentence7919')
  await expectWhole()
})
