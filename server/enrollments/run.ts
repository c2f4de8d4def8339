import { cancel, resolve, retry } from './change-delivery.ts'
import { consent, keepTexts, withdrawConsent } from './consent.ts'
import { deleteEnrollment } from './delete.ts'
import { requests, settle } from './deletions.ts'
import { digest } from './digest.ts'
import { exportToCsv } from './export.ts'
import { hold, release } from './hold.ts'
import { list } from './list.ts'
import { log } from './log.ts'
import { purge } from './purge.ts'
import { refundQuote } from './refunds/refund-quote.ts'
import { show } from './show.ts'
import { runStaffProgram, type Terminal } from './staff-program.ts'
import { stats } from './stats.ts'

const changing = { retry, resolve, cancel, hold, release, purge, delete: deleteEnrollment, settle }
const consents = { consent, 'withdraw-consent': withdrawConsent, 'keep-texts': keepTexts }
const reading = { list, show, 'refund-quote': refundQuote, export: exportToCsv, requests, stats, digest, log }

/** Runs one command line and resolves with its exit code. */
export const runEnrollments = (words: string[], terminal: Terminal): Promise<number> =>
  runStaffProgram(words, terminal, {
    name: 'enrollments',
    summary: 'What became of the clients\' forms, and what needs a person',
    commands: { ...reading, ...changing, ...consents },
  })
