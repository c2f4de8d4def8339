import type { FoundForm } from '../../domain/staff/found.ts'
import { type Command, examples, wholeNumber } from '../terminal/program.ts'
import { ageText, printable, printableJson, shortened, table } from '../terminal/text.ts'
import { shortId, staffCommand } from './command.ts'
import { requestsLine } from './deletions.ts'
import { filterOf, withFilter } from './filters.ts'
import { callStaff, readPages } from './staff-functions.ts'

const words = (command: Command) =>
  withFilter(command)
    .description('enrollments, the newest first, with the state of their deliveries and payments')
    .option('--limit <number>', 'at most so many', wholeNumber(1, 10_000), 50)
    .option('--json', 'as JSON')
    .addHelpText('after', examples({ 'npm run enrollments -- list --state needs_review --state rejected': 'who waits for me?' }))

/** Lists enrollments with the state of their deliveries, the newest first. Nothing personal but the plan. */
export const list = staffCommand(words, async (context, { limit, json, ...filter }) => {
  const forms = await readPages<FoundForm, string>(limit, 200, async (page) => {
    const { found, next } = await callStaff(context, 'staff_find', { p_text: '', ...filterOf(filter), ...page })
    return { rows: found, next }
  })
  const rows = forms.map(listed)
  if (json) return context.print(printableJson(rows))
  if (rows.length === 0) context.print('There is none.')
  else {
    context.print(asTable(rows))
    if (rows.length === limit) context.print(`These are the newest ${limit}: --limit shows more.`)
  }
  const { requests } = await callStaff(context, 'staff_deletion_requests', {})
  const line = requestsLine(requests.length)
  if (line) context.print(line)
})

const listed = ({ id, state, reason, attempts, payment, plan, saved_at: saved }: FoundForm) => {
  const savedAt = new Date(saved)
  return { id, state, reason, attempts, payment, plan, savedAt, ageSeconds: (Date.now() - savedAt.getTime()) / 1000 }
}

const shortPayment = { none: '', paid: 'yes', partly_refunded: 'partly', refunded: 'refunded', disputed: 'disputed', dispute_lost: 'lost' }

/** At most 80 characters wide, unless payments are disputed. */
function asTable(rows: ReturnType<typeof listed>[]): string {
  const heads = ['ID', 'STATE', 'REASON', 'TRIES', 'AGE', 'PAID', 'PLAN']
  const lines = rows.map(({ id, state, reason, attempts, payment, plan, ageSeconds }) => [
    shortId(id),
    state,
    reason ?? '',
    String(attempts),
    ageText(ageSeconds),
    shortPayment[payment],
    shortened(printable(plan ?? ''), 12),
  ])
  return table([heads, ...lines])
}
