import * as v from 'valibot'
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts'
import { storedNameColumns } from './stored-enrollment.ts'

const timeoutMs = 5_000

/** The outbox through a Supabase project's REST interface. It bypasses row-level security, so queries filter by owner. */
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

  return createDeliveryStore({
    call: (name, parameters) => ask(`rpc/${name}`, { method: 'POST', body: parameters }),
    async findName(id, ownerId) {
      const query = new URLSearchParams({
        select: storedNameColumns.join(','),
        id: `eq.${id}`,
        user_id: `eq.${ownerId}`,
        onboarding_completed: 'eq.true',
      })
      return v.parse(v.array(v.unknown()), await ask(`enrollments?${query}`))[0]
    },
    async keepFirstNameLength(enrollmentId, length) {
      const query = new URLSearchParams({ enrollment_id: `eq.${enrollmentId}` })
      await ask(`deliveries?${query}`, { method: 'PATCH', body: { first_name_length: length } })
    },
  })
}

// The project's API gateway exchanges a secret key, which is opaque, for a token. The legacy service key is a token.
function serviceHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` }
}
