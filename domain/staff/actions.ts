import * as v from 'valibot'

/** What the staff's log has entries of (R-STAFF-LOG). The constraint `staff_log_action_check` lists the same. */
export const staffActions = [
  'reveal', 'retry', 'resolve', 'cancel', 'hold', 'release', 'delete', 'purge', 'export', 'export-with-personal-details',
  'delete-account', 'keep-account', 'withdraw-consent',
  'find-account', 'confirm-account', 'send-reset', 'ban', 'unban', 'list-sessions', 'end-sessions', 'make-staff', 'remove-staff',
  'assign-payment', 'dismiss-payment', 'note',
] as const
export type StaffAction = (typeof staffActions)[number]
export const staffAction = v.picklist(staffActions)

/** What a person may do about one delivery. */
export const deliveryActions = ['retry', 'resolve', 'cancel'] as const
export type DeliveryAction = (typeof deliveryActions)[number]
