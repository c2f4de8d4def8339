import { expect, test } from 'vitest'
import { readDocument } from './mdx.ts'

const file = '/project/content/legal/sample.mdx'

function legalText(body: string, head: Record<string, unknown> = {}): string {
  const frontMatter = { title: 'Sample', description: 'A sample.', version: '2031-03-04', ...head }
  return `---\n${JSON.stringify(frontMatter)}\n---\n\n${body}\n`
}

const read = (body: string) => readDocument(file, legalText(body))
const idsIn = (compiled: string) => [...compiled.matchAll(/\bid: "([^"]+)"/g)].map((match) => match[1])

test('the front matter is read and does not stand in the text', async () => {
  const { frontMatter, body } = await read('We reply.')
  expect(frontMatter).toEqual({ title: 'Sample', description: 'A sample.', version: '2031-03-04' })
  expect(body).toContain('"We reply."')
  expect(body).not.toContain('2031')
})

test('sections are listed in their order, each under the words of its heading', async () => {
  const { headings } = await read('## General Policy\n\n### What we are not\n\n## Non-Refundable Items\n\n## What about 609 letters?')
  expect(headings).toEqual([
    { id: 'general-policy', text: 'General Policy' },
    { id: 'non-refundable-items', text: 'Non-Refundable Items' },
    { id: 'what-about-609-letters', text: 'What about 609 letters?' },
  ])
})

test('no two headings share an id, nor does one take an id of the frame around the page', async () => {
  const { body } = await read('## Contact\n\n### Contact\n\n## Contact 2\n\n## Contact\n\n## Blog\n\n## !')
  expect(idsIn(body)).toEqual(['contact', 'contact-2', 'contact-2-2', 'contact-3', 'blog-2', 'section'])
})

test('headings inside a notice are addressed too', async () => {
  const { body } = await read('<Notice title="Note">\n\n### Inside\n\n</Notice>')
  expect(idsIn(body)).toEqual(['inside'])
})

test('the first cell of a row is its heading, and no cell carries a style, which the security policy would refuse', async () => {
  const { body } = await read('| Plan | Price |\n| --- | ---: |\n| Light | <Price id="light" /> |')
  expect([...body.matchAll(/scope: "(\w+)"/g)].map((match) => match[1])).toEqual(['col', 'col', 'row'])
  expect([...body.matchAll(/className: "(\w+)"/g)].map((match) => match[1])).toEqual(['r', 'r'])
  expect(body).not.toMatch(/\b(style|align):/)
})

const faults: [because: string, source: string, message: string][] = [
  ['no front matter', 'Text', 'content/legal/sample.mdx: the front matter between two lines of --- is missing'],
  ['front matter that is no YAML', '---\ntitle: "open\n---\n', 'content/legal/sample.mdx: Missing closing "quote'],
  ['an entry that is missing', legalText('', { title: undefined }), 'content/legal/sample.mdx: front matter "title": Invalid key'],
  ['a date that is none', legalText('', { version: 'Spring' }), 'content/legal/sample.mdx: front matter "version": Invalid version'],
  ['an entry that nobody reads', legalText('', { verison: '1' }), 'content/legal/sample.mdx: front matter "verison": Invalid key'],
  ['a figure in a heading', legalText('## The <Fact name="guaranteeDays" /> days'), 'content/legal/sample.mdx: a heading holds more'],
  ['an expression that is not closed', legalText('Text {'), 'content/legal/sample.mdx: 5:'],
  ['a tag that is not closed', legalText('<Notice>'), 'content/legal/sample.mdx: Expected a closing tag for `<Notice>` (5:1'],
]

test.for(faults)('refuses a document with %s, and names it', async ([, source, message]) => {
  await expect(readDocument(file, source)).rejects.toThrow(message)
})

test('refuses a folder whose front matter nobody described', async () => {
  await expect(readDocument('/project/content/letters/sample.mdx', legalText('Text'))).rejects.toThrow(
    'content/letters/sample.mdx: documents of the folder "letters" have no schema',
  )
})
