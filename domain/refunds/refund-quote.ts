import { addDays, type Day } from '../day.ts'
import type { PaidService } from '../plans.ts'
import type { Result } from '../result.ts'
import { addBusinessDays } from './business-days.ts'
import { refundPolicy, type Span } from './refund-policy.ts'
import type {
  DaySpan, Deduction, RefundAnswer, RefundFact, RefundFacts, RefundFault, RefundQuestion, RefundQuote, RefundReason, RefundRequest,
} from './refund-request.ts'

/**
 * What the refund policy gives for a request, and why (R-REFUND-QUOTE). It is a figure and no decision: refunds are at sole
 * discretion. A fact is asked for only where the answer depends on it.
 */
export function quoteRefund(request: RefundRequest): Result<RefundQuote, RefundFault> {
  if (request.requestedOn < request.paidOn) return { fault: 'asked-before-paid' }
  const ruling = rules[request.service](request)
  if ('fault' in ruling) return ruling
  return { ok: 'asks' in ruling ? ruling : answered(ruling, request) }
}

/** When the letters of a repair plan are typically prepared: no limit, but a hint whether they may be. */
export const lettersExpectedBy = (paidOn: Day): Day => addBusinessDays(paidOn, refundPolicy.lettersPreparedBusinessDays)

/** Everything that was paid, less the deductions. */
interface Grant {
  because: RefundReason
  until: Day | undefined
  less: Deduction[]
}

interface Denial {
  because: RefundReason
  until: Day | undefined
}

interface Fault {
  fault: RefundFault
}

type Ruling = Fault | RefundQuestion | Grant | Denial

const asks = (fact: RefundFact): RefundQuestion => ({ asks: fact })
const grant = (because: RefundReason, until: Day | undefined, less: Deduction[] = []): Grant => ({ because, until, less })
const deny = (because: RefundReason, until?: Day): Denial => ({ because, until })

const adminFee: Deduction = { for: 'admin-fee', cents: refundPolicy.adminFeeCents }
const coachingFee: Deduction = { for: 'coaching-fee', cents: refundPolicy.coachingFeeCents }

const rules: Record<PaidService, (request: RefundRequest) => Ruling> = {
  audit,
  light: repair,
  standard: repair,
  advanced: repair,
  complex: bankruptcy,
  coaching,
}

function audit({ paidOn, requestedOn, facts: { reportReceivedOn, consultationDone } }: RefundRequest): Ruling {
  // A report is not received before it is paid for.
  const earliest = reportReceivedOn === undefined ? paidOn : reportReceivedOn
  if (earliest && earliest < paidOn) return { fault: 'work-before-paid' }
  if (consultationDone) return deny('consultation-done')
  const until = earliest === null ? undefined : addBusinessDays(earliest, refundPolicy.auditBusinessDays)
  if (until && requestedOn > until) return reportReceivedOn ? deny('audit-late') : asks('reportReceivedOn')
  return consultationDone === undefined ? asks('consultationDone') : grant('audit-in-time', until)
}

function bankruptcy(request: RefundRequest): Ruling {
  const fault = faultOfWork(request)
  if (fault) return fault
  const { paidOn, requestedOn, facts } = request
  const until = addBusinessDays(paidOn, refundPolicy.bankruptcyBusinessDays)
  if (requestedOn > until) return deny('bankruptcy-late')
  const begun = hasWorkBegun(facts, requestedOn)
  if (begun === undefined) return asks('workBegun')
  return begun ? deny('bankruptcy-work-begun') : grant('bankruptcy-in-time', beforeDisputes(until, facts))
}

function coaching({ requestedOn, facts: { sessionOn, sessionHeld } }: RefundRequest): Ruling {
  if (sessionHeld) return deny('session-held')
  if (sessionOn === undefined) return asks('sessionOn')
  if (sessionOn === null) return grant('before-session', undefined, [coachingFee])
  if (requestedOn > sessionOn) return deny('session-past')
  // On the day itself the hour decides.
  if (requestedOn === sessionOn && sessionHeld === undefined) return asks('sessionHeld')
  return grant('before-session', sessionHeld === undefined ? addDays(sessionOn, -1) : sessionOn, [coachingFee])
}

function repair(request: RefundRequest): Ruling {
  const ruling = faultOfWork(request) ?? repairInWindow(request)
  return 'because' in ruling && !('less' in ruling) ? guaranteed(request, ruling) : ruling
}

