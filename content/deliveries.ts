import type { SensitiveField } from '../domain/enrollment-fields.ts'
import { listText } from './format.ts'

/** Texts about deliveries for the staff; visitors never see them. */

const sensitive: Record<SensitiveField, string> = { dateOfBirth: 'date of birth', ssnLastFour: 'SSN' }

/** What is purged after delivery, in the middle of a sentence. */
export const sensitiveDetails = listText(Object.values(sensitive))

const lookThere = 'Look for the client there: resolve if it is there, else retry.'

/** The meaning of each reason of a delivery, and what to do. */
export const deliveryReasons: Record<string, string> = {
  'no-connection': 'DisputeFox or the webhook could not be reached; it is retried automatically.',
  'http-status': 'The destination answered with an error status; while it is queued, it is retried automatically.',
  'error-message': 'The destination refused it with a message; check the ids of the form, then retry.',
  'account-disabled': 'The account with DisputeFox is disabled; settle that, then retry.',
  'no-answer': `It was sent and no answer came. ${lookThere}`,
  'empty-body': `The answer was empty. ${lookThere}`,
  'unknown-body': `The answer was not understood. ${lookThere}`,
  redirect: `The destination answered with a redirect. ${lookThere}`,
  'lease-expired': `The worker did not record an outcome in time. ${lookThere}`,
  'attempts-exhausted': 'Every attempt failed, and none has arrived. Check the connection, then retry.',
  'edited-after-delivery': 'The client is there with older details. Correct them there by hand, then resolve.',
  'changed-after-cancel': 'It was changed after it was cancelled. Retry to send it, or cancel again.',
  'not-completed': 'The enrollment is not completed any more; it is sent once the client completes it.',
  'details-unreadable': `Nothing was sent: no key here opens its ${sensitiveDetails}. See doctor; then retry, or ask the client to fill the form again.`,
  'details-purged': 'It was changed after its details were purged. Correct it there by hand, then resolve.',
  restored: `It was waiting in a backup that was restored, and may have been sent since that backup. ${lookThere}`,
  'too-many-deliveries': 'The account sent unusually many within an hour. Retry what is genuine, cancel the rest.',
  'account-held': 'The account is held. When it is settled: release --account, or cancel --account.',
  'stand-in': 'It went to the stand-in of a demonstration, and nothing reached DisputeFox. With a destination, retry sends it there.',
  resolved: 'A person has said that the client is there.',
}

/** The team's digest. */
export const digestWords = {
  subject: (count: number, deletions: number) => {
    if (count === 0 && deletions === 0) return 'The backups have stopped'
    if (count === 0) return deletions === 1 ? 'A client asks for deletion' : `${deletions} clients ask for deletion`
    return count === 1 ? 'A delivery needs a person' : `${count} deliveries need a person`
  },
  opening: 'These enrollments, or their latest details, have not arrived in the dispute-management system by themselves:',
  rest: (count: number) =>
    `… and ${count} more: npm run enrollments -- list --state needs_review --state rejected --state queued`,
  deletions: (count: number) =>
    `${count === 1 ? 'One client waits' : `${count} clients wait`} for their data to be deleted: npm run enrollments -- requests`,
  backup: (days: number) =>
    `The last backup is ${days} days old: npm run enrollments -- doctor, and the gateway's log, say why (backup-failed).`,
  closing: 'What to do with one, and what it is about: npm run enrollments -- show ID',
}
