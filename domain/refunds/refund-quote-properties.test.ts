import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRefundRequest } from '../../tests/helpers/any-refund-request.ts'
import { addDays, type Day } from '../day.ts'
import { pricedService } from '../plans.ts'
import { isBusinessDay } from './business-days.ts'
import { quoteRefund } from './refund-quote.ts'
import type { RefundAnswer, RefundFact, RefundFacts, RefundQuote, RefundRequest } from './refund-request.ts'

/** Undefined: the facts contradict each other on that day. */
const outcomeOf = (request: RefundRequest): RefundQuote | undefined => {
  const quote = quoteRefund(request)
  return 'ok' in quote ? quote.ok : undefined
}

/** The quotes of one case, for a request on each day from the payment until after every limit. */
const quotesOf = (request: RefundRequest, days = 160) =>
  Array.from({ length: days }, (_, offset) => {
    const requestedOn = addDays(request.paidOn, offset)
    return { day: requestedOn, quote: outcomeOf({ ...request, requestedOn }) }
  })

interface Answered {
  day: Day
  quote: RefundAnswer
}

const isAnswered = (one: { day: Day; quote: RefundQuote | undefined }): one is Answered => one.quote !== undefined && 'cents' in one.quote

const answersOf = (request: RefundRequest, days?: number) => quotesOf(request, days).filter(isAnswered)

const always = (promise: (request: RefundRequest) => void) => fc.assert(fc.property(anyRefundRequest, promise), { numRuns: 80 })

describe('whatever was paid, whenever, and whatever is known', () => {
  test('a refund and its deductions are whole cents and add up to what was paid', () => {
    always((request) => {
      for (const { quote } of answersOf(request)) {
        const amounts = [quote.cents, ...quote.deductions.map(({ cents }) => cents)]
        expect(amounts.every((cents) => Number.isInteger(cents) && cents >= 0)).toBe(true)
        const sum = amounts.reduce((total, cents) => total + cents, 0)
        expect(sum).toBe(quote.cents > 0 || quote.deductions.length ? request.paidCents : 0)
        expect(quote.gives).toBe(quote.cents === 0 ? 'none' : quote.cents === request.paidCents ? 'full' : 'part')
      }
    })
  })

  test('a later request never gets more, but for the results guarantee', () => {
    always((request) => {
      const amounts = answersOf(request).filter(({ quote }) => quote.because !== 'guarantee').map(({ quote }) => quote.cents)
      expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
    })
  })

  test('until its last day a request gets the same, and not on the day after', () => {
    always((request) => {
      const quotes = quotesOf(request)
      const wrong = quotes.slice(0, -1).filter((today, index) => {
        const tomorrow = quotes[index + 1]
        if (!isAnswered(today) || !tomorrow) return false
        const { cents, because, until = '9999' } = today.quote
        if (until < today.day) return true
        // What gives nothing may last until a contradiction.
        if (cents === 0 && !tomorrow.quote) return false
        const isAlike = isAnswered(tomorrow) && tomorrow.quote.cents === cents
        return tomorrow.day <= until
          ? !isAlike || tomorrow.quote.until !== today.quote.until
          : isAlike && tomorrow.quote.because === because
      })
      expect(wrong).toEqual([])
    })
  })

  test('review and payment are promised for business days, in order', () => {
    always((request) => {
      for (const { day, quote } of answersOf(request, 10)) {
        const { review, payout } = quote
        expect(payout !== undefined).toBe(quote.cents > 0)
        const [first, last] = [[day, review.from, payout?.from ?? '9999'], [day, review.to, payout?.to ?? '9999']]
        expect([first, last]).toEqual([first.toSorted(), last.toSorted()])
        expect([review.from, review.to, ...(payout ? [payout.from, payout.to] : [])].every(isBusinessDay)).toBe(true)
      }
    })
  })

  test('each question is about something that is not known and changes the outcome, and the questions end', () => {
    always(({ service, paidOn, enrolledOn, facts: { rounds } }) => {
      for (const offset of [0, 5, 20, 40, 95]) {
        let request: RefundRequest = {
          service, paidCents: pricedService(service).priceCents, paidOn, enrolledOn, requestedOn: addDays(paidOn, offset), facts: { rounds },
        }
        for (let quote = outcomeOf(request); quote && 'asks' in quote; quote = outcomeOf(request)) {
          const fact = quote.asks
          expect(request.facts[fact]).toBeUndefined()
          const outcomes = answersTo[fact](request).map((facts) => JSON.stringify(outcomeOf({ ...request, facts: { ...request.facts, ...facts } })))
          expect({ fact, outcomes: new Set(outcomes).size }).toEqual({ fact, outcomes: 2 })
          request = { ...request, facts: { ...request.facts, ...answersTo[fact](request)[0] } }
        }
      }
    })
  })
})

/** Two answers to each question. */
const answersTo: Record<RefundFact, (request: RefundRequest) => RefundFacts[]> = {
  workBegun: () => [{ workBegun: true }, { workBegun: false }],
  rounds: () => [{ rounds: { done: 1, planned: 12 } }, { rounds: { done: 12, planned: 12 } }],
  workCompletedCents: () => [{ workCompletedCents: 0 }, { workCompletedCents: 10_00 }],
  disputesStartedOn: ({ paidOn }) => [{ disputesStartedOn: paidOn }, { disputesStartedOn: null }],
  itemsRemoved: () => [{ itemsRemoved: 0 }, { itemsRemoved: 1 }],
  reportReceivedOn: ({ paidOn }) => [{ reportReceivedOn: null }, { reportReceivedOn: paidOn }],
  consultationDone: () => [{ consultationDone: false }, { consultationDone: true }],
  sessionOn: ({ requestedOn }) => [{ sessionOn: requestedOn }, { sessionOn: null }],
  sessionHeld: () => [{ sessionHeld: false }, { sessionHeld: true }],
}
