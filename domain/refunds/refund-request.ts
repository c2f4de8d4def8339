import type { Day } from '../day.ts'
import type { PaidService } from '../plans.ts'

/** A request for a refund, as one knows it on the day on which it was made. */
export interface RefundRequest {
  service: PaidService
  /** What the client paid, in whole cents, more than zero. */
  paidCents: number
  paidOn: Day
  /** When the onboarding form was completed; undefined: it was not. Counts for the repair plans. */
  enrolledOn: Day | undefined
  /** When the request reached the organisation. */
  requestedOn: Day
  facts: RefundFacts
}

/** What only the staff know. What is undefined has not been said; a day that is null, or after the request, had not come. */
export interface RefundFacts {
  /** Repair plans: dispute letters were prepared. Bankruptcy: any work was done. */
  workBegun?: boolean | undefined
  /** Repair plans: dispute rounds, `done` of `planned`, which is at least 1. */
  rounds?: { done: number; planned: number } | undefined
  /** Repair plans: the part of the price that belongs to the work already done. Undefined: the share of the rounds. */
  workCompletedCents?: number | undefined
  /** Repair plans: the first disputes were sent. */
  disputesStartedOn?: Day | null | undefined
  /** Repair plans: negative items removed within the guarantee's days. */
  itemsRemoved?: number | undefined
  /** Audit. */
  reportReceivedOn?: Day | null | undefined
  /** Audit: the optional consultation. */
  consultationDone?: boolean | undefined
  /** Coaching: the scheduled session. */
  sessionOn?: Day | null | undefined
  /** Coaching: the session had begun when the request came. */
  sessionHeld?: boolean | undefined
}

export type RefundFact = keyof RefundFacts

/** What the staff say that cannot be. */
export type RefundFault =
  | 'asked-before-paid'
  /** A report was received, or disputes were sent, before the payment. */
  | 'work-before-paid'
  | 'rounds-beyond-plan'
  /** Rounds were done or disputes sent, and yet no work is said to have begun. */
  | 'work-not-begun'

/** The rule of the policy that decides (R-REFUNDS). */
export type RefundReason =
  | 'audit-in-time'
  | 'audit-late'
  | 'consultation-done'
  | 'before-letters'
  | 'pro-rated'
  | 'window-over'
  | 'too-many-rounds'
  | 'guarantee'
  | 'bankruptcy-in-time'
  | 'bankruptcy-late'
  | 'bankruptcy-work-begun'
  | 'before-session'
  | 'session-held'
  | 'session-past'

export interface Deduction {
  for: 'work' | 'admin-fee' | 'coaching-fee'
  cents: number
}

/** Days, both included. */
export interface DaySpan {
  from: Day
  to: Day
}

/** The policy depends on a fact that has not been said. */
export interface RefundQuestion {
  asks: RefundFact
}

export interface RefundAnswer {
  /** By the amount: all that was paid, some of it, nothing. */
  gives: 'full' | 'part' | 'none'
  cents: number
  /** In the order in which they are taken off. With them, the amount is what was paid, unless a rule gives nothing. */
  deductions: Deduction[]
  because: RefundReason
  /** The last day on which a request would get the same, if all that was said stays true; undefined: there is no last day. */
  until: Day | undefined
  /** From when the results guarantee can be asked for, if no item is removed until then. */
  guaranteeFrom: Day | undefined
  /** When the request is approved or denied. */
  review: DaySpan
  /** When an approved refund is paid; undefined if there is none. */
  payout: DaySpan | undefined
}

export type RefundQuote = RefundQuestion | RefundAnswer
