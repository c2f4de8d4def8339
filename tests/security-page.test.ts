import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// SECURITY.md names a test for each threat, and a threat for each attack.

const root = path.resolve(import.meta.dirname, '..')
const [, , ...rows] = readFileSync(path.join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('there are threats', () => {
  expect(rows.length).toBeGreaterThan(15)
})

const testsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
const isTest = (file: string) => /\.(test\.tsx?|spec\.ts)$/.test(file) && existsSync(path.join(root, file))

test.each(rows.map(([, threat = '', , tests = '']) => ({ threat, tests })))('$threat: has tests, which exist', ({ tests }) => {
  const named = testsIn(tests)
  expect(named).not.toEqual([])
  expect(named.filter((file) => !isTest(file))).toEqual([])
})

test('each attack that is tried belongs to a threat', () => {
  const attacks = readdirSync(path.join(root, 'server/auth/attacks')).filter((file) => file.includes('.test.'))
  const named = new Set(rows.flatMap(([, , , tests = '']) => testsIn(tests)))
  expect(attacks.length).toBeGreaterThan(5)
  expect(attacks.filter((file) => !named.has(`server/auth/attacks/${file}`))).toEqual([])
})
