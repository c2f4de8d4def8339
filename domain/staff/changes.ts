import * as v from 'valibot'
import { staffAction } from './actions.ts'
import { id, maybe, moment, text, whole } from './parts.ts'

/** What became of a change: it is done, or nothing is, for a reason or because it is no longer as the person saw it. */
const changeOf = <const Reason extends string, Done extends v.ObjectEntries>(reasons: readonly Reason[], done: Done) =>
  v.variant('outcome', [
    v.object({ outcome: v.literal('done'), ...done }),
    // `waited`, of a restored backup: how many may have been sent since.
    v.object({ outcome: v.literal('refused'), reason: v.picklist(reasons), waited: v.optional(whole) }),
    v.object({ outcome: v.literal('changed'), by: maybe(v.object({ name: text, action: staffAction, at: moment })) }),
  ])

const decisionFaults = ['not-there', 'sending', 'wrong-state'] as const
const assignFaults = ['not-there', 'no-such-payment', 'proven-already', 'not-paid', 'no-email', 'no-plan', 'no-open-enrollment'] as const
const ofAccount = changeOf(['not-there'], { count: whole })

/** The answers of the functions that change something, by the function's name. */
export const changes = {
  staff_set_role: changeOf(['not-there', 'unconfirmed', 'last-lead'], {}),
  staff_retry: changeOf([...decisionFaults, 'account-held', 'details-purged', 'may-be-there'], {}),
  /** Not settled: it was changed after it was last sent, and is to be corrected there by hand. */
  staff_resolve: changeOf(decisionFaults, { settled: v.boolean() }),
  staff_cancel: changeOf(decisionFaults, {}),
  staff_note: changeOf(['not-there'], { id: whole }),
  staff_hold_account: ofAccount,
  staff_release_account: ofAccount,
  staff_cancel_account: ofAccount,
  staff_hold: changeOf(['held-already'], { since: moment }),
  staff_release: changeOf(['not-held', 'left', 'restored'], { review: whole, waiting: whole }),
  staff_withdraw_consent: changeOf(['no-consent'], {}),
  staff_assign_payment: changeOf(assignFaults, { enrollment: id }),
  staff_dismiss_payment: changeOf(['not-open'], {}),
  staff_settle_deletion: changeOf(['not-open', 'sending', 'last-lead'], { account: id, enrollments: v.array(id) }),
  staff_delete: changeOf(['not-there', 'sending'], {}),
  staff_delete_account: changeOf(['gone', 'sending', 'last-lead'], { enrollments: v.array(id) }),
  staff_purge: changeOf([], { count: whole }),
  staff_end_sessions: changeOf(['not-there'], { count: whole }),
  staff_record: changeOf(['not-there'], {}),
}
