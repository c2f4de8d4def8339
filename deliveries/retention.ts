import * as v from 'valibot'
import type { DeliveryDependencies } from './dependencies.ts'

/** How long date of birth and social security digits outlive their delivery. */
export type PurgeAfterDays = number | 'never'

const usualDays = '30'
const secondsPerDay = 24 * 60 * 60

export const retentionEntries = {
  PURGE_AFTER_DAYS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(never|[1-9]\d{0,3})$/, 'must be a number of days from 1 to 9999, or never'),
      v.transform((text): PurgeAfterDays => (text === 'never' ? text : Number(text))),
    ),
    usualDays,
  ),
}

/**
 * Forgets what was delivered or cancelled so many days ago. Cheap to call: over all processes, it is done once an hour.
 * `never` forgets nothing, but is written down as done: until then Cron wakes the function each minute.
 */
export async function purgeWhenDue(
  purgeAfterDays: PurgeAfterDays,
  { store, log }: { store: Pick<DeliveryDependencies['store'], 'purgeWhenDue'>; log: DeliveryDependencies['log'] },
): Promise<void> {
  const purged = await store.purgeWhenDue(purgeAfterDays === 'never' ? null : purgeAfterDays * secondsPerDay)
  if (purged) log('personal-details-purged', { enrollments: purged })
}
