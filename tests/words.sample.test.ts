import { expect, test } from 'vitest'
import { aboutPage } from '../content/about.ts'
import { comingSoon } from '../content/blog.ts'
import { home } from '../content/home.ts'
import { signupPage } from '../content/signup.ts'
import { questionIds } from '../domain/credit-score.ts'
import { enrollmentFields } from '../domain/enrollment-fields.ts'
import { countedIn, files, type Found, read, visit } from './helpers/sources.ts'

// How the sample's own words are written. Another organisation writes as it likes.

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

test('no document types a figure that the rules know', () => {
  expect(files('content/**/*.mdx').flatMap(proseOf).filter(figures)).toEqual([])
})

test('no sentence in content types a figure that the rules know', () => {
  expect(files('content/*.ts').flatMap(stringsOf).filter(figures)).toEqual([])
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

const counted: [string, string, number][] = [
  ['content/blog/understanding-credit-score.mdx', 'It asks # questions', questionIds.length],
  ['content/faqs.ts', 'the last # digits of your Social Security number', enrollmentFields.ssnLastFour.max],
  ['content/home.ts', '# steps, one road', home.howItWorks.steps.length],
  ['docs/product.md', 'The blog lists # cards', comingSoon.length + files('content/blog/*.mdx').length],
  ['docs/product.md', 'has # benefits', signupPage.benefits.length],
  ['docs/product.md', 'a story, # values', aboutPage.values.items.length],
]

test.each(counted)('%s counts "%s" as there are', (file, sentence, count) => {
  const { text, counted: expected } = countedIn(file, sentence, count)
  expect(text).toContain(expected)
})
