import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import { asService, type Command, CommandFault, commonOptions, confirm, findEnrollmentId, shortId } from './command.ts'
import { recordStaffAction } from './staff-log.ts'

interface Change {
  action: 'retry' | 'resolve' | 'cancel'
  /** The states that allow it; never `sending`, which ends within seconds. */
  from: readonly string[]
  decide: (seen: DeliveryStatus) => Decision
}

interface Decision {
  assignments: string
  done: string
}

/** The newest version that may have arrived: sent, or resolved by a person; 1 without any attempt. */
const knownVersion = `greatest(
  delivered_version,
  (select coalesce(max(version), 1) from public.delivery_attempts attempt
   where attempt.enrollment_id = deliveries.enrollment_id)
)`

/** Queues it again from the first attempt, regardless of earlier outcomes. */
export const retry = changing({
  action: 'retry',
  from: ['queued', 'delivered', 'rejected', 'needs_review', 'cancelled'],
  decide: () => ({
    assignments: `state = 'queued', reason = null, attempts = 0, due_at = clock_timestamp(),
      queued_at = case when state = 'queued' then queued_at else clock_timestamp() end, delivered_version = null`,
    done: 'It is sent as soon as it is its turn.',
  }),
})

/**
 * A person has seen the client in the dispute-management system, so it is marked as delivered. A change since the last
 * attempt was never sent: then the first `resolve` only reports that, and the second one settles it.
 */
export const resolve = changing({
  action: 'resolve',
  from: ['queued', 'rejected', 'needs_review', 'cancelled'],
  decide: (seen) =>
    hasUnreportedEdit(seen)
      ? {
          assignments: `state = 'needs_review', reason = 'edited-after-delivery', delivered_version = ${knownVersion}`,
          done: 'Not settled: it was changed after it was last sent. Correct the client there by hand, then resolve again.',
        }
      : {
          assignments: `state = 'delivered', reason = 'resolved', delivered_version = version`,
          done: 'It counts as delivered.',
        },
})

/** Prevents it from being sent. */
export const cancel = changing({
  action: 'cancel',
  from: ['queued', 'rejected', 'needs_review'],
  decide: () => ({ assignments: `state = 'cancelled', reason = null`, done: 'It is not sent any more.' }),
})

function changing(change: Change): Command {
  return async (parameters, context) => {
    const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options: commonOptions })
    const { id, seen } = await asService(context, async (client) => {
      const found = await findEnrollmentId(client, positionals)
      return { id: found, seen: await statusOf(client, found) }
    })
    refuseUnlessAllowed(change, seen)
    if (change.action === 'retry' && seen.may_be_there) {
      await confirm(context, 'This client may be there already, and would then be there twice.', shortId(id), values.yes)
    }
    const { assignments, done } = change.decide(seen)
    await asService(context, async (client) => {
      // Locks the enrollment before its delivery, in the same order as saving does.
      await client.query('select from public.enrollments where id = $1 for update', [id])
      await client.query('select from public.deliveries where enrollment_id = $1 for update', [id])
      if (JSON.stringify(await statusOf(client, id)) !== JSON.stringify(seen)) {
        throw new CommandFault('It has changed at this very moment: look again.')
      }
      // An expired lease is kept: a worker may still report late that the client has arrived.
      await client.query(
        `update public.deliveries set ${assignments}, updated_at = clock_timestamp() where enrollment_id = $1`,
        [id],
      )
      await recordStaffAction(client, { staff: context.staff, action: change.action, enrollment: id })
    })
    context.print(done)
    return 0
  }
}

interface DeliveryStatus {
  state: string | null
  reason: string | null
  version: number | null
  known_version: number | null
  purged: boolean
  /** Its account is held. */
  held: boolean
  /** It has or may have arrived. */
  may_be_there: boolean
}

async function statusOf(client: PoolClient, id: string): Promise<DeliveryStatus> {
  const { rows } = await client.query<DeliveryStatus>(
    `select deliveries.state, reason, version, ${knownVersion} as known_version,
       personal_details_purged_at is not null as purged,
       exists (select from public.held_accounts where user_id = enrollment.user_id) as held,
       coalesce(
         delivered_version is not null or deliveries.state = 'delivered'
           or exists (
             select from public.delivery_attempts attempt where attempt.enrollment_id = $1
               and coalesce(outcome, 'lost') in ('accepted', 'ambiguous', 'lost')
           ),
         false
       ) as may_be_there
     from public.enrollments enrollment left join public.deliveries on deliveries.enrollment_id = enrollment.id
     where enrollment.id = $1`,
    [id],
  )
  const none = { state: null, reason: null, version: null, known_version: null, purged: false, held: false, may_be_there: false }
  return rows[0] ?? none
}

/** Reasons that have already told a person to correct the client by hand. */
const reportedReasons = new Set<string | null>(['edited-after-delivery', 'details-purged'])

const hasUnreportedEdit = ({ version, known_version: known, reason }: DeliveryStatus): boolean =>
  version !== null && known !== null && known < version && !reportedReasons.has(reason)

function refuseUnlessAllowed({ action, from }: Change, { state, purged, held }: DeliveryStatus): void {
  if (!state) throw new CommandFault('There is no delivery: the form is not filled yet.')
  if (state === 'sending') throw new CommandFault('It is being sent at this moment: look again in a minute.')
  if (!from.includes(state)) throw new CommandFault(`It is ${state}: there is nothing to ${action}.`)
  if (action === 'retry' && held) throw new CommandFault('Its account is held: release that first.')
  if (action === 'retry' && purged) {
    throw new CommandFault(`${capitalized(sensitiveDetails)} are purged: the client has to fill the form again.`)
  }
}
