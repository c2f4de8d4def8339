import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'
import { createHandler } from '../supabase/functions/submit-to-disputefox/handler.ts'
import { purgeWhenDue } from './retention.ts'

// The function that Cron calls purges too.

let outbox: TestOutbox
let logged: unknown[]

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())

/** Cron wakes the function where details are kept for so many days. */
function wake(days: number | 'never'): Promise<Response> {
  logged = []
  const dependencies = outbox.dependencies({ fetch, log: (...entry) => void logged.push(entry) })
  const handle = createHandler({
    ...dependencies,
    settings: { mode: 'off' },
    runUpkeep: () => purgeWhenDue(days, dependencies),
    identify: async () => 'service',
    withinLimits: (_, respond) => respond(),
    waitUntil: () => undefined,
  })
  return handle(new Request('https://x.example/', { method: 'POST', body: '{}' }))
}

async function deliveredLongAgo(): Promise<string> {
  const id = await outbox.save()
  await outbox.query(`update deliveries set state = 'delivered', updated_at = now() - interval '31 days'`)
  return id
}

const purged = (id: string) => outbox.query('select from enrollments where personal_details is null and id = $1', [id])

test('the function that Cron wakes purges, also where no destination is configured', async () => {
  const id = await deliveredLongAgo()
  expect((await wake(30)).status).toBe(200)
  expect(await purged(id)).toHaveLength(1)
  expect(logged).toEqual([['personal-details-purged', { enrollments: 1 }]])
})

test('where details are kept for ever, the function tells Cron that there is nothing to purge', async () => {
  await outbox.query('update upkeep set purged_at = null')
  const purgedNow = async () => outbox.query('select from upkeep where purged_at is not null')
  const id = await deliveredLongAgo()
  expect(await purgedNow()).toHaveLength(0)
  await wake('never')
  expect(await purgedNow()).toHaveLength(1)
  expect(await purged(id)).toEqual([])
  expect(logged).toEqual([])
})
