import { formatUsd } from '../../../content/format.ts'
import { asService, shortId, staffCommand } from '../../enrollments/command.ts'
import { type Command, examples, wholeNumber } from '../../terminal/program.ts'
import { ageText, printable, printableJson, shortened, table } from '../../terminal/text.ts'

interface Listed {
  reference: string
  status: string
  isTest: boolean
  review: string | null
  amountCents: number
  currency: string
  plan: string | null
  enrollment: string | null
  ageSeconds: number
}

/** An amount as people write it. Of a currency other than ours, Stripe's smallest units are not always hundredths. */
export const amountText = (cents: number, currency: string): string =>
  currency === 'usd' ? formatUsd(cents) : `${cents} of the smallest unit of ${printable(currency)}`

const words = (command: Command) =>
  command
    .description('payments, the newest first')
    .option('--review', 'those that wait for a person')
    .option('--limit <number>', 'at most so many', wholeNumber(1, 10_000), 50)
    .option('--json', 'as JSON')
    .addHelpText('after', examples({ 'npm run payments -- list --review': 'which wait for me?' }))

/** Lists payments, the newest first. Nothing personal but the plan. */
export const list = staffCommand(words, async (context, { review, limit, json }) => {
  const rows = await asService(context, async (client) => {
    const answer = await client.query<Listed>(
      `select reference, status, source like '%test' as "isTest", case when reviewed_at is null then review end as review, amount_cents::float8 as "amountCents",
         currency, plan_name as plan, enrollment_id as enrollment,
         extract(epoch from now() - paid_at)::float8 as "ageSeconds"
       from public.payments where not $1 or (review is not null and reviewed_at is null)
       order by paid_at desc nulls first, reference limit $2`,
      [review ?? false, limit],
    )
    return answer.rows
  })
  if (json) return context.print(printableJson(rows))
  if (rows.length === 0) return context.print(review ? 'Nothing waits for a person.' : 'There is none.')
  const lines = rows.map((row) => [
    row.isTest ? `${row.status} (test)` : row.status,
    row.review ?? '',
    row.currency === 'usd' ? formatUsd(row.amountCents) : printable(row.currency),
    row.ageSeconds === null ? '' : ageText(row.ageSeconds),
    row.enrollment ? shortId(row.enrollment) : '',
    shortened(printable(row.plan ?? ''), 16),
    // Last, since it has to be whole to be copied.
    printable(row.reference),
  ])
  context.print(table([['STATE', 'REVIEW', 'AMOUNT', 'AGE', 'FORM', 'PLAN', 'REFERENCE'], ...lines]))
  if (rows.length === limit) context.print(`These are the newest ${limit}: --limit shows more.`)
})
