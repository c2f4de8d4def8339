import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { facts } from '../domain/facts.ts'

const root = path.resolve(import.meta.dirname, '..')

interface Found {
  file: string
  text: string
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: root }).filter((file) => !file.includes('.test.')).toSorted()

/** Digits that are no figure of ours: laws, standards, days, grammar. A figure is quoted from `domain/`. */
const harmless = [
  /\b\d{3} letter/g,
  /\b[Ss]ections? \d{3}\b/g,
  /15 U\.S\.C\. \d{4}[a-z]?/g,
  /\bMetro-2\b/g,
  /\bChapter 7\b/g,
  /\b5-star\b|\bout of 5 stars\b/g,
  /\b1 problem\b/g,
  /^\d{4}-\d{2}-\d{2}$/g,
]

const figures = ({ text }: Found) => /\d/.test(harmless.reduce((rest, pattern) => rest.replace(pattern, ''), text))

/** Everything that a reader sees of a document: its addresses and its dates apart. */
function proseOf(file: string): Found[] {
  const lines = read(file).replace(/^(date|version): .*$/gm, '').replace(/\]\([^)]*\)/g, ']').split('\n')
  // The number of an item in a list counts the items.
  return lines.map((text) => ({ file, text: text.replace(/^\d+\. /, '').replace(/<\w+ (name|id)="\w+" \/>/g, '') }))
}

/** Strings and the fixed parts of templates. */
function stringsOf(file: string): Found[] {
  const found: Found[] = []
  const note = (text: string) => found.push({ file, text })
  visit(file, {
    Literal: (node) => typeof node.value === 'string' && note(node.value),
    TemplateElement: (node) => note(node.value.raw),
  })
  return found
}

function visit(file: string, visitor: ConstructorParameters<typeof Visitor>[0]): void {
  const { program, errors } = parseSync(file, read(file))
  expect(errors).toEqual([])
  new Visitor(visitor).visit(program)
}

test('no document types a figure that the rules know', () => {
  expect(files('content/**/*.mdx').flatMap(proseOf).filter(figures)).toEqual([])
})

test('no sentence in content types a figure that the rules know', () => {
  expect(files('content/*.ts').flatMap(stringsOf).filter(figures)).toEqual([])
})

test('every figure that a document quotes is known', () => {
  const quoted = files('content/**/*.mdx').flatMap((file) =>
    [...read(file).matchAll(/<Fact name="([^"]*)"/g)].map((match) => ({ file, text: match[1] ?? '' })),
  )
  expect(quoted.length).toBeGreaterThan(0)
  expect(quoted.filter(({ text }) => !(text in facts))).toEqual([])
})

// Attributes whose text somebody reads or hears.
const spoken = /^(alt|title|placeholder|label|aria-(label|description|roledescription|valuetext))$/

test('no page types its words: they live in content', () => {
  const typed: Found[] = []
  const word = /\p{L}{2}/u
  const characterReference = /&\w+;/g
  for (const file of files('app/**/*.tsx')) {
    const note = (text: string) => word.test(text.replace(characterReference, '')) && typed.push({ file, text: text.trim() })
    visit(file, {
      JSXText: (node: ESTree.JSXText) => note(node.value),
      JSXAttribute: ({ name, value }) => {
        if (name.type === 'JSXIdentifier' && spoken.test(name.name) && value?.type === 'Literal') note(value.value)
      },
      JSXExpressionContainer: ({ expression }) => {
        if (expression.type === 'Literal' && typeof expression.value === 'string') note(expression.value)
      },
    })
  }
  expect(typed).toEqual([])
})
