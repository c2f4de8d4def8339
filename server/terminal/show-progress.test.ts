import { expect, test } from 'vitest'
import { showProgress } from './show-progress.ts'

function stream(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => Boolean(written.push(text)) }
}

test('at a terminal one line is written over, with a bar once it is known how much there is', () => {
  const terminal = stream(true)
  const { show, clear } = showProgress(terminal)
  show('Backing up', 1200, { at: 'public.enrollments' })
  show('Purging', 3000, { of: 4000 })
  show('Building the site', 7, { of: 7, unit: 'steps' })
  clear()
  clear()
  expect(terminal.written).toEqual([
    '\r\u001b[KBacking up public.enrollments: 1,200 rows',
    '\r\u001b[KPurging: ██████████████████░░░░░░  75%  3,000 of 4,000 rows',
    '\r\u001b[KBuilding the site: ████████████████████████ 100%  7 of 7 steps',
    '\r\u001b[K',
  ])
})

test('elsewhere each step is a line, and nothing is written over', () => {
  const file = stream(false)
  const { show, clear } = showProgress(file)
  for (const done of [0, 1000, 2000]) show('Purging', done, { of: 2000 })
  show('Reading it back', 0)
  clear()
  expect(file.written).toEqual(['Purging …\n', 'Reading it back …\n'])
})

test('more than was counted is no more than everything, and nothing to do is done', () => {
  const terminal = stream(true)
  const { show } = showProgress(terminal)
  show('Exporting', 5, { of: 4 })
  show('Exporting', 0, { of: 0 })
  expect(terminal.written.map((line) => /\d+%/.exec(line)?.[0])).toEqual(['100%', '100%'])
})
