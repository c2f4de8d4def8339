import { type ESTree } from 'vite'
import { expect, test } from 'vitest'
import { facts } from '../content/facts.ts'
import { minAnswers, assessmentFields } from '../domain/assessment.ts'
import { questionIds } from '../domain/credit-score.ts'
import { enrollmentFields, fieldsWith } from '../domain/enrollment-fields.ts'
import { planIds } from '../domain/plans.ts'
import { countedIn, files, type Found, read, visit } from './helpers/sources.ts'

test('every figure that a document quotes is known', () => {
  const quoted = files('content/**/*.mdx').flatMap((file) =>
    [...read(file).matchAll(/<Fact name="([^"]*)"/g)].map((match) => ({ file, text: match[1] ?? '' })),
  )
  expect(quoted.length).toBeGreaterThan(0)
  expect(quoted.filter(({ text }) => !(text in facts))).toEqual([])
})

/** Sentences that count what a table has. Where a word can be derived, it is; these cannot, or would load the table for one word. */
const counted: [string, string, number][] = [
  ['content/legal/privacy.mdx', 'the last # digits of your Social Security number', enrollmentFields.ssnLastFour.max],
  ['docs/product.md', '# questions lead to an estimated score', questionIds.length],
  ['docs/product.md', 'before all # questions are answered', questionIds.length],
  ['docs/product.md', 'The assessment asks # questions', assessmentFields.length],
  ['docs/product.md', 'address and notes: # fields', fieldsWith('source', 'form').length],
  ['docs/product.md', '# plans and a coaching add-on', planIds.length],
  ['docs/product.md', 'A recommendation needs # answers', minAnswers],
  ['docs/product.md', 'There are # legal texts', files('content/legal/*.mdx').length],
]

test.each(counted)('%s counts "%s" as there are', (file, sentence, count) => {
  const { text, counted: expected } = countedIn(file, sentence, count)
  expect(text).toContain(expected)
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
