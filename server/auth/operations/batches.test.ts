import { expect, test, vi } from 'vitest'
import { createBatches } from './batches.ts'

/** Batches that end on command, each returning its items in upper case. */
function controlledBatches(maxBatchSize = 10) {
  const started: string[][] = []
  const endings: PromiseWithResolvers<void>[] = []
  const ask = createBatches(async (names: string[]) => {
    const ending = Promise.withResolvers<void>()
    started.push(names)
    endings.push(ending)
    await ending.promise
    return names.map((name) => name.toUpperCase())
  }, maxBatchSize)
  return { started, endings, ask }
}

test('whoever comes alone does not wait, and who comes meanwhile shares the next batch', async () => {
  const { started, endings, ask } = controlledBatches()
  const [a, b, c] = ['a', 'b', 'c'].map(ask)
  expect(started).toEqual([['a']])
  endings[0]?.resolve()
  expect(await a).toBe('A')
  await vi.waitFor(() => expect(started).toEqual([['a'], ['b', 'c']]))
  endings[1]?.resolve()
  expect(await Promise.all([b, c])).toEqual(['B', 'C'])
  const d = ask('d')
  await vi.waitFor(() => expect(started.at(-1)).toEqual(['d']))
  endings[2]?.resolve()
  expect(await d).toBe('D')
})

test('a batch is no larger than allowed', async () => {
  const { started, endings, ask } = controlledBatches(2)
  const asked = ['a', 'b', 'c', 'd'].map(ask)
  for (const [place, batch] of [['a'], ['b', 'c'], ['d']].entries()) {
    await vi.waitFor(() => expect(started[place]).toEqual(batch))
    endings[place]?.resolve()
  }
  expect(await Promise.all(asked)).toEqual(['A', 'B', 'C', 'D'])
})

test('what cannot be done fails alone, and work goes on', async () => {
  const started: string[][] = []
  const ask = createBatches(async (names: string[]) => {
    started.push(names)
    await Promise.resolve()
    if (names.includes('bad')) throw new Error('refused')
    return names.map((name) => name.toUpperCase())
  }, 10)
  const results = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(ask))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : `${result.reason}`))).toEqual([
    'A', 'B', 'Error: refused', 'C',
  ])
  expect(started).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
  expect(await ask('d')).toBe('D')
})

test('an item without an answer is an error, not a wait for ever', async () => {
  const ask = createBatches(async () => [], 10)
  await expect(ask('a')).rejects.toThrow('too few results')
})
