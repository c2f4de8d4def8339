import { parseArgs } from 'node:util'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import { asService, type Command, CommandFault, commonOptions, confirm } from './command.ts'
import { durationSeconds } from './filters.ts'
import { recordStaffAction } from './staff-log.ts'

const batchRows = 1000

/** Purges the sensitive details of deliveries that were settled this long ago, without waiting for the hour. */
export const purge: Command = async (parameters, context) => {
  const { values } = parseArgs({
    args: parameters,
    options: { ...commonOptions, 'older-than': { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  })
  const olderThan = values['older-than']
  if (!olderThan) throw new CommandFault('Say how long ago it was delivered or cancelled, such as --older-than 30d.')
  const seconds = durationSeconds(olderThan)
  const due = await asService(context, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from public.enrollments join public.deliveries on enrollment_id = id
       where personal_details_purged_at is null and deliveries.state in ('delivered', 'cancelled')
         and deliveries.updated_at <= clock_timestamp() - $1 * interval '1 second'`,
      [seconds],
    )
    return rows[0]?.count ?? 0
  })
  if (values['dry-run'] || due === 0) {
    context.print(`${due} would be purged.`)
    return 0
  }
  await confirm(context, `${capitalized(sensitiveDetails)} of ${due} will be forgotten for good.`, 'purge', values.yes)
  let purged = 0
  for (let last = batchRows; last === batchRows; purged += last) {
    last = await asService(context, async (client) => {
      const { rows } = await client.query<{ count: number }>('select public.purge_personal_details($1, $2) as count', [
        seconds,
        batchRows,
      ])
      const count = rows[0]?.count ?? 0
      if (count) await recordStaffAction(client, { staff: context.staff, action: 'purge', enrollment: count })
      return count
    })
  }
  context.print(`${purged} purged.`)
  return 0
}
