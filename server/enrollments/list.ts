import { type Command, examples, wholeNumber } from '../terminal/program.ts'
import { asService, type CommandContext, shortId, staffCommand } from './command.ts'
import { openRequests, requestsLine } from './deletions.ts'
import { type Filter, filterOf, withFilter } from './filters.ts'
import { paymentState } from './payment-state.ts'
import { ageText, printable, printableJson, shortened, table } from '../terminal/text.ts'

const defaultLimit = 50
const maxLimit = 10_000

interface Listed {
  id: string
  state: string
  reason: string | null
  attempts: number
  payment: string
  plan: string | null
  savedAt: Date
  ageSeconds: number
}

const words = (command: Command) =>
  withFilter(command)
    .description('enrollments, the newest first, with the state of their deliveries and payments')
    .option('--limit <number>', 'at most so many', wholeNumber(1, maxLimit), defaultLimit)
    .option('--json', 'as JSON')
    .addHelpText('after', examples({ 'npm run enrollments -- list --state needs_review --state rejected': 'who waits for me?' }))

/** Lists enrollments with the state of their deliveries, the newest first. Nothing personal but the plan. */
export const list = staffCommand(words, async (context, { limit, json, ...filter }) => {
  const rows = await read(context, filterOf(filter), limit)
  if (json) context.print(printableJson(rows))
  else if (rows.length === 0) context.print('There is none.')
  else {
    context.print(asTable(rows))
    if (rows.length === limit) context.print(`These are the newest ${limit}: --limit shows more.`)
  }
  const line = json ? undefined : requestsLine((await asService(context, openRequests)).length)
  if (line) context.print(line)
})

const read = (context: CommandContext, { condition, values }: Filter, limit: number) =>
  asService(context, async (client) => {
    const { rows } = await client.query<Listed>(
      `select enrollment.id, coalesce(delivery.state, 'incomplete') as state, delivery.reason,
         coalesce(delivery.attempts, 0) as attempts, ${paymentState} as payment,
         enrollment.plan_name as plan, enrollment.created_at as "savedAt",
         extract(epoch from now() - enrollment.created_at)::float8 as "ageSeconds"
       from public.enrollments enrollment left join public.deliveries delivery on delivery.enrollment_id = enrollment.id
       where ${condition}
       order by enrollment.created_at desc, enrollment.id limit $4`,
      [...values, limit],
    )
    return rows
  })

const shortPayment: Record<string, string> = { none: '', paid: 'yes', partly_refunded: 'partly', refunded: 'refunded', disputed: 'disputed', dispute_lost: 'lost' }

/** At most 80 characters wide, unless payments are disputed. */
function asTable(rows: Listed[]): string {
  const heads = ['ID', 'STATE', 'REASON', 'TRIES', 'AGE', 'PAID', 'PLAN']
  const lines = rows.map(({ id, state, reason, attempts, payment, plan, ageSeconds }) => [
    shortId(id),
    state,
    reason ?? '',
    String(attempts),
    ageText(ageSeconds),
    shortPayment[payment] ?? payment,
    shortened(printable(plan ?? ''), 12),
  ])
  return table([heads, ...lines])
}
