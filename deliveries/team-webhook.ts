import * as v from 'valibot'
import type { DeliveryDependencies } from './dependencies.ts'
import type { Messenger } from './team-digest.ts'
import { webAddress } from './web-address.ts'

export const teamEntries = { TEAM_WEBHOOK_URL: v.optional(webAddress) }

const timeoutMs = 10_000

/**
 * Posts the digest as `{"text": "…"}`, which Slack, Mattermost, Google Chat, Zapier and Make take as a message or make a
 * letter of. Any 2xx answer is a yes. The address is a secret, so it is not logged.
 */
export function teamWebhook(url: string, { fetch, log }: Pick<DeliveryDependencies, 'fetch' | 'log'>): Messenger {
  return async ({ subject, text }) => {
    const reason = await post(url, `${subject}\n\n${text}`, fetch)
    if (reason === undefined) return 'sent'
    log('team-webhook-failed', { reason })
    return 'failed'
  }
}

async function post(url: string, text: string, fetch: typeof globalThis.fetch): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `HTTP ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.name : typeof error
  }
}
