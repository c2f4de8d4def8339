import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableJson } from './text.ts'

/** Control characters of both sets, marks of direction, a line separator, and one beyond sixteen bits. */
const hidden = ['\u001b[31m', '\u007f', '\u009b31m', '\u009d0;owned\u009c', '\u202egnp.exe', '\u200b', '\u2028', '\u{e0041}']

test.each(hidden)('%j acts on no terminal', (text) => {
  for (const shown of [printable(text), printableJson({ [text]: text }).replaceAll('\n', '')]) expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
})

test('as JSON it is the same value', () => {
  const value = { texts: [...hidden, 'Mary Jo Ñandú 😀 "\\n" \n'], none: null, number: 5 }
  expect(JSON.parse(printableJson(value))).toEqual(value)
  assert(property(string({ unit: 'binary' }), (text) => JSON.parse(printableJson(text)) === text))
})
