import { expect, test } from 'vitest'
import { merged } from './merged.ts'

const row = (id: string, since: number) => ({ id, since })
const of = (before: string[], now: string[]) => merged(before.map((id) => row(id, 1)), now.map((id) => row(id, 2)), ({ id }) => id)

test('what is gone stays where it stood, and what is new stands behind', () => {
  expect(of(['a', 'b', 'c'], ['n', 'a', 'c', 'd'])).toEqual([row('a', 2), row('b', 1), row('c', 2), row('n', 2), row('d', 2)])
})

test('of what stays the latest is shown', () => {
  expect(of(['a'], ['a'])).toEqual([row('a', 2)])
  expect(of([], ['a'])).toEqual([row('a', 2)])
  expect(of(['a'], [])).toEqual([row('a', 1)])
})
