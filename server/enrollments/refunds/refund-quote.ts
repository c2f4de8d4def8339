import { formatUsd } from '../../../content/format.ts'
import { findService, type PaidService, pricedService } from '../../../domain/plans.ts'
import { lettersExpectedBy, quoteRefund } from '../../../domain/refunds/refund-quote.ts'
import type { DaySpan, RefundQuote, RefundRequest } from '../../../domain/refunds/refund-request.ts'
import type { StoredRefundFacts } from '../../../domain/staff/form.ts'
import { CommandFault } from '../../terminal/confirm.ts'
import { type Command, examples, exitCode } from '../../terminal/program.ts'
import { printable, table } from '../../terminal/text.ts'
import { staffCommand } from '../command.ts'
import { showForm } from '../staff-functions.ts'
import { factsOf, withRefundOptions } from './refund-options.ts'
import { refundNotes, refundFaults, refundQuestions, refundReasons, sumText } from './refund-words.ts'

const words = (command: Command) =>
  withRefundOptions(command.description('what the refund policy gives on a day, and why'))
    .addHelpText('after', examples({ 'npm run enrollments -- refund-quote 0b7e6c1d --on 2031-03-04 --work-begun no': 'before letters were prepared' }))

/**
 * Computes what the refund policy gives for an enrollment (R-REFUND-QUOTE). It changes nothing and shows nothing personal.
 * What only the staff know is asked for by the name of its option, and only where the answer depends on it.
 */
export const refundQuote = staffCommand(words, async (context, given, { on, service, paidOn, amount, enrolledOn, ...options }) => {
  const { id, refund_facts: stored } = await showForm(context, given)
  const paid = { on: paidOn ?? stored.paid_on, cents: amount ?? paidCents(stored) }
  const missing = [...(paid.on ? [] : ['--paid-on']), ...(paid.cents ? [] : ['--amount'])]
  if (!paid.on || !paid.cents) throw new CommandFault(`No verified payment says it of this enrollment: say ${missing.join(' and ')}.`)
  const request: RefundRequest = {
    service: service ?? serviceOf(stored),
    paidCents: paid.cents,
    paidOn: paid.on,
    enrolledOn: enrolledOn ?? stored.enrolled_on ?? undefined,
    requestedOn: on ?? new Date().toISOString().slice(0, 10),
    facts: factsOf(options, paid.cents),
  }
  const quote = quoteRefund(request)
  if ('fault' in quote) throw new CommandFault(refundFaults[quote.fault])
  const isVerified = paidOn === undefined && amount === undefined
  const rows = [...aboutRequest(request, isVerified), ...aboutQuote(quote.ok, request), ...aboutPaidBack(quote.ok, stored.refunded_cents)]
  context.print(table([['Enrollment', id], ...rows]))
  context.print(`\n${refundNotes}`)
  return 'asks' in quote.ok ? exitCode.failed : exitCode.done
})

/** What the form wrote of a price proves nothing without a verified payment (R-PAYMENT-PROOF). */
const paidCents = ({ paid_on: paidOn, price_cents: cents }: StoredRefundFacts) => (paidOn ? (cents ?? undefined) : undefined)

function serviceOf({ plan }: StoredRefundFacts): PaidService {
  const service = findService(plan ?? '')
  if (service) return service
  throw new CommandFault(`Its plan, ${JSON.stringify(printable(plan ?? ''))}, is none of ours: say --service.`)
}

function aboutRequest({ service, paidCents: cents, paidOn, enrolledOn, requestedOn }: RefundRequest, isVerified: boolean): string[][] {
  return [
    ['Service', pricedService(service).name],
    ['Paid', `${formatUsd(cents)} on ${paidOn}${isVerified ? ', verified' : ', as you say'}`],
    ['Enrolled', enrolledOn ?? 'the form is not completed yet'],
    ['Asked', requestedOn],
  ]
}

function aboutQuote(quote: RefundQuote, { service, paidCents: paid, paidOn }: RefundRequest): string[][] {
  if ('asks' in quote) {
    const { question, option } = refundQuestions[quote.asks]
    const isAboutLetters = quote.asks === 'workBegun' && service !== 'complex'
    return [
      ['Refund', 'open'],
      ['Question', question],
      ...(isAboutLetters ? [['', `Letters are typically prepared by ${lettersExpectedBy(paidOn)}.`]] : []),
      ['Answer', option],
    ]
  }
  const { gives, cents, deductions, because, until, guaranteeFrom, review, payout } = quote
  return [
    ['Refund', `${gives}: ${sumText(cents, paid, deductions)}`],
    ['Why', `${because}: ${refundReasons[because]}`],
    ['Until', until ? `${until}, if nothing else changes` : 'no last day, if nothing else changes'],
    ...(guaranteeFrom ? [['Guarantee', `from ${guaranteeFrom}, if no item is removed until then`]] : []),
    ['Review', spanText(review)],
    ...(payout ? [['Payout', spanText(payout)]] : []),
  ]
}

/** What the policy gives is given once: the checkout may have paid back some of it already. */
function aboutPaidBack(quote: RefundQuote, paidBack: number): string[][] {
  if (paidBack === 0) return []
  const left = 'asks' in quote ? [] : [['Still to pay', formatUsd(Math.max(0, quote.cents - paidBack))]]
  return [['Paid back', `${formatUsd(paidBack)} already`], ...left]
}

const spanText = ({ from, to }: DaySpan) => `${from} to ${to}`
