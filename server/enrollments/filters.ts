import { deliveryStates } from '../../deliveries/delivery-store.ts'
import { CommandFault } from './command.ts'

/** `incomplete`: prepared by the staff, but the client has not filled in the form. */
const listedStates: readonly string[] = [...deliveryStates, 'incomplete']

export const filterOptions = {
  state: { type: 'string', multiple: true },
  since: { type: 'string' },
  plan: { type: 'string' },
} as const

interface FilterValues {
  state?: string[] | undefined
  since?: string | undefined
  plan?: string | undefined
}

export interface Filter {
  /** A WHERE condition on `enrollment` and `delivery` with parameters $1 to $3. */
  condition: string
  values: unknown[]
}

/** The filter of --state, --since and --plan. */
export function filterOf({ state, since, plan }: FilterValues, now: Date): Filter {
  const unknown = state?.find((name) => !listedStates.includes(name))
  if (unknown !== undefined) throw new CommandFault(`--state is one of ${listedStates.join(', ')}.`)
  return {
    condition: `($1::text[] is null or coalesce(delivery.state, 'incomplete') = any ($1))
      and ($2::timestamptz is null or enrollment.created_at >= $2)
      and ($3::text is null or lower(enrollment.plan_name) = lower($3))`,
    values: [state ?? null, since === undefined ? null : startOf(since, now), plan ?? null],
  }
}

/** Parses a day in UTC such as `2031-03-04`, or an age such as `12h` or `7d`. */
function startOf(since: string, now: Date): Date {
  if (/^\d+[hd]$/.test(since)) return new Date(now.getTime() - durationSeconds(since) * 1000)
  const day = /^\d{4}-\d{2}-\d{2}$/.test(since) ? new Date(`${since}T00:00:00Z`) : undefined
  if (!day || Number.isNaN(day.getTime())) throw new CommandFault('--since is a day such as 2031-03-04, or 12h, or 7d.')
  return day
}

/** `12h` or `30d` in seconds, a hundred years at most. */
export function durationSeconds(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  const seconds = Number(count) * (unit === 'd' ? 86_400 : 3_600)
  if (!unit || seconds > 36_525 * 86_400) throw new CommandFault('A duration is such as 12h or 30d.')
  return seconds
}
