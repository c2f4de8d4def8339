import { expect, test } from 'vitest'
import { bearerToken } from './bearer-token.ts'

test.each([
  ['Bearer a.b.c', 'a.b.c'],
  ['bearer a.b.c', 'a.b.c'],
  ['BEARER   a.b.c ', 'a.b.c'],
  ['Bearer', ''],
  ['Bearer ', ''],
  ['Bearer a b', ''],
  ['Bearera.b.c', undefined],
  ['Basic cnV0aDpzZWNyZXQ=', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('%j carries the token %j', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})
