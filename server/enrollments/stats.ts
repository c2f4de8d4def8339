import { parseArgs } from 'node:util'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import { asService, type Command, commonOptions } from './command.ts'
import { ageText, table } from './terminal-text.ts'

interface Counted {
  state: string
  reason: string | null
  count: number
  oldestSeconds: number
}

/** Counts deliveries by state and reason, and the outcomes of the last day's attempts. */
export const stats: Command = async (parameters, context) => {
  const { values } = parseArgs({ args: parameters, options: { ...commonOptions, json: { type: 'boolean' } } })
  const counts = await asService(context, async (client) => {
    const deliveries = await client.query<Counted>(
      `select state, reason, count(*)::integer as count,
         extract(epoch from clock_timestamp() - min(
           case when state in ('queued', 'sending') then queued_at else updated_at end
         ))::float8 as "oldestSeconds"
       from public.deliveries group by state, reason order by state, reason nulls first`,
    )
    const attempts = await client.query<{ outcome: string; count: number }>(
      `select coalesce(outcome, 'under way') as outcome, count(*)::integer as count from public.delivery_attempts
       where started_at > clock_timestamp() - interval '1 day' group by 1 order by 1`,
    )
    const details = await client.query<{ purged: number; kept: number; incomplete: number }>(
      `select (count(*) filter (where personal_details_purged_at is not null))::integer as purged,
         (count(*) filter (where personal_details is not null))::integer as kept,
         (count(*) filter (where not onboarding_completed))::integer as incomplete
       from public.enrollments`,
    )
    return { deliveries: deliveries.rows, attemptsOfLastDay: attempts.rows, details: details.rows[0] }
  })
  if (values.json) context.print(JSON.stringify(counts, undefined, 2))
  else {
    const lines = counts.deliveries.map(({ state, reason, count, oldestSeconds }) => [
      state,
      reason ?? '',
      String(count),
      ageText(oldestSeconds),
    ])
    context.print(table([['STATE', 'REASON', 'COUNT', 'OLDEST'], ...lines]))
    const attempts = counts.attemptsOfLastDay.map(({ outcome, count }) => `${count} ${outcome}`).join(', ') || 'none'
    context.print(`\nAttempts in the last day: ${attempts}`)
    const { purged, kept, incomplete } = counts.details ?? { purged: 0, kept: 0, incomplete: 0 }
    context.print(`${capitalized(sensitiveDetails)}: ${kept} kept, ${purged} purged. Forms not filled yet: ${incomplete}.`)
  }
  return 0
}
