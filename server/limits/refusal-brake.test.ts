import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefusalBrake } from './refusal-brake.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Refuses so many requests of a network; the function returns how many answers have been sent. */
function refuse(brake: ReturnType<typeof createRefusalBrake>, address: string, times: number): () => number {
  let sent = 0
  for (let turn = 0; turn < times; turn += 1) {
    void brake(address).then(() => (sent += 1))
  }
  return () => sent
}

test('ten refusals of a second are sent at once, the others of that network a second later', async () => {
  const brake = createRefusalBrake()
  const one = refuse(brake, '192.0.2.1', 25)
  const other = refuse(brake, '192.0.2.2', 5)
  await vi.advanceTimersByTimeAsync(0)
  expect([one(), other()]).toEqual([10, 5])
  await vi.advanceTimersByTimeAsync(999)
  expect(one()).toBe(10)
  await vi.advanceTimersByTimeAsync(1)
  expect(one()).toBe(25)
})

test('a network that has paused is answered at once again', async () => {
  const brake = createRefusalBrake()
  refuse(brake, '192.0.2.1', 25)
  await vi.advanceTimersByTimeAsync(1000)
  const again = refuse(brake, '192.0.2.1', 10)
  await vi.advanceTimersByTimeAsync(0)
  expect(again()).toBe(10)
})

test('addresses of one customer are one network', async () => {
  const brake = createRefusalBrake()
  const first = refuse(brake, '2001:db8::1', 10)
  const second = refuse(brake, '2001:db8::2', 1)
  await vi.advanceTimersByTimeAsync(0)
  expect([first(), second()]).toEqual([10, 0])
})

test('five hundred answers are held at most', async () => {
  const brake = createRefusalBrake()
  const sent = refuse(brake, '192.0.2.1', 1000)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent()).toBe(500)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent()).toBe(1000)
})
