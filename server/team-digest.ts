import * as v from 'valibot'
import { digestWords } from '../content/deliveries.ts'
import { deliveryStates } from '../supabase/functions/submit-to-disputefox/delivery-store.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Database } from './postgres/database.ts'

/** The daily letter to the team, in words. It names enrollments by their ids and nothing of a person. */
export interface Digest {
  subject: string
  text: string
}

const claimSchema = v.nullable(
  v.object({
    count: v.number(),
    deliveries: v.array(
      v.object({
        id: v.string(),
        state: v.picklist(deliveryStates),
        reason: v.nullable(v.string()),
        since: v.string(),
      }),
    ),
  }),
)

/** What `claim_digest` answers: what needs a person, the oldest of it one by one; null where no digest is due. */
export type DigestClaim = NonNullable<v.InferOutput<typeof claimSchema>>

/**
 * Sends the digest where one is due: something needs a person, and the last digest is a day old. Several processes send
 * one. A digest that could not be sent is due again in an hour. Without an address it is a line of the log, once a day.
 */
export async function sendDigestWhenDue(
  { database, mailer, log }: { database: Database; mailer: Mailer; log: Log },
  teamEmail: string | undefined,
): Promise<void> {
  const call = (name: string) =>
    database.transactionAs({ role: 'service_role' }, async (client) => {
      const { rows } = await client.query<{ answer: unknown }>(`select public.${name}() as answer`)
      return rows[0]?.answer ?? null
    })
  const claim = v.parse(claimSchema, await call('claim_digest'))
  if (!claim) return
  if (!teamEmail) return log('deliveries-need-a-person', { count: claim.count })
  const sent = await mailer.send({ kind: 'notice', to: teamEmail, ...digestOf(claim) })
  if (sent === 'sent') return
  log('digest-not-sent')
  await call('return_digest')
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
