import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type FormState, formStates } from '../../domain/delivery-states.ts'
import type { Command } from '../terminal/program.ts'

/** Adds the options --state, --since and --plan. */
export const withFilter = (command: Command) =>
  command
    .option('--state <state>', `in this state, which may be repeated: ${formStates.join(', ')}`, knownState)
    .option('--since <when>', 'saved since: a day such as 2031-03-04, or an age such as 12h or 7d', startOf)
    .option('--plan <name>', 'with this plan')

interface FilterValues {
  state?: string[] | undefined
  since?: Date | undefined
  plan?: string | undefined
}

export interface Filter {
  /** A WHERE condition on `enrollment` and `delivery` with parameters $1 to $3. */
  condition: string
  values: unknown[]
}

/** The filter of --state, --since and --plan. */
export function filterOf({ state, since, plan }: FilterValues): Filter {
  return {
    condition: `($1::text[] is null or coalesce(delivery.state, 'incomplete') = any ($1))
      and ($2::timestamptz is null or enrollment.created_at >= $2)
      and ($3::text is null or lower(enrollment.plan_name) = lower($3))`,
    values: [state ?? null, since ?? null, plan ?? null],
  }
}

function knownState(given: string, before: FormState[] = []): FormState[] {
  const state = formStates.find((each) => each === given)
  if (!state) throw new InvalidArgumentError(`It is one of ${formStates.join(', ')}.`)
  return [...before, state]
}

/** Parses a day in UTC such as `2031-03-04`, or an age such as `12h` or `7d`. */
function startOf(since: string): Date {
  if (/^\d+[hd]$/.test(since)) return new Date(Date.now() - durationSeconds(since) * 1000)
  const day = /^\d{4}-\d{2}-\d{2}$/.test(since) ? new Date(`${since}T00:00:00Z`) : undefined
  if (!day || Number.isNaN(day.getTime())) throw new InvalidArgumentError('It is a day such as 2031-03-04, or an age such as 12h or 7d.')
  return day
}

/** `12h` or `30d` in seconds, a hundred years at most. */
export function durationSeconds(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  const seconds = Number(count) * (unit === 'd' ? 86_400 : 3_600)
  if (!unit || seconds > 36_525 * 86_400) throw new InvalidArgumentError('A duration is such as 12h or 30d.')
  return seconds
}