function repairInWindow({ paidCents, enrolledOn, requestedOn, facts }: RefundRequest): Ruling {
  const until = enrolledOn && addDays(enrolledOn, refundPolicy.windowDays)
  if (until && requestedOn > until) return deny('window-over')
  const begun = hasWorkBegun(facts, requestedOn)
  if (begun === undefined) return asks('workBegun')
  if (!begun) return grant('before-letters', beforeDisputes(until, facts), [adminFee])
  if (!facts.rounds) return asks('rounds')
  const { done, planned } = facts.rounds
  if (done * 100 > planned * refundPolicy.maxRoundsDonePercent) return deny('too-many-rounds')
  // Before the first round is done, the rounds do not say what the letters were worth.
  const work = facts.workCompletedCents ?? (done > 0 ? Math.floor((paidCents * done) / planned) : undefined)
  return work === undefined ? asks('workCompletedCents') : grant('pro-rated', until, [{ for: 'work', cents: work }, adminFee])
}

/** The exception to both limits of a repair plan, or the denial by one of them. */
function guaranteed({ paidOn, requestedOn, facts }: RefundRequest, { because }: Denial): Ruling {
  const { disputesStartedOn, itemsRemoved, workCompletedCents } = facts
  if (disputesStartedOn === null || itemsRemoved) return deny(because)
  // Disputes do not start before they are paid for.
  const lastGuaranteeDay = addDays(disputesStartedOn ?? paidOn, refundPolicy.guaranteeDays)
  if (requestedOn <= lastGuaranteeDay) return deny(because, lastGuaranteeDay)
  if (disputesStartedOn === undefined) return asks('disputesStartedOn')
  if (itemsRemoved === undefined) return asks('itemsRemoved')
  // By then most rounds are done, and their share would leave nothing of the guarantee: a person says what they were worth.
  if (workCompletedCents === undefined) return asks('workCompletedCents')
  return grant('guarantee', undefined, [{ for: 'work', cents: workCompletedCents }, adminFee])
}

/** That day, or the last one before disputes start if they are known to start earlier. */
function beforeDisputes(until: Day | undefined, { disputesStartedOn: start }: RefundFacts): Day | undefined {
  return start && (!until || start <= until) ? addDays(start, -1) : until
}

/** Whoever has done a round or sent a dispute has prepared letters. */
const hasProofOfWork = ({ rounds, disputesStartedOn: start }: RefundFacts, requestedOn: Day): boolean =>
  (rounds !== undefined && rounds.done > 0) || (typeof start === 'string' && start <= requestedOn)


const hasWorkBegun = (facts: RefundFacts, requestedOn: Day) => facts.workBegun ?? (hasProofOfWork(facts, requestedOn) || undefined)

function faultOfWork({ paidOn, requestedOn, facts }: RefundRequest): Fault | undefined {
  if (facts.disputesStartedOn && facts.disputesStartedOn < paidOn) return { fault: 'work-before-paid' }
  if (facts.rounds && facts.rounds.done > facts.rounds.planned) return { fault: 'rounds-beyond-plan' }
  return facts.workBegun === false && hasProofOfWork(facts, requestedOn) ? { fault: 'work-not-begun' } : undefined
}

function answered(ruling: Grant | Denial, request: RefundRequest): RefundAnswer {
  const { because, until } = ruling
  const deductions = 'less' in ruling ? taken(ruling.less, request.paidCents) : []
  const cents = 'less' in ruling ? deductions.reduce((left, deduction) => left - deduction.cents, request.paidCents) : 0
  const review = spanAfter({ from: request.requestedOn, to: request.requestedOn }, refundPolicy.reviewBusinessDays)
  return {
    gives: cents === 0 ? 'none' : cents === request.paidCents ? 'full' : 'part',
    cents,
    deductions,
    because,
    until,
    guaranteeFrom: because === 'guarantee' ? undefined : guaranteeFrom(request),
    review,
    payout: cents === 0 ? undefined : spanAfter(review, refundPolicy.payoutBusinessDays),
  }
}

/** Each deduction takes what is left at most. */
function taken(deductions: Deduction[], paidCents: number): Deduction[] {
  let left = paidCents
  return deductions.flatMap((deduction) => {
    const cents = Math.min(deduction.cents, left)
    left -= cents
    return cents > 0 ? [{ ...deduction, cents }] : []
  })
}

function guaranteeFrom({ service, facts: { disputesStartedOn: start, itemsRemoved } }: RefundRequest): Day | undefined {
  return start && rules[service] === repair && !itemsRemoved ? addDays(start, refundPolicy.guaranteeDays + 1) : undefined
}

const spanAfter = ({ from, to }: DaySpan, businessDays: Span): DaySpan => ({
  from: addBusinessDays(from, businessDays.from),
  to: addBusinessDays(to, businessDays.to),
})
