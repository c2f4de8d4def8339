import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'
import { createHandler } from '../supabase/functions/submit-to-disputefox/handler.ts'
import { purgeWhenDue } from './retention.ts'
import { wait } from './wait.ts'

// The function that Cron calls purges too.

let outbox: TestOutbox
let logged: unknown[]

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())

const dependencies = () => {
  logged = []
  const log = (...entry: unknown[]) => void logged.push(entry)
  return { store: outbox.store, fetch, now: () => new Date(), random: Math.random, wait: () => wait(1), log }
}

test('the function that Cron calls purges, also where no destination is configured', async () => {
  const id = await outbox.save()
  await outbox.query(`update deliveries set state = 'delivered', updated_at = now() - interval '31 days'`)
  const told = dependencies()
  const handle = createHandler({
    ...told,
    settings: { mode: 'off' },
    runUpkeep: () => purgeWhenDue(30, told),
    identify: async () => 'service',
    waitUntil: () => undefined,
  })
  const response = await handle(new Request('https://x.example/', { method: 'POST', body: '{}' }))
  expect(response.status).toBe(200)
  expect(await outbox.query('select from enrollments where ssn_last_four is null and id = $1', [id])).toHaveLength(1)
  expect(logged).toEqual([['personal-details-purged', { enrollments: 1 }]])
})

test('where details are kept for ever, the function tells Cron that there is nothing to purge', async () => {
  await outbox.query('update upkeep set purged_at = null')
  const purgedNow = async () => outbox.query('select from upkeep where purged_at is not null')
  const told = dependencies()
  const handle = createHandler({
    ...told,
    settings: { mode: 'off' },
    runUpkeep: () => purgeWhenDue('never', told),
    identify: async () => 'service',
    waitUntil: () => undefined,
  })
  const id = await outbox.save()
  await outbox.query(`update deliveries set state = 'delivered', updated_at = now() - interval '31 days'`)
  expect(await purgedNow()).toHaveLength(0)
  await handle(new Request('https://x.example/', { method: 'POST', body: '{}' }))
  expect(await purgedNow()).toHaveLength(1)
  expect(await outbox.query('select from enrollments where ssn_last_four is null and id = $1', [id])).toEqual([])
  expect(logged).toEqual([])
})
