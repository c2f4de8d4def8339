import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'
import { onboardingMessages } from '#words/onboarding.ts'
import { consentsHeader, consentsIn, type ShownText } from '../../domain/consents.ts'
import type { ClientData, EnrollmentRow } from '../../domain/enrollment.ts'

/** For requests to the backend as the signed-in user. */
export interface Connection {
  /** No slash at the end. */
  url: string
  headers: Record<string, string>
  /** Rejects where no answer came: no network, a broken connection, a timeout. */
  fetch: typeof fetch
}

/** Which enrollment to write: one that is in the table, or a new one under an id that the browser made. */
export interface Target {
  kind: 'existing' | 'new'
  /** A UUID; anything else names no enrollment. */
  id: string
  /** Of a new one: nothing but these very values was ever sent under this id, and no answer came. */
  repeated?: boolean
}

export type Saved =
  | { outcome: 'saved'; id: string }
  | { outcome: 'failed'; message: string }
  /** The existing enrollment is not there, or not this account's, which has yet to prove its address perhaps (R-PAYMENT). */
  | { outcome: 'not-yours' }
  /** The backend no longer takes the session. */
  | { outcome: 'signed-out' }
  /** No answer came, so nobody knows whether the row was written. Writing it again is safe. */
  | { outcome: 'unanswered' }

export type Delivery = { outcome: 'accepted' } | { outcome: 'failed' }

/** How long the browser waits for a delivery, which the server continues in any case. */
const deliveryLimitMs = 20_000

/** PostgREST's code for "not exactly one row": the enrollment to update is not there, or not this user's. */
const noSuchRow = 'PGRST116'

/** PostgreSQL's unique_violation: an enrollment with this id was written before. */
const alreadyThere = '23505'

const idFormat = v.pipe(v.string(), v.uuid())
const savedRow = v.object({ id: v.pipe(v.string(), v.nonEmpty()) })

const notSaved = (message?: string): Saved => ({ outcome: 'failed', message: message || onboardingMessages.saveFailed })

/**
 * Writes one enrollment (R-ENROLLMENT-SAVE): updates an existing one, where no row updated is a failure; inserts a new one,
 * or updates it if an earlier attempt, whose answer was lost, has inserted it. It can safely be repeated. Where that
 * attempt had the same values, all is said: an update would count as a change, and the client might be delivered twice.
 * A header names the texts that the client agrees to, to be recorded in the same transaction (R-CONSENT-LEDGER).
 */
export async function saveEnrollment(
  connection: Connection,
  row: EnrollmentRow,
  target: Target,
  agreedTo: ShownText[],
): Promise<Saved> {
  if (!v.is(idFormat, target.id)) return { outcome: 'not-yours' }
  const { url, fetch } = connection
  const headers = { ...connection.headers, [consentsHeader]: consentsIn(agreedTo) }
  const table = () => new PostgrestClient(`${url}/rest/v1`, { headers, fetch }).from('enrollments')
  if (target.kind === 'new') {
    const inserted = await table().insert({ id: target.id, ...row }).select('id').single()
    if (inserted.error?.code !== alreadyThere) return savedFrom(inserted)
    if (target.repeated) return { outcome: 'saved', id: target.id }
  }
  return savedFrom(await table().update(row).eq('id', target.id).select('id').single())
}

interface Answer {
  /** 0 where there was none. */
  status: number
  data: unknown
  error: { code?: string; message: string } | null
}

function savedFrom({ status, data, error }: Answer): Saved {
  if (status === 0) return { outcome: 'unanswered' }
  if (status === 401) return { outcome: 'signed-out' }
  if (error?.code === noSuchRow) return { outcome: 'not-yours' }
  // Without a code the error is not PostgREST's, but from some proxy on the way.
  if (error) return notSaved(error.code ? error.message : undefined)
  const saved = v.safeParse(savedRow, data)
  return saved.success ? { outcome: 'saved', id: saved.output.id } : notSaved()
}

/** Asks the server to deliver the stored enrollment (R-CLIENT-DATA). Only whether there was an error is read. */
export async function requestDelivery(
  connection: Connection,
  enrollmentId: string,
  clientData: ClientData,
): Promise<Delivery> {
  const functions = new FunctionsClient(`${connection.url}/functions/v1`, {
    headers: connection.headers,
    customFetch: connection.fetch,
  })
  const { error } = await functions.invoke('submit-to-disputefox', {
    body: { enrollmentId, clientData },
    timeout: deliveryLimitMs,
  })
  return { outcome: error ? 'failed' : 'accepted' }
}
