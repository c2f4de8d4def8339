import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const page = 'docs/product.md'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Every text file of the project. */
const folders = '{app,bench,build,content,deliveries,docs,domain,partners,server,setup,supabase,tests}/**/'
const files = globSync(['', folders].map((folder) => `${folder}*.{css,md,mdx,mjs,sql,toml,ts,tsx}`), { cwd: root })

const defined = [...read(page).matchAll(/^- \*\*(R-[A-Z-]+)\*\* /gm)].map(([, name = '']) => name)

test('each rule of the product has a name of its own', () => {
  expect(defined.length).toBeGreaterThan(50)
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([])
})

test('each rule that is cited is one of the product', () => {
  const cited = files
    .filter((file) => file !== page && file !== 'tests/product-rules.test.ts')
    .flatMap((file) => [...read(file).matchAll(/\bR-[A-Z][A-Z-]*[A-Z]\b/g)].map(([name]) => ({ file, name })))
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter(({ name }) => !defined.includes(name))).toEqual([])
})

test('a section is cited of an RFC only, by its number', () => {
  const bare = files
    .filter((file) => file !== 'tests/product-rules.test.ts')
    .flatMap((file) => [...read(file).matchAll(/(?<!RFC \d{4} )§\S*/g)].map(([citation]) => ({ file, citation })))
  expect(bare).toEqual([])
})
