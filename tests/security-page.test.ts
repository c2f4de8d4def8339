import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// SECURITY.md names a test for each threat.

const root = path.resolve(import.meta.dirname, '..')
const [, , ...rows] = readFileSync(path.join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('there are threats', () => {
  expect(rows.length).toBeGreaterThan(15)
})

test.each(rows.map(([, threat = '', , tests = '']) => ({ threat, tests })))('$threat: has tests, which exist', ({ tests }) => {
  const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
  expect(named).not.toEqual([])
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
