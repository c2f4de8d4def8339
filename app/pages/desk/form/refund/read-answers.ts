import { refundWords } from '#words/desk/refund.ts'
import type { PaidService } from '../../../../../domain/plans.ts'
import { serviceIds } from '../../../../../domain/plans.ts'
import type { RefundFact, RefundFacts, RefundRequest } from '../../../../../domain/refunds/refund-request.ts'
import { centsOfPart, mostItems, mostRounds, typedCents, typedDay, typedPart } from '../../../../../domain/refunds/typed.ts'
import { typedText } from '../../parts/typed-text.ts'

const { problems: words } = refundWords

/** The names of the fields. */
export const fields = {
  asked: 'refund-asked',
  service: 'refund-service',
  paidOn: 'refund-paid-on',
  paid: 'refund-paid',
  enrolledOn: 'refund-enrolled-on',
  of: (fact: RefundFact) => `refund-${fact}`,
  /** Ticked: a day has not come. */
  notYet: (fact: RefundFact) => `refund-${fact}-not-yet`,
  planned: 'refund-rounds-planned',
}

/** What is wrong with fields, by their names. */
export type Problems = Partial<Record<string, string>>

/** What was typed, as a request; or what is missing or wrong. Only the facts that were asked for are read. */
export function readAnswers(entries: FormData, asked: readonly RefundFact[]): { request: RefundRequest } | { problems: Problems } {
  const problems: Problems = {}
  /** The value, or a problem of the field. */
  function need<Value>(name: string, value: Value | undefined, problem: string): Value | undefined {
    if (value === undefined) problems[name] = problem
    return value
  }
  const text = (name: string) => typedText(entries, name)
  const dayOf = (name: string) => need(name, typedDay(text(name)), words.day)
  const choice = (name: string) => need(name, yesNo[text(name)], words.choice)
  const count = (name: string, from: number, to: number) => need(name, wholeNumber(text(name), from, to), words.count(from))
  const dayOrNone = (fact: RefundFact) => (entries.has(fields.notYet(fact)) ? null : dayOf(fields.of(fact)))

  const requestedOn = dayOf(fields.asked)
  const service = need(fields.service, serviceOf(text(fields.service)), words.choice)
  const paidOn = dayOf(fields.paidOn)
  // Nothing was paid: there is nothing to pay back.
  const paidCents = need(fields.paid, typedCents(text(fields.paid)) || undefined, words.amount)
  const enrolledOn = text(fields.enrolledOn) ? dayOf(fields.enrolledOn) : undefined

  const read: { [Fact in RefundFact]: () => RefundFacts[Fact] } = {
    workBegun: () => choice(fields.of('workBegun')),
    rounds: () => {
      const done = count(fields.of('rounds'), 0, mostRounds)
      const planned = count(fields.planned, 1, mostRounds)
      return done === undefined || planned === undefined ? undefined : { done, planned }
    },
    workCompletedCents: () => {
      const part = need(fields.of('workCompletedCents'), typedPart(text(fields.of('workCompletedCents'))), words.part)
      return part && paidCents ? centsOfPart(part, paidCents) : undefined
    },
    disputesStartedOn: () => dayOrNone('disputesStartedOn'),
    itemsRemoved: () => count(fields.of('itemsRemoved'), 0, mostItems),
    reportReceivedOn: () => dayOrNone('reportReceivedOn'),
    consultationDone: () => choice(fields.of('consultationDone')),
    sessionOn: () => dayOrNone('sessionOn'),
    sessionHeld: () => choice(fields.of('sessionHeld')),
  }
  const facts: RefundFacts = Object.fromEntries(asked.map((fact) => [fact, read[fact]()]))
  if (!requestedOn || !service || !paidOn || !paidCents || Object.keys(problems).length > 0) return { problems }
  return { request: { service, paidCents, paidOn, enrolledOn, requestedOn, facts } }
}

const yesNo: Partial<Record<string, boolean>> = { yes: true, no: false }

const serviceOf = (name: string): PaidService | undefined => serviceIds.find((id) => id === name)

function wholeNumber(text: string, from: number, to: number): number | undefined {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : undefined
  return number !== undefined && number >= from && number <= to ? number : undefined
}
