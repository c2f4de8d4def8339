import { createPartners } from '../../partners/app.ts'
import { standInVariables } from '../../partners/disputefox/web-form.ts'
import { type Destination, deliverySettings } from '../../deliveries/settings.ts'

export interface DisputeSystem {
  /** Settings for deliveries to it, without a rate limit. */
  settings: Destination
  fetch: typeof fetch
  behave(behaviour: string, times?: number): Promise<unknown>
  received(): Promise<unknown>
  /** The enrollment ids of all posted forms, in order. */
  sent: string[]
}

/** The stand-in for DisputeFox, without a network. */
export function openDisputeSystem(): DisputeSystem {
  const partners = createPartners({ slowMs: 0 })
  const parsed = deliverySettings(standInVariables('http://127.0.0.1:3001'), 'http://127.0.0.1:3000/onboarding-success')
  if ('fault' in parsed || parsed.ok.mode === 'off') throw new Error('the settings of this test are wrong')
  const sent: string[] = []
  return {
    settings: { ...parsed.ok, intervalMs: 0 },
    sent,
    async fetch(url, init) {
      const request = new Request(url, init)
      sent.push(/Enrollment\+([0-9a-f-]{36})/.exec(await request.clone().text())?.[1] ?? 'unknown')
      return partners.request(request)
    },
    behave: async (behaviour, times) =>
      partners.request('/disputefox/behaviour', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ behaviour, times }),
      }),
    received: async () => (await partners.request('/disputefox/received')).json(),
  }
}
