import type { FormState } from '../delivery-states.ts'
import type { StaffAction } from './actions.ts'
import type { ChangingFunction, StaffFunction } from './answers.ts'
import type { StaffRole } from './parts.ts'

// What each of the staff's functions takes (docs/desk-functions.md). What may be left out may be undefined, and null is the same.

type Left<Value> = Value | null | undefined

/** Which forms. */
interface Filter {
  p_states?: Left<FormState[]>
  p_plans?: Left<string[]>
  p_since?: Left<string>
  p_until?: Left<string>
}

interface Page<Key> {
  p_after?: Left<Key>
  p_limit?: Left<number>
}

interface Decision {
  p_id: string
  /** `seen` of what the person saw. */
  p_seen: string
}

type Nothing = object

interface OwnParameters {
  staff_touch: Nothing
  staff_pulse: Nothing
  staff_people: Nothing
  staff_today: Nothing
  staff_find: Filter & Page<string> & { p_text: string }
  staff_show: { p_id: string }
  /** At the machine the reason may be left out. */
  staff_reveal: { p_id: string; p_reason: Left<string> }
  staff_consents: { p_id: string }
  staff_stats: Nothing
  staff_log_entries: Page<number> & {
    p_staff?: Left<string>
    p_action?: Left<StaffAction>
    p_enrollment?: Left<string>
    p_since?: Left<string>
    p_until?: Left<string>
  }
  staff_log_chain: Page<number>
  staff_deletion_requests: Nothing
  staff_payments_in_review: Page<string>
  staff_payments: Page<string> & { p_in_review?: Left<boolean> }
  staff_payment: { p_reference: string }
  /** At the machine the reason may be left out. */
  staff_reveal_payer: { p_reference: string; p_reason: Left<string> }
  staff_accounts: { p_text: string; p_note?: Left<string> }
  staff_account_sessions: { p_account: string }
  staff_export: Filter & Page<string> & { p_personal: boolean; p_reason?: Left<string> }
  staff_purge_due: { p_older_than_seconds: number }
  staff_digest: Nothing
  staff_set_role: { p_account: string; p_role: StaffRole | null }
  staff_retry: Decision & { p_twice: boolean }
  staff_resolve: Decision
  staff_cancel: Decision
  staff_note: { p_id: string; p_text: string }
  staff_hold_account: { p_account: string }
  staff_release_account: { p_account: string }
  staff_cancel_account: { p_account: string }
  staff_hold: Nothing
  /** `p_review`: null where nobody has said. */
  staff_release: { p_review: boolean | null }
  staff_withdraw_consent: { p_id: string; p_document: string }
  staff_assign_payment: { p_reference: string; p_id: string | null; p_plan?: Left<string>; p_is_add_on?: Left<boolean> }
  staff_dismiss_payment: { p_reference: string }
  staff_settle_deletion: { p_number: number; p_as: 'deleted' | 'kept' }
  staff_delete: { p_id: string }
  staff_delete_account: { p_account: string }
  staff_purge: { p_older_than_seconds: number }
  staff_end_sessions: { p_account: string }
  staff_record: { p_action: 'confirm-account' | 'send-reset' | 'ban' | 'unban'; p_account: string }
}

/** With the id of a press of a button, for those that change something. */
export type ParametersOf<Name extends StaffFunction> = OwnParameters[Name] & (Name extends ChangingFunction ? { p_request?: Left<string> } : Nothing)
