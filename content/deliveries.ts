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
  'details-unreadable': `Nothing was sent: no key here opens its ${sensitiveDetails}. See npm run doctor; then retry, or ask the client to fill the form again.`,
  'details-purged': 'It was changed after its details were purged. Correct it there by hand, then resolve.',
  restored: `It was waiting in a backup that was restored, and may have been sent since that backup. ${lookThere}`,
  'too-many-deliveries': 'The account sent unusually many within an hour. Retry what is genuine, cancel the rest.',
  'account-held': 'The account is held. When it is settled: release --account, or cancel --account.',
  'stand-in': 'It went to the stand-in of a demonstration, and nothing reached DisputeFox. With a destination, retry sends it there.',
  resolved: 'A person has said that the client is there.',
}

/** The team's digest. */
export const digestWords = {
  nothing: 'Nothing needs a person',
  onRequest: 'This was sent on request, to see that it arrives.',
  subject: ({ count, deletions, payments, not_onboarded: notOnboarded }: Record<'count' | 'deletions' | 'payments' | 'not_onboarded', number>) => {
    if (count > 0) return count === 1 ? 'A delivery needs a person' : `${count} deliveries need a person`
    if (deletions > 0) return deletions === 1 ? 'A client asks for deletion' : `${deletions} clients ask for deletion`
    if (payments > 0) return payments === 1 ? 'A payment needs a person' : `${payments} payments need a person`
    if (notOnboarded > 0) return notOnboarded === 1 ? 'A client has paid and not onboarded' : `${notOnboarded} clients have paid and not onboarded`
    return 'The backups have stopped'
  },
  opening: 'These enrollments, or their latest details, have not arrived in the dispute-management system by themselves:',
  rest: (count: number) =>
    `… and ${count} more: npm run enrollments -- list --state needs_review --state rejected --state queued`,
  deletions: (count: number) =>
    `${count === 1 ? 'One client waits' : `${count} clients wait`} for their data to be deleted: npm run enrollments -- requests`,
  payments: (count: number) =>
    `${count === 1 ? 'One payment is' : `${count} payments are`} unclear: npm run payments -- list --review`,
  notOnboarded: (count: number) =>
    `${count === 1 ? 'One client has' : `${count} clients have`} paid and not sent the form since: npm run enrollments -- list --state incomplete`,
  backup: (days: number) =>
    `The last backup is ${days} days old: npm run doctor, and the gateway's log, say why (backup-failed).`,
  closing: 'What to do with one, and what it is about: npm run enrollments -- show ID',
}
