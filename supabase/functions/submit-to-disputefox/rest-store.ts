import * as v from 'valibot'
import { type LoadEnrollment, storedEnrollmentColumns, storedEnrollmentSchema } from './stored-enrollment.ts'

const timeoutMs = 5_000

/** Reads enrollments through the project's REST interface, past row-level security: hence the owner in the query. */
export function createRestStore(
  project: { supabaseUrl: string; serviceKey: string },
  fetch: typeof globalThis.fetch,
): LoadEnrollment {
  return async (id, ownerId) => {
    const query = new URLSearchParams({
      select: storedEnrollmentColumns.join(','),
      id: `eq.${id}`,
      user_id: `eq.${ownerId}`,
      onboarding_completed: 'eq.true',
    })
    const response = await fetch(`${project.supabaseUrl}/rest/v1/enrollments?${query}`, {
      headers: serviceHeaders(project.serviceKey),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The REST interface answered with ${response.status}`)
    return v.parse(v.array(storedEnrollmentSchema), await response.json())[0]
  }
}

// A secret key is an opaque text that the project's gateway turns into a token; only the older service key is a token.
function serviceHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` }
}
