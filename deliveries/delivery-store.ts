import * as v from 'valibot'
import { type CallerFault, callerFaults } from '../domain/caller-faults.ts'
import { type DeliveryState, deliveryStates } from '../domain/delivery-states.ts'
import { type DigestContent, digestSchema } from '../domain/staff/digest.ts'
import type { Outcome } from './outcome.ts'
import { type RegisteredKey, registeredKeysSchema } from './registered-keys.ts'
import type { Repeats } from './settings.ts'
import { leasedEnrollmentSchema, type StoredName, storedNameSchema } from './stored-enrollment.ts'

const leaseSchema = v.object({
  id: v.string(),
  /** Including this attempt. */
  attempts: v.number(),
  first_name_length: v.nullable(v.number()),
  enrollment: leasedEnrollmentSchema,
})

/** The exclusive right to send one delivery, with its content. */
export type Lease = v.InferOutput<typeof leaseSchema>

/**
 * The answer of `lease_delivery`: a lease, or the delivery's state and when to ask again. `wait_ms` is null if
 * waiting would change nothing, `state` is null if there is no such delivery.
 */
const leaseAnswerSchema = v.object({
  state: v.nullable(v.picklist(deliveryStates)),
  wait_ms: v.nullable(v.number()),
  lease: v.nullable(leaseSchema),
})
export type LeaseAnswer = v.InferOutput<typeof leaseAnswerSchema>

/** The answer of `finish_delivery`: null if another lease or a person has decided in the meantime. */
const finishAnswerSchema = v.object({ state: v.nullable(v.picklist(deliveryStates)) })

/** The answer of `claim_digest`: null if none is due. */
const digestAnswerSchema = v.nullable(digestSchema)

/** The answer of `purge_when_due`: how many rows were purged; null if it is not due. */
const purgeAnswerSchema = v.nullable(v.number())

/** The answer of `caller_fault`. */
const callerAnswerSchema = v.nullable(
  v.custom<CallerFault>((code) => typeof code === 'string' && Object.hasOwn(callerFaults, code)),
)

/** Whom a valid token names, and at which assurance level. */
export interface User {
  userId: string
  sessionId: string
  aal: string | null
}

export interface LeaseRequest {
  /** Leases whatever is due next if it is omitted. */
  enrollmentId?: string
  repeats: Repeats
  leaseSeconds: number
  intervalMs: number
}

export interface AttemptReport {
  leaseId: string
  outcome: Outcome
  /** Undefined: there is no further attempt. */
  retrySeconds: number | undefined
  /** How long all workers have to pause, as the destination asks. */
  pauseSeconds: number | undefined
}

/** The outbox, through the SQL functions that the migrations define. */
export interface DeliveryStore {
  /** Why this user may not act; null if they may. */
  callerFault(user: User): Promise<CallerFault | null>
  /** The client's name in a completed enrollment of this owner; undefined if there is none. */
  loadEnrollment: (id: string, ownerId: string) => Promise<StoredName | undefined>
  /** Stores where the first name ends: a number, nothing personal. */
  keepFirstNameLength: (enrollmentId: string, length: number) => Promise<void>
  /** The keys of the database, public halves. */
  readKeys: () => Promise<RegisteredKey[]>
  lease(request: LeaseRequest): Promise<LeaseAnswer>
  finish(report: AttemptReport): Promise<DeliveryState | null>
  /** Ends expired leases, which leasing does too. */
  releaseExpiredLeases(): Promise<void>
  /**
   * Purges the personal details of deliveries that were settled this long ago (null: of none) and returns how many;
   * null if another process did so within the hour.
   */
  purgeWhenDue(olderThanSeconds: number | null): Promise<number | null>
  /** Claims the digest for this process, which then has to send it. */
  claimDigest(): Promise<DigestContent | null>
  /** Reschedules a digest that could not be sent in an hour. */
  returnDigest(): Promise<void>
}

/** How a store reaches the database as `service_role`: by SQL in the gateway, by the REST interface on Supabase. */
export interface OutboxAccess {
  /** Calls one function of the migrations with named arguments. */
  call: (name: string, parameters: Record<string, string | number | null>) => Promise<unknown>
  /** The columns of `storedNameSchema`, where a completed enrollment has this id and owner. */
  findName: (id: string, ownerId: string) => Promise<unknown>
  keepFirstNameLength: DeliveryStore['keepFirstNameLength']
}

/** Creates a store on either kind of access. */
export function createDeliveryStore({ call, findName, keepFirstNameLength }: OutboxAccess): DeliveryStore {
  return {
    loadEnrollment: async (id, ownerId) => v.parse(v.optional(storedNameSchema), await findName(id, ownerId)),
    keepFirstNameLength,
    readKeys: async () => v.parse(registeredKeysSchema, await call('personal_details_keys', {})),
    callerFault: async ({ userId, sessionId, aal }) =>
      v.parse(callerAnswerSchema, await call('caller_fault', { p_user: userId, p_session: sessionId, p_aal: aal })),
    lease: async ({ enrollmentId, repeats, leaseSeconds, intervalMs }) => {
      const answer = await call('lease_delivery', {
        p_repeats: repeats,
        p_enrollment: enrollmentId ?? null,
        p_lease_seconds: leaseSeconds,
        p_interval_ms: Math.round(intervalMs),
      })
      return v.parse(leaseAnswerSchema, answer)
    },
    finish: async ({ leaseId, outcome, retrySeconds, pauseSeconds }) => {
      const answer = await call('finish_delivery', {
        p_lease: leaseId,
        p_outcome: outcome.outcome,
        p_reason: 'reason' in outcome ? (outcome.reason ?? null) : null,
        p_retry_seconds: retrySeconds ?? null,
        p_pause_seconds: pauseSeconds ?? null,
      })
      return v.parse(finishAnswerSchema, answer).state
    },
    async releaseExpiredLeases() {
      await call('release_expired_leases', {})
    },
    purgeWhenDue: async (olderThanSeconds) =>
      v.parse(purgeAnswerSchema, await call('purge_when_due', { p_older_than_seconds: olderThanSeconds })),
    claimDigest: async () => v.parse(digestAnswerSchema, await call('claim_digest', {})),
    async returnDigest() {
      await call('return_digest', {})
    },
  }
}
