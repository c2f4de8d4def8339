import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import { confirm } from '../terminal/confirm.ts'
import { type Command, examples } from '../terminal/program.ts'
import { staffCommand } from './command.ts'
import { durationSeconds } from './filters.ts'
import { callStaff, changeAsStaff } from './staff-functions.ts'

/** How many one call purges at most. */
const batchRows = 1000

const words = (command: Command) =>
  command
    .description(`delete ${sensitiveDetails}`)
    .requiredOption('--older-than <age>', 'of what was delivered or cancelled this long ago, such as 12h or 30d', durationSeconds)
    .option('--dry-run', 'only count them')
    .addHelpText('after', examples({ 'npm run enrollments -- purge --older-than 30d --dry-run': 'how many it would be' }))

/** Purges the sensitive details of deliveries that were settled this long ago, without waiting for the hour. */
export const purge = staffCommand(words, async (context, { olderThan: seconds, dryRun }) => {
  const { count: due } = await callStaff(context, 'staff_purge_due', { p_older_than_seconds: seconds })
  if (due === 0) return context.print('There is nothing to purge.')
  if (dryRun) return context.print(`${detailsOf(due)} would be forgotten for good.`)
  await confirm(context, `${detailsOf(due)} will be forgotten for good.`, 'purge')
  let purged = 0
  for (let last = batchRows; last === batchRows; purged += last) {
    context.progress('Purging', purged, { of: due })
    last = (await changeAsStaff(context, 'staff_purge', { p_older_than_seconds: seconds }, {})).count
  }
  context.print(`${detailsOf(purged)} are forgotten.`)
})

const detailsOf = (forms: number) => `${capitalized(sensitiveDetails)} of ${forms === 1 ? 'one form' : `${forms} forms`}`
