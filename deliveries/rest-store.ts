import * as v from 'valibot'
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts'
import { openProjectRest, type Project } from './project-rest.ts'
import { storedNameColumns } from './stored-enrollment.ts'

/** The outbox through a Supabase project's REST interface. It bypasses row-level security, so queries filter by owner. */
export function createRestStore(project: Project, fetch: typeof globalThis.fetch): DeliveryStore {
  const { ask, call } = openProjectRest(project, fetch)
  return createDeliveryStore({
    call,
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
