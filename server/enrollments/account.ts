import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import { asService, type Command, CommandFault, commonOptions, confirm } from './command.ts'
import { recordStaffAction, type StaffAction } from './staff-log.ts'

const options = { ...commonOptions, account: { type: 'string' } } as const

/** Changes deliveries of one account and returns how many. */
type Change = (client: PoolClient, account: string) => Promise<number>

/** The deliveries of $1. Their order is that of every statement that locks several, so that two cannot deadlock. */
const ofAccount = `enrollment_id in (
  select enrollment_id from public.deliveries join public.enrollments on enrollments.id = enrollment_id
  where user_id = $1 order by enrollment_id for update of deliveries
)`

async function update(client: PoolClient, account: string, assignments: string, condition: string): Promise<number> {
  const { rowCount } = await client.query(
    `update public.deliveries set ${assignments}, updated_at = clock_timestamp() where ${ofAccount} and ${condition}`,
    [account],
  )
  return rowCount ?? 0
}

/** Holds everything of one account: what waits, and whatever it sends later. */
export const hold = changing(
  'hold',
  async (client, account) => {
    await client.query('insert into public.held_accounts (user_id) values ($1) on conflict do nothing', [account])
    return update(client, account, `state = 'needs_review', reason = 'account-held', asked_at = null`, `state = 'queued'`)
  },
  (count) => `The account is held, with ${deliveries(count)} that waited. What it sends from now on waits for you, too.`,
)

/** Ends `hold`, and sends what waited for it or for a quota. */
export const release = changing(
  'release',
  async (client, account) => {
    await client.query('delete from public.held_accounts where user_id = $1', [account])
    return update(
      client,
      account,
      `state = 'queued', reason = null, due_at = clock_timestamp()`,
      `state = 'needs_review' and reason in ('account-held', 'too-many-deliveries')`,
    )
  },
  (count) => `The account is held no longer. ${deliveries(count)} will be sent in turn.`,
)

/** Cancels everything of one account that was not delivered. */
export const cancelAccount = changing(
  'cancel',
  (client, account) =>
    update(client, account, `state = 'cancelled', reason = null`, `state in ('queued', 'rejected', 'needs_review')`),
  (count) => `Cancelled: ${deliveries(count)}. To stop what it sends later, hold the account.`,
  'This cancels every delivery of the account that has not arrived.',
)

function changing(action: StaffAction, change: Change, done: (count: number) => string, warning?: string): Command {
  return async (parameters, context) => {
    const { values } = parseArgs({ args: parameters, options })
    const account = await asService(context, (client) => findAccount(client, values.account))
    if (warning) await confirm(context, warning, action, values.yes)
    const count = await asService(context, async (client) => {
      const changed = await change(client, account)
      await recordStaffAction(client, { staff: context.staff, action, account, enrollment: changed })
      return changed
    })
    context.print(done(count))
    return 0
  }
}

async function findAccount(client: PoolClient, named: string | undefined): Promise<string> {
  if (!named) throw new CommandFault('Name the account: --account <e-mail or id>.')
  const { rows } = await client.query<{ id: string | null }>('select public.find_account($1) as id', [named])
  const id = rows[0]?.id
  if (!id) throw new CommandFault('There is no such account.')
  return id
}

const deliveries = (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`)
