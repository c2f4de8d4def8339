import { refundPolicy } from '../domain/refunds/refund-policy.ts'
import type { Deduction, RefundFact, RefundFault, RefundReason } from '../domain/refunds/refund-request.ts'
import { formatUsd } from './format.ts'

const { auditBusinessDays, bankruptcyBusinessDays, lettersPreparedBusinessDays, windowDays, maxRoundsDonePercent, guaranteeDays } = refundPolicy
const adminFee = formatUsd(refundPolicy.adminFeeCents)

/**
 * The rules by which money comes back, one by one, each without its last period, as the refund policy has them: `<RefundRule name="…" />.`
 * there. The staff read the one that decides beside its quote.
 */
export const refundRules = {
  audit: `A refund if you ask within ${auditBusinessDays} business days of receiving the report. None once the optional consultation is done`,
  beforeLetters: `A full refund minus a ${adminFee} admin fee. Letters are typically prepared within ${lettersPreparedBusinessDays} business days of payment`,
  afterWorkBegins: `A pro-rated refund minus the ${adminFee} admin fee, if you ask within ${windowDays} days of enrollment`,
  complex: `A refund only within ${bankruptcyBusinessDays} business days of payment, and only if no work has been done`,
  coaching: `A refund minus a ${formatUsd(refundPolicy.coachingFeeCents)} fee, if you ask before the scheduled session`,
  limits: `No refunds are made for these repair plans more than ${windowDays} days after enrollment, or after more than ${maxRoundsDonePercent}% of the planned dispute rounds are done, with the one exception that follows`,
  guarantee: `This is the ${guaranteeDays}-day results guarantee: if no items are removed within ${guaranteeDays} days of starting disputes, you may ask for a full refund minus work completed and fees`,
} satisfies Record<string, string>

export type RefundRuleName = keyof typeof refundRules

interface ReasonWords {
  /** As in "The refund is so, since it was …". */
  because: string
  /** Of the policy, what says so. */
  rule: RefundRuleName
}

const noGuarantee = 'and the results guarantee does not apply'

/** What the staff read of the rule that decides. */
export const refundReasons: Record<RefundReason, ReasonWords> = {
  'audit-in-time': { because: `asked within ${auditBusinessDays} business days of receiving the report, without the consultation`, rule: 'audit' },
  'audit-late': { because: `asked more than ${auditBusinessDays} business days after receiving the report`, rule: 'audit' },
  'consultation-done': { because: 'the optional consultation is done', rule: 'audit' },
  'before-letters': { because: `asked before dispute letters were prepared, within ${windowDays} days of enrollment`, rule: 'beforeLetters' },
  'pro-rated': { because: `asked after work began, within ${windowDays} days of enrollment`, rule: 'afterWorkBegins' },
  'window-over': { because: `asked more than ${windowDays} days after enrollment, ${noGuarantee}`, rule: 'limits' },
  'too-many-rounds': { because: `more than ${maxRoundsDonePercent}% of the planned dispute rounds are done, ${noGuarantee}`, rule: 'limits' },
  guarantee: { because: `the results guarantee: no item was removed within ${guaranteeDays} days of starting disputes`, rule: 'guarantee' },
  'bankruptcy-in-time': { because: `asked within ${bankruptcyBusinessDays} business days of payment, before any work was done`, rule: 'complex' },
  'bankruptcy-late': { because: `asked more than ${bankruptcyBusinessDays} business days after payment`, rule: 'complex' },
  'bankruptcy-work-begun': { because: 'work was done before the request', rule: 'complex' },
  'before-session': { because: 'asked before the scheduled session', rule: 'coaching' },
  'session-held': { because: 'the session was held before the request, or had begun', rule: 'coaching' },
  'session-past': { because: 'asked after the day of the scheduled session', rule: 'coaching' },
}

export const refundDeductions: Record<Deduction['for'], string> = {
  work: 'work completed',
  'admin-fee': 'admin fee',
  'coaching-fee': 'fee',
}

/** What only the staff know, asked where the answer depends on it. */
export const refundQuestions: Record<RefundFact, string> = {
  workBegun: 'Had work begun when the request came? Of a repair plan: were dispute letters prepared?',
  rounds: 'How many dispute rounds were done, and how many are planned?',
  workCompletedCents: 'Which part of the price belongs to the work already done?',
  disputesStartedOn: 'When were the first disputes sent?',
  itemsRemoved: `How many negative items were removed within ${guaranteeDays} days of starting disputes?`,
  reportReceivedOn: 'When did the client receive the report?',
  consultationDone: 'Is the optional consultation done?',
  sessionOn: 'For which day is, or was, the session scheduled?',
  sessionHeld: 'Had the session begun when the request came?',
}

/** Beside the question whether letters were prepared. */
export const lettersExpected = (day: string): string => `Letters are typically prepared by ${day}.`

/** What was said that cannot be. */
export const refundFaults: Record<RefundFault, string> = {
  'asked-before-paid': 'The request is older than the payment.',
  'work-before-paid': 'A report was received, or disputes were sent, before the payment.',
  'rounds-beyond-plan': 'More rounds are done than planned.',
  'work-not-begun': 'Rounds were done or disputes sent, so work has begun.',
}

/** Below each quote. */
export const refundNotes = [
  'Refunds are made at sole discretion: this is what the policy gives, and no decision.',
  'A right to cancel, or to a refund, that the law gives comes first.',
]

/** What is deducted, as in `- $50 admin fee`. */
export const deductionText = ({ for: what, cents }: Deduction): string => `- ${formatUsd(cents)} ${refundDeductions[what]}`

/** `$212.50 = $350 - $87.50 work completed - $50 admin fee` */
export function sumText(cents: number, paidCents: number, deductions: Deduction[]): string {
  if (!deductions.length) return formatUsd(cents)
  return [`${formatUsd(cents)} = ${formatUsd(paidCents)}`, ...deductions.map(deductionText)].join(' ')
}
