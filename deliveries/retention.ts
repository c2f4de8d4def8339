import * as v from 'valibot'
import type { DeliveryDependencies } from './dependencies.ts'

/** How many days date of birth and SSN digits are kept after delivery. */
export type PurgeAfterDays = number | 'never'

const defaultDays = '30'
const secondsPerDay = 24 * 60 * 60

export const retentionEntries = {
  PURGE_AFTER_DAYS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(never|[1-9]\d{0,3})$/, 'must be a number of days from 1 to 9999, or never'),
      v.transform((text): PurgeAfterDays => (text === 'never' ? text : Number(text))),
    ),
    defaultDays,
  ),
}

/**
 * Purges the personal details of deliveries that were settled this many days ago, at most once an hour over all
 * processes. `never` purges nothing but is recorded as done; otherwise Cron would call the function every minute.
 */
export async function purgeWhenDue(
  purgeAfterDays: PurgeAfterDays,
  { store, log }: { store: Pick<DeliveryDependencies['store'], 'purgeWhenDue'>; log: DeliveryDependencies['log'] },
): Promise<void> {
  const purged = await store.purgeWhenDue(purgeAfterDays === 'never' ? null : purgeAfterDays * secondsPerDay)
  if (purged) log('personal-details-purged', { enrollments: purged })
}
