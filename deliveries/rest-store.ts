import * as v from 'valibot'
import {
  type DeliveryStore,
  digestAnswerSchema,
  finishAnswerSchema,
  finishArguments,
  leaseAnswerSchema,
  leaseArguments,
  purgeAnswerSchema,
} from './delivery-store.ts'
import { storedNameColumns, storedNameSchema } from './stored-enrollment.ts'

const timeoutMs = 5_000

/** The outbox through the project's REST interface, past row-level security: hence the owner in the query. */
export function createRestStore(
  project: { supabaseUrl: string; serviceKey: string },
  fetch: typeof globalThis.fetch,
): DeliveryStore {
  async function ask(pathAndQuery: string, init: { method?: string; body?: object } = {}): Promise<unknown> {
    const response = await fetch(`${project.supabaseUrl}/rest/v1/${pathAndQuery}`, {
      method: init.method ?? 'GET',
      headers: { ...serviceHeaders(project.serviceKey), 'content-type': 'application/json' },
      body: init.body ? JSON.stringify(init.body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The REST interface answered with ${response.status}`)
    return response.status === 204 ? undefined : response.json()
  }
  const call = (name: string, body: object) => ask(`rpc/${name}`, { method: 'POST', body })

  return {
    async loadEnrollment(id, ownerId) {
      const query = new URLSearchParams({
        select: storedNameColumns.join(','),
        id: `eq.${id}`,
        user_id: `eq.${ownerId}`,
        onboarding_completed: 'eq.true',
      })
      return v.parse(v.array(storedNameSchema), await ask(`enrollments?${query}`))[0]
    },
    async keepFirstNameLength(enrollmentId, length) {
      const query = new URLSearchParams({ enrollment_id: `eq.${enrollmentId}` })
      await ask(`deliveries?${query}`, { method: 'PATCH', body: { first_name_length: length } })
    },
    lease: async (request) => v.parse(leaseAnswerSchema, await call('lease_delivery', leaseArguments(request))),
    finish: async (report) => v.parse(finishAnswerSchema, await call('finish_delivery', finishArguments(report))).state,
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

// A secret key is an opaque text that the project's gateway turns into a token; only the older service key is a token.
function serviceHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` }
}
