import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

const character = (code: number) => String.fromCharCode(code)
const codes = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('no control character stays but tabs and line breaks', () => {
  const controls = [...codes(0x00, 0x1f), ...codes(0x7f, 0x9f)].map(character)
  const kept = controls.filter((control) => plainText(`a${control}b`) !== 'ab')
  expect(kept).toEqual(['\t', '\n', '\r'])
  expect(kept.map((control) => plainText(`a${control}b`))).toEqual(['a\tb', 'a\nb', 'a\rb'])
})

test.each([
  ['a\ud800b', 'ab'],
  ['a\udc00', 'a'],
  ['\ud83d\ude00', '\ud83d\ude00'],
  ['Zo\u00eb \u05e8\u05d5\u05ea', 'Zo\u00eb \u05e8\u05d5\u05ea'],
  // What is left is trimmed, also where a control character stood outside.
  ['\0 Ruth \u0007', 'Ruth'],
  ['\0', ''],
])('%j is kept as %j', (typed, kept) => {
  expect(plainText(typed)).toBe(kept)
})
