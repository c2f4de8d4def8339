import { expect, test } from 'vitest'
import { manualClock } from '../../tests/helpers/manual-clock.ts'
import { createToastQueue } from './toast-queue.ts'

function queueOf(mostShown: number, displayMs: number, repeats?: 'merged') {
  const { clock, advance, pending } = manualClock()
  const queue = createToastQueue(mostShown, displayMs, clock, repeats)
  const add = (...messages: string[]) => {
    for (const message of messages) queue.add({ title: undefined, message, tone: 'neutral' })
  }
  const messages = () => queue.shown().map(({ message }) => message)
  const idOf = (message: string) => queue.shown().find((toast) => toast.message === message)?.id ?? 0
  return { queue, add, messages, idOf, advance, pending }
}

test('a toast stays for its display time and not longer', () => {
  const { add, messages, advance } = queueOf(1, 5000)
  add('first')
  advance(4999)
  expect(messages()).toEqual(['first'])
  advance(1)
  expect(messages()).toEqual([])
})

test('the next toast waits for the first one, then has its full time', () => {
  const { add, messages, advance } = queueOf(1, 5000)
  add('first')
  advance(3000)
  add('second')
  expect(messages()).toEqual(['first'])
  advance(2000)
  expect(messages()).toEqual(['second'])
  advance(4999)
  expect(messages()).toEqual(['second'])
  advance(1)
  expect(messages()).toEqual([])
})

test('dismissing a toast shows the next one at once, for its full time', () => {
  const { queue, add, messages, idOf, advance } = queueOf(1, 5000)
  add('first', 'second')
  advance(1000)
  queue.dismiss(idOf('first'))
  expect(messages()).toEqual(['second'])
  advance(4999)
  expect(messages()).toEqual(['second'])
  advance(1)
  expect(messages()).toEqual([])
})

test('at most three lines are shown, oldest first, and a fourth follows when one has gone', () => {
  const { add, messages, advance } = queueOf(3, 4000)
  add('one')
  advance(1000)
  add('two', 'three', 'four')
  expect(messages()).toEqual(['one', 'two', 'three'])
  advance(3000)
  expect(messages()).toEqual(['two', 'three', 'four'])
  advance(1000)
  expect(messages()).toEqual(['four'])
})

test('while paused no time passes, and afterwards only the rest of it is left', () => {
  const { queue, add, messages, advance, pending } = queueOf(1, 5000)
  add('first')
  advance(2000)
  queue.pause()
  queue.pause()
  expect(pending()).toBe(0)
  advance(60_000)
  expect(messages()).toEqual(['first'])
  queue.resume()
  queue.resume()
  advance(2999)
  expect(messages()).toEqual(['first'])
  advance(1)
  expect(messages()).toEqual([])
})

test('a toast that appears while paused starts its time when the pause ends', () => {
  const { queue, add, messages, advance } = queueOf(3, 4000)
  queue.pause()
  add('first')
  advance(10_000)
  queue.resume()
  advance(3999)
  expect(messages()).toEqual(['first'])
  advance(1)
  expect(messages()).toEqual([])
})

test('merged, the same words are shown once, for the whole time anew, and wait once', () => {
  const { add, messages, advance } = queueOf(1, 5000, 'merged')
  add('again')
  advance(3000)
  add('again', 'next', 'next')
  advance(4999)
  expect(messages()).toEqual(['again'])
  advance(1)
  expect(messages()).toEqual(['next'])
  advance(5000)
  expect(messages()).toEqual([])
})

test('dismissing what is already gone changes nothing', () => {
  const { queue, add, messages, idOf, advance, pending } = queueOf(1, 5000)
  add('first')
  const gone = idOf('first')
  advance(5000)
  add('second')
  queue.dismiss(gone)
  expect(messages()).toEqual(['second'])
  expect(pending()).toBe(1)
})

test('subscribers hear of each change and see the same list until the next one', () => {
  const { queue, add, advance } = queueOf(1, 5000)
  let heard = 0
  const release = queue.subscribe(() => (heard += 1))
  add('first')
  expect(heard).toBe(1)
  expect(queue.shown()).toBe(queue.shown())
  advance(5000)
  expect(heard).toBe(2)
  release()
  add('second')
  expect(heard).toBe(2)
})
