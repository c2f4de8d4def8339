import { expect, test } from 'vitest'
import { manualClock } from '../../tests/helpers/manual-clock.ts'
import { createHelpTiming } from './help-timing.ts'

function start() {
  const { clock, advance, pending } = manualClock()
  return { timing: createHelpTiming(clock), advance, pending }
}

test('a tooltip opens after 700 ms of pointing and not sooner', () => {
  const { timing, advance } = start()
  timing.point('one')
  advance(699)
  expect(timing.open()).toBeUndefined()
  advance(1)
  expect(timing.open()).toBe('one')
})

test('whoever leaves sooner sees nothing, and the next wait is a whole one', () => {
  const { timing, advance, pending } = start()
  timing.point('one')
  advance(600)
  timing.hide('one')
  expect(pending()).toBe(0)
  timing.point('two')
  advance(600)
  expect(timing.open()).toBeUndefined()
  advance(100)
  expect(timing.open()).toBe('two')
})

test('a neighbour opens at once until 300 ms after one has closed', () => {
  const { timing, advance } = start()
  timing.show('one')
  timing.hide('one')
  advance(299)
  timing.point('two')
  expect(timing.open()).toBe('two')
})

test('300 ms after one has closed, the next one waits again', () => {
  const { timing, advance } = start()
  timing.show('one')
  timing.hide('one')
  advance(300)
  timing.point('two')
  expect(timing.open()).toBeUndefined()
  advance(700)
  expect(timing.open()).toBe('two')
})

test('at most one is open: the next takes its place', () => {
  const { timing } = start()
  timing.show('one')
  timing.point('two')
  expect(timing.open()).toBe('two')
  timing.hide('one')
  expect(timing.open()).toBe('two')
})

test('one that is shown at once does not open another that was waited for', () => {
  const { timing, advance } = start()
  timing.point('one')
  timing.show('two')
  advance(700)
  expect(timing.open()).toBe('two')
})

test('listeners hear of each change once, until they leave', () => {
  const { timing } = start()
  const heard: (string | undefined)[] = []
  const leave = timing.subscribe(() => heard.push(timing.open()))
  timing.show('one')
  timing.show('one')
  timing.hide('two')
  timing.hide('one')
  leave()
  timing.show('two')
  expect(heard).toEqual(['one', undefined])
})

test('after one is dismissed, the neighbour that comes to lie under the pointer waits its time', () => {
  const { timing, advance } = start()
  timing.show('one')
  timing.dismiss()
  timing.point('two')
  expect(timing.open()).toBeUndefined()
  advance(700)
  expect(timing.open()).toBe('two')
})
