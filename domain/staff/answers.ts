import type * as v from 'valibot'
import { accountSessionsSchema, accountsSchema, deletionRequestsSchema } from './accounts.ts'
import { changes } from './changes.ts'
import { digestSchema } from './digest.ts'
import { exportSchema, purgeDueSchema } from './exported.ts'
import { consentsSchema, revealSchema, showSchema } from './form.ts'
import { findSchema } from './found.ts'
import { logChainSchema, logEntriesSchema } from './log.ts'
import { paymentsInReviewSchema, paymentsSchema, revealedPayerSchema, shownPaymentSchema } from './payments.ts'
import { peopleSchema, pulseSchema, touchSchema } from './people.ts'
import { statsSchema, todaySchema } from './today.ts'

/** What each of the staff's functions answers (docs/desk-functions.md). What does not fit is a fault of whoever answered. */
export const answers = {
  staff_touch: touchSchema,
  staff_pulse: pulseSchema,
  staff_people: peopleSchema,
  staff_today: todaySchema,
  staff_find: findSchema,
  staff_show: showSchema,
  staff_reveal: revealSchema,
  staff_consents: consentsSchema,
  staff_stats: statsSchema,
  staff_log_entries: logEntriesSchema,
  staff_log_chain: logChainSchema,
  staff_deletion_requests: deletionRequestsSchema,
  staff_payments_in_review: paymentsInReviewSchema,
  staff_payments: paymentsSchema,
  staff_payment: shownPaymentSchema,
  staff_reveal_payer: revealedPayerSchema,
  staff_accounts: accountsSchema,
  staff_account_sessions: accountSessionsSchema,
  staff_export: exportSchema,
  staff_purge_due: purgeDueSchema,
  staff_digest: digestSchema,
  ...changes,
} as const

export type StaffFunction = keyof typeof answers
export type AnswerOf<Name extends StaffFunction> = v.InferOutput<(typeof answers)[Name]>
/** The functions that take `p_request`, by which they do once what is sent twice. */
export type ChangingFunction = keyof typeof changes
