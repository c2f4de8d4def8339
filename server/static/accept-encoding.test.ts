import { expect, test } from 'vitest'
import { chooseEncoding } from './accept-encoding.ts'

const forms = (['br', 'zstd', 'gzip', 'identity'] as const).map((encoding) => ({ encoding }))
const chosen = (header: string | undefined, among = forms) => chooseEncoding(header, among)?.encoding

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'identity'],
  ['*', 'br'],
])('of %j the first in line is taken: %s', (header, encoding) => {
  expect(chosen(header)).toBe(encoding)
})

test.each([
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', 'identity'],
  ['br ; Q=0.000 , gzip;q=0.001', 'gzip'],
  ['br;q=0, *', 'zstd'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip;q=0.5, identity;q=0.2', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['identity, *;q=0', 'identity'],
])('%j: the weights decide for %s', (header, encoding) => {
  expect(chosen(header)).toBe(encoding)
})

test.each(['br;q=2', 'br;q=nothing', 'br;q', 'br;level=3', 'br;q=-1', 'br;q=0.1234', ';q=1', ',,'])(
  'what is no weight is no wish: %j',
  (header) => expect(chosen(header)).toBe('identity'),
)

test.each(['identity;q=0', '*;q=0', 'br, identity;q=0', 'br;q=0, gzip;q=0, zstd;q=0, identity;q=0'])(
  'a file without compressed forms has nothing for %j',
  (header) => expect(chosen(header, [{ encoding: 'identity' }])).toBeUndefined(),
)
