import type { StaffAction } from '../../domain/staff/actions.ts'
import { sensitiveDetails } from '../deliveries.ts'

/** What somebody of the staff did, as in "Ruth …". */
export const staffDeeds: Record<StaffAction, string> = {
  reveal: 'looked at the details',
  retry: 'had it sent again',
  resolve: 'said that the client is in DisputeFox',
  cancel: 'stopped it',
  hold: 'paused sending',
  release: 'resumed sending',
  delete: 'deleted it',
  purge: `had ${sensitiveDetails} forgotten`,
  export: 'exported forms',
  'export-with-personal-details': `exported forms with ${sensitiveDetails}`,
  'delete-account': 'deleted the account',
  'keep-account': 'kept the account after a request for deletion',
  'withdraw-consent': 'withdrew a consent for the client',
  'find-account': 'looked for an account',
  'confirm-account': 'confirmed an account',
  'send-reset': 'had the e-mail for a new password sent',
  ban: 'closed an account',
  unban: 'opened an account again',
  'list-sessions': 'looked where an account is signed in',
  'end-sessions': 'signed an account out everywhere',
  'make-staff': 'let somebody in, or changed their role',
  'remove-staff': 'removed somebody from the staff',
  'assign-payment': 'assigned a payment',
  'dismiss-payment': 'dismissed a payment',
  note: 'wrote a note',
}
