import type { ShownPayment } from '../../../domain/staff/payments.ts'
import { staffCommand } from '../../enrollments/command.ts'
import { callStaff } from '../../enrollments/staff-functions.ts'
import { CommandFault, confirm } from '../../terminal/confirm.ts'
import type { Command } from '../../terminal/program.ts'
import { printable, second, table } from '../../terminal/text.ts'
import { amountText } from './list.ts'
import { explainReview } from './review-words.ts'

const words = (command: Command) =>
  command
    .description('a payment with its events, and what to do')
    .argument('<reference>', 'the reference of the payment, as list has it')
    .option('--reveal', "show the payer's whole address, which is recorded")

/** Shows one payment with its events. The payer's address is masked unless --reveal is given. */
export const show = staffCommand(words, async (context, reference, { reveal }) => {
  const payment = await callStaff(context, 'staff_payment', { p_reference: reference })
  if (!payment) throw new CommandFault('There is no such payment.')
  let email = payment.payer_email
  if (reveal && email !== null) {
    await confirm(context, "This shows the payer's address, and is recorded.", 'reveal')
    email = (await callStaff(context, 'staff_reveal_payer', { p_reference: reference, p_reason: null }))?.email ?? null
  }
  context.print(table(linesOf(payment, email)))
  const events = payment.events.map(({ id, happened_at: happened, received_at: received, event, outcome, amount_cents: cents, currency }) => [
    printable(id), second(happened), second(received), outcome ? `${event} ${outcome}` : event, amountText(cents, currency),
  ])
  context.print(`\n${table([['EVENT', 'HAPPENED (UTC)', 'RECEIVED (UTC)', 'WHAT', 'AMOUNT'], ...events])}`)
})

function linesOf(payment: ShownPayment, email: string | null): string[][] {
  const { currency, paid_at: paid, refunded_at: refunded, disputed_at: disputed, email_due_at: due } = payment
  return [
    ['Payment', printable(payment.reference)],
    ['State', payment.status],
    ['Sender', payment.source],
    ['Amount', amountText(payment.amount_cents, currency)],
    ['Paid', paid ? `${second(paid)} UTC` : 'not yet'],
    ...(refunded ? [['Refunded', `${amountText(payment.refunded_cents, currency)}, first ${second(refunded)} UTC`]] : []),
    ...(disputed ? [['Disputed', `${second(disputed)} UTC`]] : []),
    ['Payer', printable(email ?? '-')],
    ['Plan', printable(payment.plan_name ?? '-')],
    ...(payment.review ? [['Review', payment.review], ['', explainReview(payment.review)]] : []),
    ['Enrollment', payment.enrollment ?? 'none'],
    ['E-mails', `${payment.emails_sent} sent${due ? `, the next ${second(due)} UTC` : ''}${payment.reminders_stopped_at ? ', stopped by the payer' : ''}`],
  ]
}
