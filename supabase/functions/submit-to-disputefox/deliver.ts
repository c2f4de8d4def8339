import type { ClientName } from './client-name.ts'
import type { Outcome } from './outcome.ts'
import type { DeliverySettings } from './settings.ts'
import type { StoredEnrollment } from './stored-enrollment.ts'
import { send } from './transport.ts'
import { buildRequest, classify } from './webform.ts'

export interface Delivery {
  enrollment: StoredEnrollment
  name: ClientName
}

/** One attempt, in the configured way. It never throws: whatever happens is an outcome. */
export async function deliver(
  { enrollment, name }: Delivery,
  settings: DeliverySettings,
  { fetch, timeoutMs }: { fetch: typeof globalThis.fetch; timeoutMs: number },
): Promise<Outcome> {
  if (settings.mode === 'off') return { outcome: 'not-configured' }
  const attempt = await send(buildRequest(enrollment, name, settings), fetch, timeoutMs)
  return classify(attempt, settings.redirectUrl)
}
