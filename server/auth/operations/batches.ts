/**
 * Batches concurrent calls: an item that arrives while a batch runs becomes part of the next one. `run` does all of a
 * batch or nothing and returns the results in order. A failed batch is retried item by item, so that one bad item does
 * not fail the others.
 */
export function createBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  maxBatchSize: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = false

  async function runAll(): Promise<void> {
    running = true
    while (waiting.length) await settle(waiting.splice(0, maxBatchSize), run)
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!running) void runAll()
    })
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Never rejects: results and errors go to the waiting callers. */
async function settle<Item, Result>(batch: Waiting<Item, Result>[], run: (items: Item[]) => Promise<Result[]>) {
  try {
    const results = await run(batch.map(({ item }) => item))
    if (results.length !== batch.length) throw new Error('a batch returned too few results')
    for (const [place, result] of results.entries()) batch[place]?.resolve(result)
  } catch (error) {
    if (batch.length > 1) await Promise.all(batch.map((each) => settle([each], run)))
    else batch[0]?.reject(error)
  }
}
