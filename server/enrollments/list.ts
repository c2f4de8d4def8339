import { parseArgs } from 'node:util'
import { shortId } from './confirm.ts'
import { asService, type Command, CommandFault, commonOptions, type Desk } from './command.ts'
import { type Filter, filterOf, filterOptions } from './filters.ts'
import { ageText, printable, shortened } from './terminal-text.ts'
import { table } from './table.ts'

const usualLimit = 50
const mostLimit = 10_000

interface Listed {
  id: string
  state: string
  reason: string | null
  attempts: number
  plan: string | null
  savedAt: Date
  ageSeconds: number
}

/** Every enrollment and where its delivery stands, the newest first; nothing of a person but the plan. */
export const list: Command = async (parameters, desk) => {
  const { values } = parseArgs({
    args: parameters,
    options: { ...commonOptions, ...filterOptions, limit: { type: 'string' }, json: { type: 'boolean' } },
  })
  const limit = Number(values.limit ?? usualLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostLimit) {
    throw new CommandFault(`--limit is a number from 1 to ${mostLimit}.`)
  }
  const rows = await read(desk, filterOf(values, new Date()), limit)
  if (values.json) desk.print(JSON.stringify(rows, undefined, 2))
  else if (rows.length === 0) desk.print('There is none.')
  else {
    desk.print(asTable(rows))
    if (rows.length === limit) desk.print(`These are the newest ${limit}: --limit shows more.`)
  }
  return 0
}

const read = (desk: Desk, { condition, values }: Filter, limit: number) =>
  asService(desk, async (client) => {
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

/** 80 characters wide at most. */
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
