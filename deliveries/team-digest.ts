import * as v from 'valibot'
import { errorName } from '../domain/error-facts.ts'
import type { DigestContent } from '../domain/staff/digest.ts'
import { digestWords } from '../content/deliveries.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { webAddress } from './web-address.ts'

/** The digest for the team. It names enrollments by id and holds nothing personal. */
export interface Digest {
  subject: string
  text: string
}

/** Delivers the digest to the team and resolves with the outcome. Never rejects. */
export type Notifier = (digest: Digest) => Promise<'sent' | 'failed'>

/**
 * Sends a digest if one is due (R-DIGEST), from one process only. If every notifier fails, it is due again in an hour. Without
 * notifiers, it is one line in the log.
 */
export async function sendDigestWhenDue(
  notifiers: Notifier[],
  { store, log }: Pick<DeliveryDependencies, 'store' | 'log'>,
): Promise<void> {
  const claim = await store.claimDigest()
  if (!claim) return
  if (notifiers.length === 0) return logDigest(claim, log)
  const digest = digestOf(claim)
  const results = await Promise.all(notifiers.map((tell) => tell(digest)))
  if (results.includes('sent')) return
  log('digest-not-sent')
  await store.returnDigest()
}

function logDigest({ count, deletions, backup_age_seconds: seconds, payments, not_onboarded: notOnboarded }: DigestContent, log: DeliveryDependencies['log']): void {
  if (count > 0) log('deliveries-need-a-person', { count })
  if (deletions > 0) log('deletions-need-a-person', { count: deletions })
  if (payments > 0) log('payments-need-a-person', { count: payments })
  if (notOnboarded > 0) log('payers-not-onboarded', { count: notOnboarded })
  if (seconds !== null) log('backup-overdue', { seconds })
}

const secondsPerDay = 24 * 60 * 60

/** The digest as subject and text. */
export function digestOf(content: DigestContent): Digest {
  const { count, deliveries, deletions, backup_age_seconds: backupAge, payments, not_onboarded: notOnboarded } = content
  const lines = deliveries.map(
    ({ id, state, reason, since }) => `${id}  ${reason ? `${state} (${reason})` : state}  since ${since.slice(0, 10)}`,
  )
  const unlisted = count - deliveries.length
  if (unlisted > 0) lines.push(digestWords.rest(unlisted))
  const blocks = [
    ...(count > 0 ? [digestWords.opening, lines.join('\n'), digestWords.closing] : []),
    ...(deletions > 0 ? [digestWords.deletions(deletions)] : []),
    ...(payments > 0 ? [digestWords.payments(payments)] : []),
    ...(notOnboarded > 0 ? [digestWords.notOnboarded(notOnboarded)] : []),
    ...(backupAge === null ? [] : [digestWords.backup(Math.floor(backupAge / secondsPerDay))]),
  ]
  if (blocks.length === 0) return { subject: digestWords.nothing, text: `${digestWords.onRequest}\n` }
  return { subject: digestWords.subject(content), text: `${blocks.join('\n\n')}\n` }
}

export const teamEntries = { TEAM_WEBHOOK_URL: v.optional(webAddress) }

const timeoutMs = 10_000

/**
 * Posts the digest as `{"text": "…"}`, which Slack, Mattermost and Google Chat show as a message, and Zapier and Make
 * can turn into an e-mail. Any 2xx answer is success. The address is a secret and is not logged.
 */
export function teamWebhook(url: string, { fetch, log }: Pick<DeliveryDependencies, 'fetch' | 'log'>): Notifier {
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
    return errorName(error)
  }
}
