import { expect, test } from 'vitest'
import { csvRecord } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [[null, ''], ',\r\n'],
  [['one, two'], '"one, two"\r\n'],
  [['say "yes"'], '"say ""yes"""\r\n'],
  [['one\ntwo'], '"one\ntwo"\r\n'],
])('%j is written as RFC 4180 asks', (values, expected) => {
  expect(csvRecord(values)).toBe(expected)
})

test.each(['=1+1', '+1 555', '-2', '@SUM(A1)', ' =1', '\t=1', '＝1', '=HYPERLINK("x")'])(
  'a spreadsheet takes %j for a text',
  (value) => {
    expect(csvRecord([value]).replace(/^"/, '')).toMatch(/^'/)
  },
)
