import { asService } from '../enrollments/command.ts'
import { ageText } from '../terminal/text.ts'
import type { Check, OpenInstallation } from './check.ts'

interface Attempt {
  outcome: 'accepted' | 'rejected' | 'retry' | 'ambiguous' | 'lost'
  reason: string | null
  ageSeconds: number
}

/** So many failures in succession are no accident. */
const faultLimit = 3
const examined = 50

/** How the last attempts at the dispute-management system ended. What a person has settled since says nothing any more. */
export async function checkAttempts(context: OpenInstallation): Promise<Check> {
  const name = 'Attempts'
  const attempts = await asService(context, async (client) => {
    const { rows } = await client.query<Attempt>(
      `select outcome, delivery_attempts.reason,
         extract(epoch from clock_timestamp() - coalesce(finished_at, started_at))::float8 as "ageSeconds"
       from public.delivery_attempts join public.deliveries using (enrollment_id)
       where outcome <> 'held' and (outcome = 'accepted' or state not in ('delivered', 'cancelled'))
       order by coalesce(finished_at, started_at) desc limit $1`,
      [examined],
    )
    return rows
  })
  const [last] = attempts
  if (!last) return { name, result: 'ok', detail: 'none has failed' }
  const arrived = attempts.findIndex(({ outcome }) => outcome === 'accepted')
  if (arrived === 0) return { name, result: 'ok', detail: `the last one arrived ${ageText(last.ageSeconds)} ago` }
  const failed = arrived < 0 ? attempts.length : arrived
  const count = failed === examined ? `${examined} or more` : String(failed)
  const why = last.reason ?? last.outcome
  const detail = `the last ${count} in succession did not arrive, most recently ${ageText(last.ageSeconds)} ago: ${why} (docs/deliveries.md)`
  return { name, result: failed < faultLimit ? 'warning' : 'fault', detail }
}
