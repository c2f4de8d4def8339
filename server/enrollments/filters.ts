import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type FormState, formStates } from '../../domain/delivery-states.ts'
import { findService, pricedService } from '../../domain/plans.ts'
import type { Command } from '../terminal/program.ts'

/** Adds the options --state, --since and --plan. */
export const withFilter = (command: Command) =>
  command
    .option('--state <state>', `in this state, which may be repeated: ${formStates.join(', ')}`, knownState)
    .option('--since <when>', 'saved since: a day such as 2031-03-04, or an age such as 12h or 7d', startOf)
    .option('--plan <name>', 'with this plan, by its short or whole name', planNamed)

interface FilterValues {
  state?: FormState[] | undefined
  since?: Date | undefined
  plan?: string | undefined
}

/** The same for the staff's functions. */
export const filterOf = ({ state, since, plan }: FilterValues) => ({
  p_states: state,
  p_plans: plan === undefined ? undefined : [plan],
  p_since: since?.toISOString(),
})

/** The whole name of one of ours. Forms may have any other, as the address of the form named it. */
function planNamed(given: string): string {
  const service = findService(given)
  return service ? pricedService(service).name : given
}

function knownState(given: string, before: FormState[] = []): FormState[] {
  const state = formStates.find((each) => each === given)
  if (!state) throw new InvalidArgumentError(`It is one of ${formStates.join(', ')}.`)
  return [...before, state]
}

/** Parses a day in UTC such as `2031-03-04`, or an age such as `12h` or `7d`. */
export function startOf(since: string): Date {
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
