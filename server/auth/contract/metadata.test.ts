import { expect, test } from 'vitest'
import { metadataFault } from './account-fields.ts'

/** An object of so many levels. */
function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {}
  for (let level = 1; level < levels; level += 1) value = { in: value }
  return value
}

test.each<[string, Record<string, unknown>]>([
  ['nothing', {}],
  ['eight levels', nested(8)],
  ['exactly 4096 bytes', { note: 'x'.repeat(4096 - '{"note":""}'.length) }],
  ['text about escapes', { note: '\\u0000' }],
  ['a whole surrogate pair', { note: '\u{1f600}' }],
])('%s may be kept', (_, metadata) => {
  expect(metadataFault(metadata)).toBeUndefined()
})

test.each<[string, Record<string, unknown>, string]>([
  ['nine levels', nested(9), 'User metadata cannot be nested deeper than 8 levels'],
  ['ten thousand levels', nested(10_000), 'User metadata cannot be nested deeper than 8 levels'],
  ['arrays in arrays', { list: [[[[[[[[]]]]]]]] }, 'User metadata cannot be nested deeper than 8 levels'],
  ['4097 bytes', { note: 'x'.repeat(4097 - '{"note":""}'.length) }, 'User metadata cannot be longer than 4096 bytes'],
  ['4098 bytes in few characters', { note: '\u00e9'.repeat(2044) }, 'User metadata cannot be longer than 4096 bytes'],
  ['a NUL', { deep: ['a\0b'] }, 'User metadata must be plain text'],
  ['half a surrogate pair', { ['\ud800']: 1 }, 'User metadata must be plain text'],
])('%s may not', (_, metadata, message) => {
  expect(metadataFault(metadata)).toEqual({ status: 400, code: 'validation_failed', message })
})
