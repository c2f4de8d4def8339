import { digestWords } from '../content/deliveries.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import type { DigestClaim } from './delivery-store.ts'

/** The daily letter to the team, in words. It names enrollments by their ids and nothing of a person. */
export interface Digest {
  subject: string
  text: string
}

/** A way to reach the team. Resolves when it is known whether the digest got there, and never rejects. */
export type Messenger = (digest: Digest) => Promise<'sent' | 'failed'>

/**
 * Sends the digest where one is due: something needs a person, and the last digest is a day old. Several processes send
 * one. A digest that nobody took is due again in an hour. Where there is no way to the team it is a line of the log,
 * once a day.
 */
export async function sendDigestWhenDue(
  messengers: Messenger[],
  { store, log }: Pick<DeliveryDependencies, 'store' | 'log'>,
): Promise<void> {
  const claim = await store.claimDigest()
  if (!claim) return
  if (messengers.length === 0) return log('deliveries-need-a-person', { count: claim.count })
  const digest = digestOf(claim)
  const results = await Promise.all(messengers.map((tell) => tell(digest)))
  if (results.includes('sent')) return
  log('digest-not-sent')
  await store.returnDigest()
}

/** Subject and text for what needs a person. */
export function digestOf({ count, deliveries }: DigestClaim): Digest {
  const lines = deliveries.map(
    ({ id, state, reason, since }) => `${id}  ${reason ? `${state} (${reason})` : state}  since ${since.slice(0, 10)}`,
  )
  const unlisted = count - deliveries.length
  if (unlisted > 0) lines.push(digestWords.rest(unlisted))
  return {
    subject: digestWords.subject(count),
    text: `${digestWords.opening}\n\n${lines.join('\n')}\n\n${digestWords.closing}\n`,
  }
}
