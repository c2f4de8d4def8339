import { confirm, UsageFault } from '../terminal/confirm.ts'
import { type Command, wholeNumber } from '../terminal/program.ts'
import { ageText, printable, printableJson, table } from '../terminal/text.ts'
import { shortId, staffCommand } from './command.ts'
import { callStaff, changeAsStaff, lastLead } from './staff-functions.ts'

/** One line about open requests for the foot of the list; undefined if there are none. */
export function requestsLine(count: number): string | undefined {
  if (count === 0) return undefined
  return `${count === 1 ? 'One client asks' : `${count} clients ask`} for deletion: npm run enrollments -- requests`
}

const asking = (command: Command) =>
  command.description('clients who ask for deletion').option('--reveal', 'show whole addresses, which is recorded').option('--json', 'as JSON')

/** Lists who asks for deletion (R-ACCOUNT-DELETION), the oldest request first, with masked addresses unless --reveal is given. */
export const requests = staffCommand(asking, async (context, values) => {
  const { requests: shown } = await callStaff(context, 'staff_deletion_requests', {})
  if (values.reveal && shown.length > 0) {
    await confirm(context, 'This shows e-mail addresses, and is recorded.', 'reveal')
    for (const request of shown) {
      const { accounts } = await callStaff(context, 'staff_accounts', { p_text: request.account })
      request.email = accounts.find(({ id }) => id === request.account)?.email ?? null
    }
  }
  if (values.json) context.print(printableJson(shown))
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
})

const unsettled = {
  'not-open': 'There is no open request of that number.',
  sending: 'One of the enrollments is being sent at this moment: try again in a minute.',
  'last-lead': lastLead,
}

const settling = (command: Command) =>
  command
    .description('settle such a request')
    .argument('<no>', 'its number in the list of requests', wholeNumber(1, 9_999_999_999))
    .option('--deleted', 'delete the account with all of its enrollments')
    .option('--kept', 'delete nothing')
    .hook('preAction', (line) => {
      const { deleted, kept } = line.opts()
      if (deleted === kept) throw new UsageFault('Say --deleted or --kept.')
    })

/** Settles a request: deletes account and enrollments, or says that they are kept. */
export const settle = staffCommand(settling, async (context, number, values) => {
  const as = values.deleted ? 'deleted' : 'kept'
  if (as === 'deleted') await confirm(context, 'This deletes the account and all of its enrollments for good.', String(number))
  const { enrollments } = await changeAsStaff(context, 'staff_settle_deletion', { p_number: number, p_as: as }, unsettled)
  if (as === 'kept') context.print('Settled: nothing was deleted. Tell the client why.')
  else {
    context.print(`Deleted: the account and ${enrollments.length === 1 ? 'one enrollment' : `${enrollments.length} enrollments`}.`)
    context.print('What was delivered is still in the dispute-management system: have it deleted there too. Backups are not touched.')
    if (enrollments.length > 0) context.print(`The proof of what was agreed to stays, without a name: keep with the request ${enrollments.join(' ')}`)
  }
})
