import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'
import { onboardingMessages } from '../../content/onboarding.ts'
import type { ClientData, EnrollmentRow } from '../../domain/enrollment.ts'

/** How to speak to the backend as the signed-in user. */
export interface Connection {
  /** No slash at the end. */
  url: string
  headers: Record<string, string>
  fetch: typeof fetch
}

export type Saved = { outcome: 'saved'; id: string } | { outcome: 'failed'; message: string }
export type Delivery = { outcome: 'accepted' } | { outcome: 'failed' }

/** Longer than this the browser does not wait for a delivery; the server goes on with it. */
export const deliveryLimitMs = 20_000

/** PostgREST's code for "not exactly one row": the enrollment to update is not there, or not this user's. */
const noSuchRow = 'PGRST116'

const savedRow = v.object({ id: v.pipe(v.string(), v.nonEmpty()) })

const notSaved = (message?: string): Saved => ({ outcome: 'failed', message: message || onboardingMessages.saveFailed })

/** Updates the enrollment where an id is given, else inserts one (§7.4); no row updated is a failure. */
export async function saveEnrollment(connection: Connection, row: EnrollmentRow, enrollmentId?: string): Promise<Saved> {
  try {
    const { url, headers, fetch } = connection
    const table = new PostgrestClient(`${url}/rest/v1`, { headers, fetch }).from('enrollments')
    const write = enrollmentId ? table.update(row).eq('id', enrollmentId) : table.insert(row)
    const { data, error } = await write.select('id').single()
    if (error) return notSaved(error.code === noSuchRow ? undefined : error.message)
    const saved = v.safeParse(savedRow, data)
    return saved.success ? { outcome: 'saved', id: saved.output.id } : notSaved()
  } catch {
    return notSaved()
  }
}

/** Asks the server to pass the stored enrollment on (§7.5). Only whether an error occurred is read. */
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
