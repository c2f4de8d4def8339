import * as v from 'valibot'
import type { Outcome } from './outcome.ts'
import type { Repeats } from './settings.ts'
import { type LoadEnrollment, storedEnrollmentSchema } from './stored-enrollment.ts'

/** Where a delivery stands. Only `delivered` is success. */
export const deliveryStates = ['queued', 'sending', 'delivered', 'needs_review', 'rejected', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const leaseSchema = v.object({
  id: v.string(),
  /** This one included. */
  attempts: v.number(),
  first_name_length: v.nullable(v.number()),
  enrollment: storedEnrollmentSchema,
})

/** The right to send one delivery, and what is to be sent. */
export type Lease = v.InferOutput<typeof leaseSchema>

/**
 * What `lease_delivery` answers: a lease, or how the delivery stands and when to ask again. `wait_ms` is null where
 * nothing will change by itself; `state` is null where there is no such delivery.
 */
export const leaseAnswerSchema = v.object({
  state: v.nullable(v.picklist(deliveryStates)),
  wait_ms: v.nullable(v.number()),
  lease: v.nullable(leaseSchema),
})
export type LeaseAnswer = v.InferOutput<typeof leaseAnswerSchema>

/** What `finish_delivery` answers: null where another lease or a person has decided meanwhile. */
export const finishAnswerSchema = v.object({ state: v.nullable(v.picklist(deliveryStates)) })

/** What `claim_digest` answers: what needs a person, the oldest of it one by one; null where no digest is due. */
export const digestAnswerSchema = v.nullable(
  v.object({
    count: v.number(),
    deliveries: v.array(
      v.object({
        id: v.string(),
        state: v.picklist(deliveryStates),
        reason: v.nullable(v.string()),
        since: v.string(),
      }),
    ),
  }),
)
export type DigestClaim = NonNullable<v.InferOutput<typeof digestAnswerSchema>>

/** What `purge_when_due` answers: how many rows; null where it is not due. */
export const purgeAnswerSchema = v.nullable(v.number())

export interface LeaseRequest {
  /** Without it, whatever is due next. */
  enrollmentId?: string
  repeats: Repeats
  leaseSeconds: number
  intervalMs: number
}

export interface AttemptReport {
  leaseId: string
  outcome: Outcome
  /** Undefined: not repeated. */
  retrySeconds: number | undefined
  /** How long the other side wants to hear nothing at all. */
  pauseSeconds: number | undefined
}

/** The outbox. On the gateway it is SQL, on Supabase the same SQL through the REST interface. */
export interface DeliveryStore {
  loadEnrollment: LoadEnrollment
  /** Keeps where the first name ends: a number, nothing personal. */
  keepFirstNameLength(enrollmentId: string, length: number): Promise<void>
  lease(request: LeaseRequest): Promise<LeaseAnswer>
  finish(report: AttemptReport): Promise<DeliveryState | null>
  /** Ends the leases of workers that fell silent; leasing does so by itself. */
  releaseExpiredLeases(): Promise<void>
  /**
   * Forgets, once an hour over all processes, the details of what was delivered or cancelled so long ago (null: of
   * nothing), and tells how many; null: not due.
   */
  purgeWhenDue(olderThanSeconds: number | null): Promise<number | null>
  /** Takes the day's digest for this process, which sends it. */
  claimDigest(): Promise<DigestClaim | null>
  /** A digest that could not be sent is due again in an hour. */
  returnDigest(): Promise<void>
}

/** The arguments of the functions in the migration, by their names there. */
export const leaseArguments = ({ enrollmentId, repeats, leaseSeconds, intervalMs }: LeaseRequest) => ({
  p_repeats: repeats,
  p_enrollment: enrollmentId ?? null,
  p_lease_seconds: leaseSeconds,
  p_interval_ms: Math.round(intervalMs),
})

export const finishArguments = ({ leaseId, outcome, retrySeconds, pauseSeconds }: AttemptReport) => ({
  p_lease: leaseId,
  p_outcome: outcome.outcome,
  p_reason: 'because' in outcome ? outcome.because : null,
  p_retry_seconds: retrySeconds ?? null,
  p_pause_seconds: pauseSeconds ?? null,
})
