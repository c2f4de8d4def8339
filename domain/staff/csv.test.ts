import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecord } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [[null, ''], ',\r\n'],
  [['one, two'], '"one, two"\r\n'],
  [['say "yes"'], '"say ""yes"""\r\n'],
  [['one\ntwo'], '"one\ntwo"\r\n'],
  [['one;two|three'], '"one;two|three"\r\n'],
])('%j is written as RFC 4180 asks', (values, expected) => {
  expect(csvRecord(values)).toBe(expected)
})

test.each(['=1+1', '+1 555', '-2', '@SUM(A1)', ' =1', '\t=1', '\ttext', '＝1', '\u00a0＋1', '=HYPERLINK("x")'])(
  'a spreadsheet takes %j for a text',
  (value) => {
    expect(csvRecord([value]).replace(/^"/, '')).toMatch(/^'/)
  },
)

test.each([';', '\t', '|', ',', '\n', '\r\n', '\u2028'])('nor is what follows %j a formula', (separator) => {
  expect(csvRecord([`Mary${separator}=1+1`])).toContain(`${separator}'=1+1`)
  expect(csvRecord([`Mary${separator} "=1+1`])).toContain(`${separator}' ""=1+1`)
})

const separators = [',', ';', '|', '\t', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']
const formulaSigns = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...separators, ...formulaSigns, '"', "'", ' ', '\u00a0', '\ufeff') }, { weight: 1, arbitrary: fc.string() }))
  .map((parts) => parts.join(''))
const records = fc.array(fc.array(fc.option(text), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })

test('however a file is divided into cells, with regard to quotes or without, none of them is a formula', () => {
  const cellStart = /(?:^|[,;|\t\n\v\f\r\u0085\u2028\u2029])[\s"\p{C}]*[=+\-@＝＋－＠]/u
  fc.assert(
    fc.property(records, (rows) => {
      expect(rows.map(csvRecord).join('')).not.toMatch(cellStart)
    }),
    { numRuns: 1000 },
  )
})

test('read back as RFC 4180 says, every value is there, with apostrophes added and nothing else', () => {
  fc.assert(
    fc.property(records, (rows) => {
      expect(parse(rows.map(csvRecord).join('')).map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)))
    }),
    { numRuns: 1000 },
  )
})

const plain = (value: string | null) => (value ?? '').replaceAll("'", '')

/** A reader of RFC 4180 that knows nothing else. */
function parse(file: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
