import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

/** Tasks that end on command; `started` lists their names in the order in which they began. */
function controlledTasks() {
  const started: string[] = []
  const endings = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => () => {
    const ending = Promise.withResolvers<string>()
    started.push(name)
    endings.set(name, ending)
    return ending.promise
  }
  return { started, work, endings }
}

test('only so many run at once, and the others follow in the order in which they came', async () => {
  const gate = createGate({ maxConcurrent: 2, maxWaiting: 2 })
  const { started, work, endings } = controlledTasks()
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => gate(work(name)))
  expect(started).toEqual(['a', 'b'])
  endings.get('b')?.resolve('B')
  expect(await b).toEqual({ ok: 'B' })
  expect(started).toEqual(['a', 'b', 'c'])
  endings.get('a')?.resolve('A')
  expect(await a).toEqual({ ok: 'A' })
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  endings.get('c')?.resolve('C')
  endings.get('d')?.resolve('D')
  expect(await Promise.all([c, d])).toEqual([{ ok: 'C' }, { ok: 'D' }])
})

test('a task that finds the queue full is refused without being run', async () => {
  const gate = createGate({ maxConcurrent: 1, maxWaiting: 1 })
  const { started, work, endings } = controlledTasks()
  const [first, second] = [gate(work('first')), gate(work('second'))]
  expect(await gate(work('third'))).toEqual({ fault: 'full' })
  endings.get('first')?.resolve('1')
  await first
  endings.get('second')?.resolve('2')
  await second
  expect(started).toEqual(['first', 'second'])
})

test('work that fails leaves its place to the next', async () => {
  const gate = createGate({ maxConcurrent: 1, maxWaiting: 1 })
  const { work, endings } = controlledTasks()
  const failing = gate(work('failing'))
  const next = gate(async () => 'done')
  endings.get('failing')?.reject(new Error('broken'))
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toEqual({ ok: 'done' })
  expect(await gate(async () => 'again')).toEqual({ ok: 'again' })
})
