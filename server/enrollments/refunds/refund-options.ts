import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Day } from '../../../domain/day.ts'
import { serviceIds } from '../../../domain/plans.ts'
import type { RefundFacts } from '../../../domain/refunds/refund-request.ts'
import { centsOfPart, mostItems, mostRounds, type Part, typedCents, typedDay, typedPart } from '../../../domain/refunds/typed.ts'
import { UsageFault } from '../../terminal/confirm.ts'
import { type Command, wholeNumber } from '../../terminal/program.ts'
import { oneEnrollment } from '../command.ts'

/** Adds the argument, and options for what the enrollment does not say and for what only the staff know. */
export const withRefundOptions = (command: Command) =>
  command
    .argument(...oneEnrollment)
    .option('--on <day>', 'the day on which the request reached you; otherwise today, in UTC', dayOf)
    .option('--service <service>', `what was paid for, if it is not the enrollment's plan: ${serviceIds.join(', ')}`, serviceOf)
    .option('--paid-on <day>', 'the day of payment, if no payment is verified', dayOf)
    .option('--amount <dollars>', 'what was paid, such as 350 or 350.00, if no payment is verified', centsOf)
    .option('--enrolled-on <day>', 'the day of enrollment, if it is not the one on which the form was completed', dayOf)
    .option('--work-begun <answer>', 'yes or no; of repair plans: letters were prepared; of bankruptcy: any work was done', yesOrNo)
    .option('--rounds-done <number>', 'repair plans: dispute rounds done', wholeNumber(0, mostRounds))
    .option('--rounds-planned <number>', 'repair plans: dispute rounds planned', wholeNumber(1, mostRounds))
    .option('--work-completed <part>', 'repair plans: of the price, such as 120.50 or 40%; otherwise the share of the rounds', partOf)
    .option('--disputes-started <day>', 'repair plans: when the first disputes were sent, or no', dayOrNo)
    .option('--items-removed <number>', "repair plans: items removed within the guarantee's days", wholeNumber(0, mostItems))
    .option('--report-received <day>', 'audit: when the client received the report, or no', dayOrNo)
    .option('--consultation-done <answer>', 'audit: yes or no; the optional one', yesOrNo)
    .option('--session <day>', 'coaching: for when the session is or was scheduled, or no', dayOrNo)
    .option('--session-held <answer>', 'coaching: yes or no; it had begun when the request came', yesOrNo)
    .hook('preAction', (line) => {
      const { roundsDone, roundsPlanned } = line.opts()
      if ((roundsDone === undefined) !== (roundsPlanned === undefined)) throw new UsageFault('--rounds-done and --rounds-planned need each other.')
    })

/** In an object, since commander takes null for no value. */
interface MaybeDay {
  /** Null: it has not happened. */
  on: Day | null
}

interface FactOptions {
  workBegun?: boolean | undefined
  roundsDone?: number | undefined
  roundsPlanned?: number | undefined
  workCompleted?: Part | undefined
  disputesStarted?: MaybeDay | undefined
  itemsRemoved?: number | undefined
  reportReceived?: MaybeDay | undefined
  consultationDone?: boolean | undefined
  session?: MaybeDay | undefined
  sessionHeld?: boolean | undefined
}

/** What the options say of a service that cost so much. */
export function factsOf(options: FactOptions, paidCents: number): RefundFacts {
  const { workBegun, roundsDone: done, roundsPlanned: planned, workCompleted, itemsRemoved, consultationDone, sessionHeld } = options
  return {
    workBegun,
    rounds: done === undefined || planned === undefined ? undefined : { done, planned },
    workCompletedCents: workCompleted && centsOfPart(workCompleted, paidCents),
    disputesStartedOn: options.disputesStarted?.on,
    itemsRemoved,
    reportReceivedOn: options.reportReceived?.on,
    consultationDone,
    sessionOn: options.session?.on,
    sessionHeld,
  }
}

function dayOf(text: string): Day {
  const day = typedDay(text)
  if (day) return day
  throw new InvalidArgumentError('It is a day such as 2031-03-04.')
}

function dayOrNo(text: string): MaybeDay {
  return { on: text === 'no' ? null : dayOf(text) }
}

function yesOrNo(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes'
  throw new InvalidArgumentError('It is yes or no.')
}

function centsOf(text: string): number {
  const cents = typedCents(text)
  if (cents) return cents
  throw new InvalidArgumentError('It is an amount above 0 such as 350 or 350.00.')
}

function partOf(text: string): Part {
  const part = typedPart(text)
  if (part) return part
  throw new InvalidArgumentError('It is an amount such as 120.50, or a share such as 40%.')
}

function serviceOf(text: string) {
  const service = serviceIds.find((id) => id === text)
  if (service) return service
  throw new InvalidArgumentError(`It is one of ${serviceIds.join(', ')}.`)
}
