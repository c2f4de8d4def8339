import { formatUsd } from '../../../content/format.ts'
import type { ListedPayment } from '../../../domain/staff/payments.ts'
import { shortId, staffCommand } from '../../enrollments/command.ts'
import { callStaff, readPages } from '../../enrollments/staff-functions.ts'
import { type Command, examples, wholeNumber } from '../../terminal/program.ts'
import { ageText, printable, printableJson, shortened, table } from '../../terminal/text.ts'

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
  const payments = await readPages<ListedPayment, string>(limit, 1000, async (page) => {
    const { payments: rows, next } = await callStaff(context, 'staff_payments', { p_in_review: review, ...page })
    return { rows, next }
  })
  const rows = payments.map(listed)
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

const listed = ({ reference, source, status, review, amount_cents: amountCents, currency, plan_name: plan, enrollment, paid_at: paid }: ListedPayment) => ({
  reference,
  status,
  isTest: source.endsWith('test'),
  review,
  amountCents,
  currency,
  plan,
  enrollment,
  ageSeconds: paid === null ? null : (Date.now() - new Date(paid).getTime()) / 1000,
})
