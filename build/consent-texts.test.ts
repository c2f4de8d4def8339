import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { facts } from '../content/facts.ts'
import { formatUsd } from '../content/format.ts'
import { plans } from '../domain/plans.ts'
import { currentTexts, recordTexts, unrecordedTexts } from './consent-texts.ts'
import { readDocument } from './mdx.ts'
import { sha256Of } from './sha256.ts'
import { readRecordedTexts } from './text-ledger.ts'

const own = path.resolve(import.meta.dirname, '../content')

test('every text that clients agree to is on record in its version; if not, run: npm run texts', async () => {
  expect((await unrecordedTexts(own)).map(({ document, version }) => `${document} ${version}`)).toEqual([])
})

test('what is on record is as it was, and no version is there twice', async () => {
  const texts = await readRecordedTexts(own)
  expect(texts.map(({ text }) => sha256Of(text))).toEqual(texts.map(({ sha256 }) => sha256))
  const versions = texts.map(({ document, version }) => `${document} ${version}`)
  expect(new Set(versions).size).toBe(versions.length)
})

test('the texts are the legal ones, the sentence above the button and the label of the box', async () => {
  const documents = (await currentTexts(own)).map(({ document }) => document)
  expect(documents).toEqual(['agreement', 'sms', 'disclaimer', 'esign-consent', 'privacy', 'refund-policy', 'terms'])
})

const shownOf = async (body: string, folder = 'legal') => {
  const head = folder === 'legal' ? 'title: Sample\ndescription: A sample.\n' : ''
  return (await readDocument(`/content/${folder}/sample.mdx`, `---\n${head}version: '2031-03-04'\n---\n\n${body}\n`)).shown
}

describe('the text of a document', () => {
  test('is what one reads of it, line by line, its title first', async () => {
    const body = [
      'We  **reply**\nwithin <Fact name="replyHours" /> hours: [write](/legal/terms#contact).', '## Fees', '- One\n- Two *and* three',
      '| Plan | Price |\n| --- | ---: |\n| <Plan id="light" /> | <Price id="light" /> |', '<Notice title="Note">\n\nRead this.\n\n</Notice>',
    ]
    expect(await shownOf(body.join('\n\n'))).toEqual({
      document: 'sample',
      version: '2031-03-04',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      text: [
        'Sample', `We reply within ${facts.replyHours} hours: write.`, 'Fees', 'One', 'Two and three', 'Plan', 'Price', plans.light.name, formatUsd(plans.light.priceCents), 'Note', 'Read this.',
      ].join('\n'),
    })
  })

  test('has no title where the page shows none', async () => {
    expect((await shownOf('I agree.', 'consents'))?.text).toBe('I agree.')
  })

  test.for(['<Fact name="nothing" />', '<Clock />', '{new Date().getFullYear()}'])('cannot hold what nobody can read here: %s', async (body) => {
    await expect(shownOf(`It is ${body}`)).rejects.toThrow(/a text that clients agree to holds/)
  })

  test('is that of versions only', async () => {
    const article = `---\n${JSON.stringify({
      title: 'x', description: 'x', date: '2031-03-04', category: 'x', picture: 'blog-x', pictureAlt: '', excerpt: 'x', closing: 'x', action: 'x',
    })}\n---\n\nText {1 + 1}\n`
    expect((await readDocument('/content/blog/sample.mdx', article)).shown).toBeUndefined()
  })
})

describe('npm run texts', () => {
  let content: string

  beforeEach(async () => {
    content = await mkdtemp(path.join(tmpdir(), 'texts-'))
    await Promise.all(['consents', 'legal', 'texts'].map((folder) => mkdir(path.join(content, folder))))
    await writeFile(path.join(content, 'texts/ledger.json'), '[]')
    await writeFile(path.join(content, 'legal/terms.mdx'), `---\ntitle: Terms\ndescription: x\nversion: '2030-01-01'\n---\n\nBe kind.\n`)
    await writeFile(source(), `---\nversion: '2030-01-01'\n---\n\nReply STOP to opt out.\n`)
  })
  afterEach(() => rm(content, { recursive: true }))

  const source = () => path.join(content, 'consents/sms.mdx')
  const edit = async (before: string | RegExp, after: string) =>
    writeFile(source(), (await readFile(source(), 'utf8')).replace(before, after))

  test('records every text once', async () => {
    expect((await recordTexts('2031-03-04', content)).map(({ document }) => document)).toEqual(['sms', 'terms'])
    expect(await recordTexts('2031-03-04', content)).toEqual([])
    expect(await readRecordedTexts(content)).toEqual(await currentTexts(content))
  })

  test('gives a text that has changed a new version, and keeps the older ones', async () => {
    await recordTexts('2031-03-04', content)
    await edit('STOP', 'HALT')
    expect((await unrecordedTexts(content)).map(({ document }) => document)).toEqual(['sms'])
    expect(await recordTexts('2031-03-04', content)).toMatchObject([{ document: 'sms', version: '2031-03-04' }])
    await edit('HALT', 'END')
    await recordTexts('2031-03-04', content)
    expect(await readFile(source(), 'utf8')).toContain(`version: '2031-03-04.2'`)
    expect(await unrecordedTexts(content)).toEqual([])
    const recorded = (await readRecordedTexts(content)).filter(({ document }) => document === 'sms')
    expect(recorded.map(({ version, text }) => [version, text])).toEqual([
      ['2030-01-01', 'Reply STOP to opt out.'],
      ['2031-03-04', 'Reply HALT to opt out.'],
      ['2031-03-04.2', 'Reply END to opt out.'],
    ])
  })

  test('leaves a version that its author gave', async () => {
    await recordTexts('2031-03-04', content)
    await edit(/version: .*/, `version: '2032-01-01'`)
    expect(await recordTexts('2031-03-04', content)).toMatchObject([{ document: 'sms', version: '2032-01-01' }])
  })

  test('notices what was changed on record', async () => {
    await recordTexts('2031-03-04', content)
    await writeFile(path.join(content, 'texts/sms/2030-01-01.txt'), 'Reply NEVER to opt out.')
    await expect(readRecordedTexts(content)).rejects.toThrow('content/texts/sms/2030-01-01.txt is not what was recorded')
  })
})
