import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { asService, type Command, CommandFault, commonOptions, confirm, shortId } from './command.ts'
import { maskedEmail } from './masked.ts'
import { recordStaffAction } from './staff-log.ts'
import { ageText, printable, table } from './terminal-text.ts'

const requestsSchema = v.array(
  v.object({
    id: v.number(),
    email: v.nullable(v.string()),
    asked_at: v.string(),
    enrollments: v.array(v.string()),
  }),
)

/** The open requests for deletion, oldest first (R-ACCOUNT-DELETION). */
export async function openRequests(client: PoolClient) {
  const { rows } = await client.query<{ requests: unknown }>('select public.open_deletion_requests() as requests')
  return v.parse(requestsSchema, rows[0]?.requests)
}

/** One line about open requests for the foot of the list; undefined if there are none. */
export function requestsLine(count: number): string | undefined {
  if (count === 0) return undefined
  return `${count === 1 ? 'One client asks' : `${count} clients ask`} for deletion: npm run enrollments -- requests`
}

/** Lists who asks for deletion, with masked addresses unless --reveal is given. */
export const requests: Command = async (parameters, context) => {
  const { values } = parseArgs({
    args: parameters,
    options: { ...commonOptions, reveal: { type: 'boolean', default: false }, json: { type: 'boolean' } },
  })
  const open = await asService(context, openRequests)
  if (values.reveal && open.length > 0) {
    await confirm(context, 'This shows e-mail addresses, and is recorded.', 'reveal', values.yes)
    const entry = { staff: context.staff, action: 'reveal', enrollment: open.length } as const
    await asService(context, (client) => recordStaffAction(client, entry))
  }
  const shown = open.map(({ email, ...request }) => ({ ...request, email: email && (values.reveal ? email : maskedEmail(email)) }))
  if (values.json) context.print(JSON.stringify(shown, undefined, 2))
  else if (shown.length === 0) context.print('Nobody asks for deletion.')
  else {
    const lines = shown.map(({ id, email, asked_at: askedAt, enrollments }) => [
      String(id),
      ageText((Date.now() - new Date(askedAt).getTime()) / 1000),
      printable(email ?? 'account is gone'),
      enrollments.map(shortId).join(' ') || 'none',
    ])
    context.print(table([['NO', 'AGE', 'ACCOUNT', 'ENROLLMENTS'], ...lines]))
    context.print('Write to the client, then: npm run enrollments -- settle NO --deleted, or --kept')
  }
  return 0
}

const settledSchema = v.variant('outcome', [
  v.object({ outcome: v.picklist(['not-open', 'sending']) }),
  v.object({ outcome: v.literal('settled'), account: v.string(), enrollments: v.array(v.string()) }),
])

const unsettled = {
  'not-open': 'There is no open request of that number.',
  sending: 'One of the enrollments is being sent at this moment: try again in a minute.',
}

/** Settles a request: deletes account and enrollments, or says that they are kept. */
export const settle: Command = async (parameters, context) => {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { ...commonOptions, deleted: { type: 'boolean', default: false }, kept: { type: 'boolean', default: false } },
  })
  const [given = '', ...more] = positionals
  if (!/^[1-9][0-9]{0,9}$/.test(given) || more.length > 0) throw new CommandFault('Name one request by its number: npm run enrollments -- requests')
  if (values.deleted === values.kept) throw new CommandFault('Say --deleted or --kept.')
  const as = values.deleted ? 'deleted' : 'kept'
  if (as === 'deleted') await confirm(context, 'This deletes the account and all of its enrollments for good.', given, values.yes)
  const answer = await asService(context, async (client) => {
    const { rows } = await client.query<{ answer: unknown }>('select public.settle_deletion($1, $2) as answer', [given, as])
    const settled = v.parse(settledSchema, rows[0]?.answer)
    if (settled.outcome !== 'settled') return settled
    const action = as === 'deleted' ? 'delete-account' : 'keep-account'
    const { account, enrollments } = settled
    await recordStaffAction(client, { staff: context.staff, action, account, enrollment: enrollments.length })
    return settled
  })
  if (answer.outcome !== 'settled') throw new CommandFault(unsettled[answer.outcome])
  if (as === 'kept') context.print('Settled: nothing was deleted. Tell the client why.')
  else {
    const { enrollments } = answer
    context.print(`Deleted: the account and ${enrollments.length === 1 ? 'one enrollment' : `${enrollments.length} enrollments`}.`)
    context.print('What was delivered is still in the dispute-management system: have it deleted there too. Backups are not touched.')
    if (enrollments.length > 0) context.print(`The proof of what was agreed to stays, without a name: keep with the request ${enrollments.join(' ')}`)
  }
  return 0
}
