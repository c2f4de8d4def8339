import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Which rooms a room may import from; itself always. The arrows point one way only. */
const mayImport: Record<string, string[]> = {
  domain: [],
  content: ['domain', 'site.config.ts'],
  app: ['content', 'domain', 'site.config.ts'],
  'site.config.ts': ['domain'],
  deliveries: ['domain', 'content'],
  'supabase/functions': ['deliveries', 'domain'],
  partners: [],
  build: ['app', 'content', 'domain', 'site.config.ts'],
  server: ['supabase/functions', 'deliveries', 'domain', 'content', 'partners', 'build', 'site.config.ts'],
  setup: ['server', 'build'],
}

/** Packages that a room may use where it may not use all. */
const mayUse: Record<string, RegExp> = {
  domain: /^valibot$/,
  content: /^valibot$/,
  'site.config.ts': /^valibot$/,
  deliveries: /^valibot$/,
  'supabase/functions': /^(valibot|jose)$/,
}

const codeFile = /\.(ts|tsx|mjs)$/
const testFile = /\.test\.tsx?$/

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && codeFile.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

const rooms = Object.keys(mayImport)
const roomOf = (file: string) => rooms.find((room) => file === room || file.startsWith(`${room}/`))

interface Import {
  file: string
  target: string
}

async function importsOf(file: string): Promise<Import[]> {
  const text = await readFile(path.join(root, file), 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map((match) => ({ file, target: match[1] ?? '' }))
}

async function allFiles(): Promise<string[]> {
  const folders = rooms.filter((room) => !room.includes('.'))
  return ['site.config.ts', ...(await Promise.all(folders.map(filesBelow))).flat()]
}

async function allImports(): Promise<Import[]> {
  const files = (await allFiles()).filter((file) => !testFile.test(file))
  return (await Promise.all(files.map(importsOf))).flat()
}

test('imports between the rooms of the house point one way', async () => {
  const wrong = (await allImports())
    .filter(({ target }) => target.startsWith('.'))
    .filter(({ file, target }) => {
      const from = roomOf(file) ?? ''
      const to = roomOf(path.join(path.dirname(file), target))
      return to !== undefined && to !== from && !mayImport[from]?.includes(to)
    })
  expect(wrong).toEqual([])
})

test('rules and words use no package but their parser', async () => {
  const wrong = (await allImports())
    .filter(({ target }) => !target.startsWith('.') && !target.startsWith('virtual:'))
    .filter(({ file, target }) => mayUse[roomOf(file) ?? '']?.test(target) === false)
  expect(wrong).toEqual([])
})

test('rules know no clock, environment or network', async () => {
  const files = await filesBelow('domain')
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))
  const wrong = files.filter((_, index) => /\b(process|fetch|Date\.now|new Date\(\)|localStorage)\b/.test(texts[index] ?? ''))
  expect(wrong).toEqual([])
})

test('only the backend folder of the site speaks to the backend', async () => {
  const wrong = (await allImports()).filter(
    ({ file, target }) => file.startsWith('app/') && !file.startsWith('app/backend/') && target.startsWith('@supabase/'),
  )
  expect(wrong).toEqual([])
})

test('the environment is read at the entries only', async () => {
  const files = (await allFiles()).filter((file) => /^(server|app|build|partners|domain|content)\//.test(file) && !testFile.test(file))
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))
  const readers = files.filter((_, index) => /\bprocess\.env\b/.test(texts[index] ?? ''))
  // One of the gateway, one of each command line.
  expect(readers.toSorted()).toEqual(['server/commands/auth.ts', 'server/commands/enrollments.ts', 'server/main.ts'])
})

test('no folder is a drawer for everything', async () => {
  const wrong = (await allFiles()).filter((file) => /(^|\/)(utils|lib|common|misc|helpers)\//.test(file))
  expect(wrong).toEqual([])
})
