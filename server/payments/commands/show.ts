import type { PoolClient } from 'pg'
import { asService, moment, staffCommand } from '../../enrollments/command.ts'
import { maskedEmail } from '../../enrollments/masked.ts'
import { recordStaffAction } from '../../enrollments/staff-log.ts'
import { CommandFault, confirm } from '../../terminal/confirm.ts'
import type { Command } from '../../terminal/program.ts'
import { printable, table } from '../../terminal/text.ts'
import { amountText } from './list.ts'
import { explainReview } from './review-words.ts'

interface Row {
  status: string
  source: string
  amountCents: number
  currency: string
  paid: string | null
  refundedCents: number
  refunded: string | null
  disputed: string | null
  email: string | null
  plan: string | null
  review: string | null
  enrollment: string | null
  emailsSent: number
  emailDue: string | null
  stopped: string | null
}

const words = (command: Command) =>
  command
    .description('a payment with its events, and what to do')
    .argument('<reference>', 'the reference of the payment, as list has it')
    .option('--reveal', "show the payer's whole address, which is recorded")

/** Shows one payment with its events. The payer's address is masked unless --reveal is given. */
export const show = staffCommand(words, async (context, reference, { reveal }) => {
  const { row, events } = await asService(context, async (client) => ({
    row: await paymentOf(client, reference),
    events: await eventsOf(client, reference),
  }))
  if (!row) throw new CommandFault('There is no such payment.')
  if (reveal && row.email !== null) {
    await confirm(context, "This shows the payer's address, and is recorded.", 'reveal')
    const entry = { staff: context.staff, action: 'reveal', enrollment: row.enrollment ?? 0 } as const
    await asService(context, (client) => recordStaffAction(client, entry))
  }
  context.print(table(linesOf(reference, row, reveal ?? false)))
  context.print(`\n${table([['EVENT', 'HAPPENED (UTC)', 'RECEIVED (UTC)', 'WHAT', 'AMOUNT'], ...events])}`)
})

async function paymentOf(client: PoolClient, reference: string): Promise<Row | undefined> {
  const { rows } = await client.query<Row>(
    `select status, source, amount_cents::float8 as "amountCents", currency, ${moment('paid_at')} as paid,
       refunded_cents::float8 as "refundedCents", ${moment('refunded_at')} as refunded, ${moment('disputed_at')} as disputed,
       payer_email as email, plan_name as plan, case when reviewed_at is null then review end as review,
       enrollment_id as enrollment, emails_sent as "emailsSent", ${moment('email_due_at')} as "emailDue",
       ${moment('reminders_stopped_at')} as stopped
     from public.payments where reference = $1`,
    [reference],
  )
  return rows[0]
}

async function eventsOf(client: PoolClient, reference: string): Promise<string[][]> {
  const { rows } = await client.query<Record<'id' | 'happened' | 'received' | 'what' | 'currency', string> & { cents: number }>(
    `select id, ${moment('happened_at')} as happened, ${moment('received_at')} as received,
       concat_ws(' ', kind, outcome) as what, amount_cents::float8 as cents, currency
     from public.payment_events where payment_reference = $1 order by happened_at, id limit 100`,
    [reference],
  )
  return rows.map(({ id, happened, received, what, cents, currency }) => [printable(id), happened, received, what, amountText(cents, currency)])
}

function linesOf(reference: string, row: Row, reveal: boolean): string[][] {
  const email = row.email === null ? '-' : printable(reveal ? row.email : maskedEmail(row.email))
  return [
    ['Payment', printable(reference)],
    ['State', row.status],
    ['Sender', row.source],
    ['Amount', amountText(row.amountCents, row.currency)],
    ['Paid', row.paid ? `${row.paid} UTC` : 'not yet'],
    ...(row.refunded ? [['Refunded', `${amountText(row.refundedCents, row.currency)}, first ${row.refunded} UTC`]] : []),
    ...(row.disputed ? [['Disputed', `${row.disputed} UTC`]] : []),
    ['Payer', email],
    ['Plan', printable(row.plan ?? '-')],
    ...(row.review ? [['Review', row.review], ['', explainReview(row.review)]] : []),
    ['Enrollment', row.enrollment ?? 'none'],
    ['E-mails', `${row.emailsSent} sent${row.emailDue ? `, the next ${row.emailDue} UTC` : ''}${row.stopped ? ', stopped by the payer' : ''}`],
  ]
}
