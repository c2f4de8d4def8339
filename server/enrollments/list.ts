import { parseArgs } from 'node:util'
import { asService, type Command, CommandFault, commonOptions, type CommandContext, shortId } from './command.ts'
import { openRequests, requestsLine } from './deletions.ts'
import { type Filter, filterOf, filterOptions } from './filters.ts'
import { ageText, printable, shortened, table } from './terminal-text.ts'

const defaultLimit = 50
const maxLimit = 10_000

interface Listed {
  id: string
  state: string
  reason: string | null
  attempts: number
  plan: string | null
  savedAt: Date
  ageSeconds: number
}

/** Lists enrollments with the state of their deliveries, the newest first. Nothing personal but the plan. */
export const list: Command = async (parameters, context) => {
  const { values } = parseArgs({
    args: parameters,
    options: { ...commonOptions, ...filterOptions, limit: { type: 'string' }, json: { type: 'boolean' } },
  })
  const limit = Number(values.limit ?? defaultLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw new CommandFault(`--limit is a number from 1 to ${maxLimit}.`)
  }
  const rows = await read(context, filterOf(values, new Date()), limit)
  if (values.json) context.print(JSON.stringify(rows, undefined, 2))
  else if (rows.length === 0) context.print('There is none.')
  else {
    context.print(asTable(rows))
    if (rows.length === limit) context.print(`These are the newest ${limit}: --limit shows more.`)
  }
  const line = values.json ? undefined : requestsLine((await asService(context, openRequests)).length)
  if (line) context.print(line)
  return 0
}

const read = (context: CommandContext, { condition, values }: Filter, limit: number) =>
  asService(context, async (client) => {
    const { rows } = await client.query<Listed>(
      `select enrollment.id, coalesce(delivery.state, 'incomplete') as state, delivery.reason,
         coalesce(delivery.attempts, 0) as attempts, enrollment.plan_name as plan, enrollment.created_at as "savedAt",
         extract(epoch from now() - enrollment.created_at)::float8 as "ageSeconds"
       from public.enrollments enrollment left join public.deliveries delivery on delivery.enrollment_id = enrollment.id
       where ${condition}
       order by enrollment.created_at desc, enrollment.id limit $4`,
      [...values, limit],
    )
    return rows
  })

/** At most 80 characters wide. */
function asTable(rows: Listed[]): string {
  const heads = ['ID', 'STATE', 'REASON', 'TRIES', 'AGE', 'PLAN']
  const lines = rows.map(({ id, state, reason, attempts, plan, ageSeconds }) => [
    shortId(id),
    state,
    reason ?? '',
    String(attempts),
    ageText(ageSeconds),
    shortened(printable(plan ?? ''), 16),
  ])
  return table([heads, ...lines])
}
