import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { comingSoon } from './blog.ts'

test('every announced article has a picture, and none is written yet', () => {
  const art = path.resolve(import.meta.dirname, '../app/art')
  expect(comingSoon.filter((card) => !existsSync(path.join(art, `${card.picture}.svg`)))).toEqual([])
  expect(comingSoon.filter((card) => existsSync(path.join(import.meta.dirname, 'blog', `${card.id}.mdx`)))).toEqual([])
})

test('the announced articles run from the newest to the oldest', () => {
  const dates = comingSoon.map((card) => card.date)
  expect(dates).toEqual(dates.toSorted().toReversed())
})
