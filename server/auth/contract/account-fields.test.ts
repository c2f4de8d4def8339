import { expect, test } from 'vitest'
import { metadataFault, parseEmail } from './account-fields.ts'

/** An object with this many levels. */
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

test('addresses are kept in lower case', () => {
  expect(parseEmail('Ruth.Adams+Credit@Example.COM')).toEqual({ ok: 'ruth.adams+credit@example.com' })
})

const noAddresses = [
  '', 'ruth', 'ruth@', '@a.com', 'a@b@a.com', ' ruth@example.com', 'ruth@example.com\n', 'r\0@a.com',
  // What a mailer might parse as another header or recipient.
  'ruth@example.com\r\nBcc: all@example.com', 'ruth@example.com,saul@example.com', '<ruth@example.com>',
  '"ruth adams"@example.com', '"<script>"@example.com', 'ruth@[192.0.2.1]', 'ruth@example.com.', 'ruth@-a.com',
  // What looks like another address, or becomes one when it is normalised: Cyrillic a, Kelvin sign, fullwidth letters,
  // a combining accent, a dotted capital I, a sharp s, a zero-width space, a direction mark, a non-ASCII domain.
  'r\u0430uth@example.com', '\u212Auth@example.com', '\uFF52uth@example.com', 're\u0301ne@example.com',
  '\u0130da@example.com', 'stra\u00DFe@example.com', 'ru\u200Bth@example.com', '\u202Eruth@example.com',
  'ruth@ex\u00E4mple.com', 'ruth@example\u3002com', 'ruth\uFF20example.com', 'ruth@\uD83D\uDE00.com',
]

test('what is written differently within ASCII is a different address, except for case', () => {
  const spellings = ['ruth@example.com', 'RUTH@EXAMPLE.COM', 'ruth+a@example.com', 'r.uth@example.com', 'ruth@xn--exmple-cua.com']
  const kept = spellings.map((spelling) => parseEmail(spelling))
  expect(new Set(kept.map((answer) => JSON.stringify(answer))).size).toBe(4)
  expect(kept.filter((answer) => 'fault' in answer)).toEqual([])
})

test.each(noAddresses)('refuses %j as an address', (text) => {
  expect(parseEmail(text)).toMatchObject({
    fault: { code: 'validation_failed', message: 'Unable to validate email address: invalid format' },
  })
})

test('refuses addresses of more than 255 characters before reading them', () => {
  expect(parseEmail(`${'a'.repeat(250)}@example.com`)).toMatchObject({
    fault: { message: 'An email address is too long' },
  })
})
