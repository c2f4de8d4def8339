import { expect, test, vi } from 'vitest'
import { withLocks } from './one-at-a-time.ts'

const granted = withLocks(async (_name, task) => task())
const refused = withLocks(async () => {
  throw new DOMException('The request was denied.', 'SecurityError')
})

for (const { lock, oneAtATime } of [
  { lock: 'a lock', oneAtATime: granted },
  { lock: 'a lock that is refused', oneAtATime: refused },
]) {
  test(`with ${lock} a task runs once, and its result is told`, async () => {
    const task = vi.fn<() => Promise<string>>(async () => 'saved')
    expect(await oneAtATime('form', task)).toBe('saved')
    expect(task).toHaveBeenCalledTimes(1)
  })

  test(`with ${lock} a task that fails is not run again, and its own failure is told`, async () => {
    const task = vi.fn<() => Promise<string>>(async () => {
      throw new Error('The task failed')
    })
    await expect(oneAtATime('form', task)).rejects.toThrow('The task failed')
    expect(task).toHaveBeenCalledTimes(1)
  })
}

test('a task waits for its lock', async () => {
  const { promise: free, resolve: release } = Promise.withResolvers<void>()
  const asked = vi.fn<(name: string) => void>()
  const waiting = withLocks(async (name, task) => {
    asked(name)
    await free
    return task()
  })
  const task = vi.fn<() => Promise<string>>(async () => 'saved')
  const result = waiting('form', task)
  expect(asked).toHaveBeenCalledWith('form')
  expect(task).not.toHaveBeenCalled()
  release()
  expect(await result).toBe('saved')
})

test('a lock that is lost while the task runs does not run it again', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<string>()
  const lost = withLocks(async (_name, task) => {
    void task()
    throw new DOMException('The lock was stolen.', 'AbortError')
  })
  const task = vi.fn<() => Promise<string>>(() => answered)
  const result = lost('form', task)
  answer('saved')
  expect(await result).toBe('saved')
  expect(task).toHaveBeenCalledTimes(1)
})
