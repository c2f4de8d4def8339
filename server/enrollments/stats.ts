import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import type { Command } from '../terminal/program.ts'
import { staffCommand } from './command.ts'
import { callStaff } from './staff-functions.ts'
import { ageText, printableJson, table } from '../terminal/text.ts'

const words = (command: Command) => command.description('counts by state and reason').option('--json', 'as JSON')

/** Counts deliveries by state and reason, and the outcomes of the last day's attempts. */
export const stats = staffCommand(words, async (context, { json }) => {
  const { deliveries, attempts_of_last_day: attemptsOfLastDay, details } = await callStaff(context, 'staff_stats', {})
  const counts = { deliveries: deliveries.map(({ oldest_seconds: oldestSeconds, ...counted }) => ({ ...counted, oldestSeconds })), attemptsOfLastDay, details }
  if (json) context.print(printableJson(counts))
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
    const { purged, kept, incomplete } = counts.details
    context.print(`${capitalized(sensitiveDetails)}: ${kept} kept, ${purged} purged. Forms not filled yet: ${incomplete}.`)
  }
})
