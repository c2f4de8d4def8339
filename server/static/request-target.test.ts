import { expect, test } from 'vitest'
import { pathOf } from './request-target.ts'

test.each([
  ['/', '/'],
  ['/auth/', '/auth/'],
  ['/%61uth?next=%zz', '/auth'],
  ['/caf%C3%A9', '/café'],
  ['/..file/a.b/...', '/..file/a.b/...'],
  ['//host/path', '//host/path'],
  ['http://www.example.org/auth?a', '/auth'],
])('the path of %j is %j', (target, path) => {
  expect(pathOf(target)).toBe(path)
})

test.each([
  '', '*', 'auth', 'http://www.example.org', '/zz%', '/%', '/%zz', '/%E0%A4%A', '/%c0%ae%c0%ae/', '/%ff', '/a%00', '/a%0d%0ab',
  '/a\\b', '/a%5cb', '/a%2fb', '/.', '/..', '/a/../b', '/a/./b', '/a/..', '/%2e%2e/a', '/a/%2E/b', '/.%2e/',
])('%j is malformed', (target) => {
  expect(pathOf(target)).toBeUndefined()
})
