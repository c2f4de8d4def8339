/**
 * Lets callers that come at the same moment share one piece of work: whoever comes while a batch runs is part of the
 * next one, so that nobody waits for company. `run` answers each item in its place. A batch that fails is done again
 * item by item, for one that cannot be done must not be the others' misfortune; so `run` does all of a batch or nothing.
 */
export function createBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  mostAtOnce: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = false

  async function runAll(): Promise<void> {
    running = true
    while (waiting.length) await settle(waiting.splice(0, mostAtOnce), run)
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

/** Never fails itself: whatever happens is told to those who wait. */
async function settle<Item, Result>(batch: Waiting<Item, Result>[], run: (items: Item[]) => Promise<Result[]>) {
  try {
    const results = await run(batch.map(({ item }) => item))
    if (results.length !== batch.length) throw new Error('a batch was answered in part')
    for (const [place, result] of results.entries()) batch[place]?.resolve(result)
  } catch (error) {
    if (batch.length > 1) await Promise.all(batch.map((each) => settle([each], run)))
    else batch[0]?.reject(error)
  }
}
