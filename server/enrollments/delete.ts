import { parseArgs } from 'node:util'
import { asService, type Command, CommandFault, commonOptions, confirm, findEnrollmentId, shortId } from './command.ts'
import { recordStaffAction } from './staff-log.ts'

/**
 * Deletes an enrollment at the client's request, with its delivery and attempts. The staff log keeps that it did, and the
 * proof of what the client agreed to stays (R-CONSENT-LEDGER).
 */
export const deleteEnrollment: Command = async (parameters, context) => {
  const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options: commonOptions })
  const id = await asService(context, (client) => findEnrollmentId(client, positionals))
  await confirm(context, 'This deletes the enrollment and its delivery for good.', shortId(id), values.yes)
  await asService(context, async (client) => {
    await client.query('select from public.enrollments where id = $1 for update', [id])
    const { rows } = await client.query<{ state: string }>(
      'select state from public.deliveries where enrollment_id = $1 for update',
      [id],
    )
    if (rows[0]?.state === 'sending') throw new CommandFault('It is being sent at this moment: try again in a minute.')
    const { rowCount } = await client.query('delete from public.enrollments where id = $1', [id])
    if (!rowCount) throw new CommandFault('Somebody else has just deleted it.')
    await recordStaffAction(client, { staff: context.staff, action: 'delete', enrollment: id })
  })
  context.print('Deleted here. What was delivered is still in the dispute-management system: have it deleted there too.')
  context.print(`The proof of what was agreed to stays, without a name: keep its id with the client's request. ${id}`)
  context.print('The account for signing in, and backups, are not touched.')
  return 0
}
