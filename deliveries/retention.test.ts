import * as v from 'valibot'
import { expect, test } from 'vitest'
import { purgeWhenDue, retentionEntries } from './retention.ts'

const parse = (given: Record<string, string>) => v.safeParse(v.object(retentionEntries), given)

test.each([
  [{}, 30],
  [{ PURGE_AFTER_DAYS: '7' }, 7],
  [{ PURGE_AFTER_DAYS: 'never' }, 'never'],
])('%j keeps details for %s days', (given, days) => {
  expect(parse(given).output).toEqual({ PURGE_AFTER_DAYS: days })
})

test.each(['0', '-1', '1.5', '10000', 'soon', '30 days'])('%j is no number of days', (given) => {
  expect(parse({ PURGE_AFTER_DAYS: given }).success).toBe(false)
})

test('what was purged is logged as a number; where details are kept for ever, nothing is asked to go', async () => {
  const asked: (number | null)[] = []
  const logged: unknown[] = []
  const answers = [3, 0, null]
  const purging = {
    store: {
      purgeWhenDue: async (seconds: number | null) => {
        asked.push(seconds)
        return answers.shift() ?? null
      },
    },
    log: (...entry: unknown[]) => void logged.push(entry),
  }
  for (const days of [2, 2, 2, 'never'] as const) await purgeWhenDue(days, purging)
  expect(asked).toEqual([172_800, 172_800, 172_800, null])
  expect(logged).toEqual([['personal-details-purged', { enrollments: 3 }]])
})
