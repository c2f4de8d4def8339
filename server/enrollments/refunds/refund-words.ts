import { refundFaults, refundNotes } from '../../../content/refunds.ts'
import type { RefundFact, RefundFault } from '../../../domain/refunds/refund-request.ts'

/** The option that answers what is still open. */
export const answeringOption: Record<RefundFact, string> = {
  workBegun: '--work-begun yes|no',
  rounds: '--rounds-done N --rounds-planned N',
  workCompletedCents: '--work-completed <amount, or percentage such as 40%>',
  disputesStartedOn: '--disputes-started <day>|no',
  itemsRemoved: '--items-removed N',
  reportReceivedOn: '--report-received <day>|no',
  consultationDone: '--consultation-done yes|no',
  sessionOn: '--session <day>|no',
  sessionHeld: '--session-held yes|no',
}

const correction: Record<RefundFault, string> = {
  'asked-before-paid': 'Correct --on, or say --paid-on.',
  'work-before-paid': 'Correct --report-received or --disputes-started, or say --paid-on.',
  'rounds-beyond-plan': 'Correct --rounds-done or --rounds-planned.',
  'work-not-begun': 'Correct --work-begun.',
}

/** What cannot be, and which option corrects it. */
export const faultText = (fault: RefundFault): string => `${refundFaults[fault]} ${correction[fault]}`

/** Below each quote. */
export const notes = [
  ...refundNotes,
  "Days of the database, and today, are in UTC; say --paid-on, --enrolled-on or --on where the client's day is another.",
].join('\n')
