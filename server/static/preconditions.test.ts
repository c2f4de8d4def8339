import { expect, test } from 'vitest'
import { isSameRepresentation, evaluatePreconditions } from './preconditions.ts'

const etag = '"abc"'
const lastModified = 'Sun, 06 Nov 1994 08:49:37 GMT'
const before = 'Sun, 06 Nov 1994 08:49:36 GMT'
const validators = { etag, lastModified }

test.each([
  [{}, 'met'],
  [{ 'if-none-match': etag }, 'not-modified'],
  [{ 'if-none-match': `W/${etag}` }, 'not-modified'],
  [{ 'if-none-match': `"x", W/"y,z" ,${etag}` }, 'not-modified'],
  [{ 'if-none-match': ' * ' }, 'not-modified'],
  [{ 'if-none-match': '"x"' }, 'met'],
  [{ 'if-none-match': 'abc' }, 'met'],
  [{ 'if-none-match': '' }, 'met'],
  [{ 'if-modified-since': lastModified }, 'not-modified'],
  [{ 'if-modified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 'not-modified'],
  [{ 'if-modified-since': 'Sun Nov  6 08:49:37 1994' }, 'not-modified'],
  [{ 'if-modified-since': before }, 'met'],
  [{ 'if-modified-since': 'yesterday' }, 'met'],
  [{ 'if-none-match': '"x"', 'if-modified-since': lastModified }, 'met'],
  [{ 'if-match': etag }, 'met'],
  [{ 'if-match': '*' }, 'met'],
  [{ 'if-match': `W/${etag}` }, 'failed'],
  [{ 'if-match': '"x"' }, 'failed'],
  [{ 'if-match': etag, 'if-none-match': etag }, 'not-modified'],
  [{ 'if-unmodified-since': lastModified }, 'met'],
  [{ 'if-unmodified-since': before }, 'failed'],
  [{ 'if-unmodified-since': 'tomorrow' }, 'met'],
  [{ 'if-match': etag, 'if-unmodified-since': before }, 'met'],
])('%j is %s', (conditions, outcome) => {
  expect(evaluatePreconditions(conditions, validators)).toBe(outcome)
})

test.each([
  [undefined, true],
  [etag, true],
  [lastModified, true],
  [`W/${etag}`, false],
  ['"x"', false],
  [before, false],
])('a range goes on with %j: %s', (header, isSame) => {
  expect(isSameRepresentation(header, validators)).toBe(isSame)
})
