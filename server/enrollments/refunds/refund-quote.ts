import { formatUsd } from '../../../content/format.ts'
import { lettersExpected, refundQuestions, refundReasons, sumText } from '../../../content/refunds.ts'
import { pricedService } from '../../../domain/plans.ts'
import { lettersExpectedBy, quoteRefund } from '../../../domain/refunds/refund-quote.ts'
import type { DaySpan, RefundQuote, RefundRequest } from '../../../domain/refunds/refund-request.ts'
import { leftToPay, storedRequest } from '../../../domain/refunds/stored-request.ts'
import { CommandFault } from '../../terminal/confirm.ts'
import { type Command, examples, exitCode } from '../../terminal/program.ts'
import { printable, table } from '../../terminal/text.ts'
import { staffCommand } from '../command.ts'
import { showForm } from '../staff-functions.ts'
import { factsOf, withRefundOptions } from './refund-options.ts'
import { answeringOption, faultText, notes } from './refund-words.ts'

const words = (command: Command) =>
  withRefundOptions(command.description('what the refund policy gives on a day, and why'))
    .addHelpText('after', examples({ 'npm run enrollments -- refund-quote 0b7e6c1d --on 2031-03-04 --work-begun no': 'before letters were prepared' }))

/**
 * Computes what the refund policy gives for an enrollment (R-REFUND-QUOTE). It changes nothing and shows nothing personal.
 * What only the staff know is asked for by the name of its option, and only where the answer depends on it.
 */
export const refundQuote = staffCommand(words, async (context, given, { on, service, paidOn, amount, enrolledOn, ...options }) => {
  const { id, refund_facts: facts } = await showForm(context, given)
  const stored = storedRequest(facts)
  const paid = { on: paidOn ?? stored.paidOn, cents: amount ?? stored.paidCents }
  const missing = [...(paid.on ? [] : ['--paid-on']), ...(paid.cents ? [] : ['--amount'])]
  if (!paid.on || !paid.cents) throw new CommandFault(`No verified payment says it of this enrollment: say ${missing.join(' and ')}.`)
  const paidFor = service ?? stored.service
  if (!paidFor) throw new CommandFault(`Its plan, ${JSON.stringify(printable(facts.plan ?? ''))}, is none of ours: say --service.`)
  const request: RefundRequest = {
    service: paidFor,
    paidCents: paid.cents,
    paidOn: paid.on,
    enrolledOn: enrolledOn ?? stored.enrolledOn,
    requestedOn: on ?? new Date().toISOString().slice(0, 10),
    facts: factsOf(options, paid.cents),
  }
  const quote = quoteRefund(request)
  if ('fault' in quote) throw new CommandFault(faultText(quote.fault))
  const isVerified = paidOn === undefined && amount === undefined
  const rows = [...aboutRequest(request, isVerified), ...aboutQuote(quote.ok, request), ...aboutPaidBack(quote.ok, facts.refunded_cents)]
  context.print(table([['Enrollment', id], ...rows]))
  context.print(`\n${notes}`)
  return 'asks' in quote.ok ? exitCode.failed : exitCode.done
})

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
    const isAboutLetters = quote.asks === 'workBegun' && service !== 'complex'
    return [
      ['Refund', 'open'],
      ['Question', refundQuestions[quote.asks]],
      ...(isAboutLetters ? [['', lettersExpected(lettersExpectedBy(paidOn))]] : []),
      ['Answer', answeringOption[quote.asks]],
    ]
  }
  const { gives, cents, deductions, because, until, guaranteeFrom, review, payout } = quote
  return [
    ['Refund', `${gives}: ${sumText(cents, paid, deductions)}`],
    ['Why', `${because}: ${refundReasons[because].because}`],
    ['Until', until ? `${until}, if nothing else changes` : 'no last day, if nothing else changes'],
    ...(guaranteeFrom ? [['Guarantee', `from ${guaranteeFrom}, if no item is removed until then`]] : []),
    ['Review', spanText(review)],
    ...(payout ? [['Payout', spanText(payout)]] : []),
  ]
}

function aboutPaidBack(quote: RefundQuote, paidBack: number): string[][] {
  if (paidBack === 0) return []
  const left = 'asks' in quote ? [] : [['Still to pay', formatUsd(leftToPay(quote.cents, paidBack))]]
  return [['Paid back', `${formatUsd(paidBack)} already`], ...left]
}

const spanText = ({ from, to }: DaySpan) => `${from} to ${to}`
