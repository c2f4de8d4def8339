import { formatUsd } from '../../../content/format.ts'
import { refundPolicy } from '../../../domain/refunds/refund-policy.ts'
import type { Deduction, RefundFact, RefundFault, RefundReason } from '../../../domain/refunds/refund-request.ts'

/** What the staff read of a refund; clients read `content/legal/refund-policy.mdx`. */

const { auditBusinessDays, bankruptcyBusinessDays, windowDays, maxRoundsDonePercent, guaranteeDays } = refundPolicy
const noGuarantee = 'and the results guarantee does not apply'

export const refundReasons: Record<RefundReason, string> = {
  'audit-in-time': `asked within ${auditBusinessDays} business days of receiving the report, without the consultation`,
  'audit-late': `asked more than ${auditBusinessDays} business days after receiving the report`,
  'consultation-done': 'the optional consultation is done',
  'before-letters': `asked before dispute letters were prepared, within ${windowDays} days of enrollment`,
  'pro-rated': `asked after work began, within ${windowDays} days of enrollment`,
  'window-over': `asked more than ${windowDays} days after enrollment, ${noGuarantee}`,
  'too-many-rounds': `more than ${maxRoundsDonePercent}% of the planned dispute rounds are done, ${noGuarantee}`,
  guarantee: `the results guarantee: no item was removed within ${guaranteeDays} days of starting disputes`,
  'bankruptcy-in-time': `asked within ${bankruptcyBusinessDays} business days of payment, before any work was done`,
  'bankruptcy-late': `asked more than ${bankruptcyBusinessDays} business days after payment`,
  'bankruptcy-work-begun': 'work was done before the request',
  'before-session': 'asked before the scheduled session',
  'session-held': 'the session was held before the request, or had begun',
  'session-past': 'asked after the day of the scheduled session',
}

export const refundDeductions: Record<Deduction['for'], string> = {
  work: 'work completed',
  'admin-fee': 'admin fee',
  'coaching-fee': 'fee',
}

/** What is still open, and the option that answers it. */
export const refundQuestions: Record<RefundFact, { question: string; option: string }> = {
  workBegun: {
    question: 'Had work begun when the request came? Of a repair plan: were dispute letters prepared?',
    option: '--work-begun yes|no',
  },
  rounds: { question: 'How many dispute rounds were done, and how many are planned?', option: '--rounds-done N --rounds-planned N' },
  workCompletedCents: {
    question: 'Which part of the price belongs to the work already done?',
    option: '--work-completed <amount, or percentage such as 40%>',
  },
  disputesStartedOn: { question: 'When were the first disputes sent?', option: '--disputes-started <day>|no' },
  itemsRemoved: {
    question: `How many negative items were removed within ${guaranteeDays} days of starting disputes?`,
    option: '--items-removed N',
  },
  reportReceivedOn: { question: 'When did the client receive the report?', option: '--report-received <day>|no' },
  consultationDone: { question: 'Is the optional consultation done?', option: '--consultation-done yes|no' },
  sessionOn: { question: 'For which day is, or was, the session scheduled?', option: '--session <day>|no' },
  sessionHeld: { question: 'Had the session begun when the request came?', option: '--session-held yes|no' },
}

export const refundFaults: Record<RefundFault, string> = {
  'asked-before-paid': 'The request is older than the payment: correct --on, or say --paid-on.',
  'work-before-paid': '--report-received and --disputes-started are not before the payment: correct them, or say --paid-on.',
  'rounds-beyond-plan': '--rounds-done is not more than --rounds-planned.',
  'work-not-begun': 'Rounds were done or disputes sent, so work has begun: correct --work-begun.',
}

/** Below each quote. */
export const refundNotes = [
  'Refunds are made at sole discretion: this is what the policy gives, and no decision.',
  'A right to cancel, or to a refund, that the law gives comes first. What was paid back before is not deducted here.',
  "Days of the database, and today, are in UTC; say --paid-on, --enrolled-on or --on where the client's day is another.",
].join('\n')

/** `$212.50 = $350 - $87.50 work completed - $50 admin fee` */
export function sumText(cents: number, paidCents: number, deductions: Deduction[]): string {
  if (!deductions.length) return formatUsd(cents)
  const less = deductions.map((deduction) => ` - ${formatUsd(deduction.cents)} ${refundDeductions[deduction.for]}`)
  return `${formatUsd(cents)} = ${formatUsd(paidCents)}${less.join('')}`
}
