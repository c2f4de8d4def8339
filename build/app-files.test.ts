import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppFiles } from '../app/shell/app-files.ts'
import { listAppFiles, scriptsOfPage } from './app-files.ts'

const chunk = (file: string, imports: string[] = [], isDynamicEntry = false) => ({ file, imports, isDynamicEntry })
const manifest = {
  'shell/app.tsx': chunk('assets/app.js', ['_frame.js']),
  '_frame.js': chunk('assets/frame.js'),
  '_shared.js': chunk('assets/shared.js', ['_frame.js']),
  'pages/home/home-page.tsx': chunk('assets/home.js', ['_frame.js', '_shared.js'], true),
  'pages/about/about-page.tsx': chunk('assets/about.js', ['_frame.js'], true),
  'backend/links/landing.ts': chunk('assets/email-link.js', ['_shared.js'], true),
}
const routes = [
  { path: '*', files: [] },
  { path: '/', files: ['pages/home/home-page.tsx'] },
  { path: '/about', files: ['pages/about/about-page.tsx'] },
]
const names = ['app.js', 'frame.js', 'shared.js', 'home.js', 'about.js', 'email-link.js', 'frame.css']
const basePath = '/some/base/'
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
const known = (file: string) => [`${basePath}assets/${file}`, `sha256-${sha256(`content of ${file}`).toString('base64')}`]

let outDir: string
let name: string
beforeAll(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), 'files-'))
  await mkdir(path.join(outDir, 'assets'))
  await Promise.all(names.map((file) => writeFile(path.join(outDir, 'assets', file), `content of ${file}`)))
  name = await listAppFiles({ outDir, basePath }, manifest, { entry: 'shell/app.tsx', sheet: 'assets/frame.css', routes })
})
afterAll(() => rm(outDir, { recursive: true, force: true }))

const at = (...scripts: string[]) => scripts.map((script) => `${basePath}assets/${script}`)
const ofAllPages = [known('frame.css'), known('frame.js')]

test('the list has all that a page or a later module needs, imports first and the start of the app last', async () => {
  const list: AppFiles = JSON.parse(await readFile(path.join(outDir, `assets/files-${name}.json`), 'utf8'))
  expect(list).toEqual({
    '*': [...ofAllPages, known('app.js')],
    '/': [...ofAllPages, known('shared.js'), known('home.js'), known('app.js')],
    '/about': [...ofAllPages, known('about.js'), known('app.js')],
    'backend/links/landing.ts': [...ofAllPages, known('shared.js'), known('email-link.js'), known('app.js')],
  })
})

test('the name of the list is its own hash, as browsers take it for integrity', async () => {
  expect(name).toMatch(/^[\w-]{43}$/)
  expect(name).toBe(sha256(await readFile(path.join(outDir, `assets/files-${name}.json`))).toString('base64url'))
})

test('no server hides the list, though its hash may begin with an underscore', async () => {
  expect(await readdir(path.join(outDir, 'assets'))).toContain(`files-${name}.json`)
})

test('the scripts of a page follow from the list that it names', async () => {
  const html = `<script data-files="${name}" data-hydrate="on-load">boot()</script>`
  const of = (file: string) => scriptsOfPage(outDir, { file, html })
  expect(await of('index.html')).toEqual(at('frame.js', 'shared.js', 'home.js', 'app.js'))
  expect(await of('about/index.html')).toEqual(at('frame.js', 'about.js', 'app.js'))
  expect(await of('404.html')).toEqual(at('frame.js', 'app.js'))
})
