import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { aboutPage } from '../content/about.ts'
import { comingSoon } from '../content/blog.ts'
import { facts } from '../content/facts.ts'
import { inWords } from '../content/format.ts'
import { home } from '../content/home.ts'
import { signupPage } from '../content/signup.ts'
import { minAnswers, assessmentFields } from '../domain/assessment.ts'
import { questionIds } from '../domain/credit-score.ts'
import { enrollmentFields, fieldsWith } from '../domain/enrollment-fields.ts'
import { planIds } from '../domain/plans.ts'

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

/** Sentences of five words and more, as whoever repeats one would write them. */
function sentencesOf(file: string): Found[] {
  const found: Found[] = []
  const note = (text: string) => {
    const sentences = text.split(/(?<=[.!?:;])\s/).map((each) => each.trim().toLowerCase().replace(/[.!?:;]$/, ''))
    found.push(...sentences.filter((each) => each.split(' ').length >= 5).map((each) => ({ file, text: each })))
  }
  if (file.endsWith('.mdx')) for (const { text } of proseOf(file)) note(text.replace(/^[-*|# ]+/, ''))
  else {
    visit(file, {
      Literal: (node) => typeof node.value === 'string' && note(node.value),
      TemplateLiteral: ({ quasis }) => note(quasis.map(({ value }) => value.raw).join('…')),
    })
  }
  return found
}

const repeated = (sentences: Found[]) =>
  [...Map.groupBy(sentences, ({ text }) => text)].filter(([, places]) => places.length > 1).map(([text, places]) => [text, places.map(({ file }) => file)])

test('no sentence stands twice in the words of the site', () => {
  expect(repeated(['site.config.ts', ...files('content/*.ts')].flatMap(sentencesOf))).toEqual([])
})

test.each(files('content/**/*.mdx'))('no sentence stands twice in %s', (file) => {
  expect(repeated(sentencesOf(file).filter(({ text }) => !/^[-| ]+$/.test(text)))).toEqual([])
})

/** Sentences that count what a table has. Where a word can be derived, it is; these cannot, or would load the table for one word. */
const counted: [string, string, number][] = [
  ['content/blog/understanding-credit-score.mdx', 'It asks # questions', questionIds.length],
  ['content/faqs.ts', 'the last # digits of your Social Security number', enrollmentFields.ssnLastFour.max],
  ['content/legal/privacy.mdx', 'the last # digits of your Social Security number', enrollmentFields.ssnLastFour.max],
  ['content/home.ts', '# steps, one road', home.howItWorks.steps.length],
  ['docs/product.md', '# questions lead to an estimated score', questionIds.length],
  ['docs/product.md', 'before all # questions are answered', questionIds.length],
  ['docs/product.md', 'The assessment asks # questions', assessmentFields.length],
  ['docs/product.md', 'address and notes: # fields', fieldsWith('source', 'form').length],
  ['docs/product.md', '# plans and a coaching add-on', planIds.length],
  ['docs/product.md', 'A recommendation needs # answers', minAnswers],
  ['docs/product.md', 'The blog lists # cards', comingSoon.length + files('content/blog/*.mdx').length],
  ['docs/product.md', 'has # benefits', signupPage.benefits.length],
  ['docs/product.md', 'a story, # values', aboutPage.values.items.length],
  ['docs/product.md', 'There are # legal texts', files('content/legal/*.mdx').length],
]

test.each(counted)('%s counts "%s" as there are', (file, sentence, count) => {
  const text = read(file).replace(/\s+/g, ' ').toLowerCase()
  const [before = '', after = ''] = sentence.toLowerCase().split('#')
  expect(text).toContain(`${before}${inWords(count)}${after}`)
})

test('money and dates are written in one place', () => {
  const sources = ['app/**/*.ts', 'app/**/*.tsx', 'content/*.ts', 'domain/*.ts', 'site.config.ts'].flatMap(files)
  const formatting = /\bIntl\.|\.toLocale|`\$\$\{|months\[/
  // boot.ts asks the browser: the months' names would be in every page.
  expect(sources.filter((file) => formatting.test(read(file)))).toEqual(['app/shell/boot.ts', 'content/format.ts'])
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
