import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type Day, isInCalendar } from '../../../domain/day.ts'
import { serviceIds } from '../../../domain/plans.ts'
import type { RefundFacts } from '../../../domain/refunds/refund-request.ts'
import { UsageFault } from '../../terminal/confirm.ts'
import { type Command, wholeNumber } from '../../terminal/program.ts'
import { oneEnrollment } from '../command.ts'

const maxRounds = 1_000

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
    .option('--rounds-done <number>', 'repair plans: dispute rounds done', wholeNumber(0, maxRounds))
    .option('--rounds-planned <number>', 'repair plans: dispute rounds planned', wholeNumber(1, maxRounds))
    .option('--work-completed <part>', 'repair plans: of the price, such as 120.50 or 40%; otherwise the share of the rounds', partOf)
    .option('--disputes-started <day>', 'repair plans: when the first disputes were sent, or no', dayOrNo)
    .option('--items-removed <number>', "repair plans: items removed within the guarantee's days", wholeNumber(0, 10_000))
    .option('--report-received <day>', 'audit: when the client received the report, or no', dayOrNo)
    .option('--consultation-done <answer>', 'audit: yes or no; the optional one', yesOrNo)
    .option('--session <day>', 'coaching: for when the session is or was scheduled, or no', dayOrNo)
    .option('--session-held <answer>', 'coaching: yes or no; it had begun when the request came', yesOrNo)
    .hook('preAction', (line) => {
      const { roundsDone, roundsPlanned } = line.opts()
      if ((roundsDone === undefined) !== (roundsPlanned === undefined)) throw new UsageFault('--rounds-done and --rounds-planned need each other.')
    })

/** A part of the price: whole cents, or a share of it. */
type Part = { cents: number } | { percent: number }

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

/** Of a share, part of a cent stays with the client, as it does with the share of the rounds. */
const centsOfPart = (part: Part, paidCents: number) => ('cents' in part ? part.cents : Math.floor((paidCents * part.percent) / 100))

/** A day of this or the next century. */
function dayOf(text: string): Day {
  if (/^2[01]\d\d-\d\d-\d\d$/.test(text) && isInCalendar(text)) return text
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
  const cents = wholeCents(text)
  if (cents) return cents
  throw new InvalidArgumentError('It is an amount above 0 such as 350 or 350.00.')
}

function partOf(text: string): Part {
  const percent = Number(/^(\d{1,3})%$/.exec(text)?.[1])
  if (percent <= 100) return { percent }
  const cents = wholeCents(text)
  if (cents !== undefined) return { cents }
  throw new InvalidArgumentError('It is an amount such as 120.50, or a share such as 40%.')
}

/** `350` and `350.00` are 35000. */
export function wholeCents(dollars: string): number | undefined {
  const [, whole, cents = '00'] = /^(\d{1,8})(?:\.(\d\d))?$/.exec(dollars) ?? []
  return whole === undefined ? undefined : Number(whole + cents)
}

function serviceOf(text: string) {
  const service = serviceIds.find((id) => id === text)
  if (service) return service
  throw new InvalidArgumentError(`It is one of ${serviceIds.join(', ')}.`)
}
