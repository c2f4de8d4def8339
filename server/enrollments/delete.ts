import { parseArgs } from 'node:util'
import { confirm, shortId } from './confirm.ts'
import { asService, type Command, CommandFault, commonOptions } from './command.ts'
import { findEnrollmentId } from './find-enrollment.ts'
import { recordStaffAction } from './staff-log.ts'

/** A client's wish: the enrollment goes, with its delivery and attempts. The log keeps that it went, nothing else. */
export const deleteEnrollment: Command = async (parameters, desk) => {
  const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options: commonOptions })
  const id = await asService(desk, (client) => findEnrollmentId(client, positionals))
  await confirm(desk, 'This deletes the enrollment and its delivery for good.', shortId(id), values.yes)
  await asService(desk, async (client) => {
    await client.query('select from public.enrollments where id = $1 for update', [id])
    const { rows } = await client.query<{ state: string }>(
      'select state from public.deliveries where enrollment_id = $1 for update',
      [id],
    )
    if (rows[0]?.state === 'sending') throw new CommandFault('It is being sent at this moment: try again in a minute.')
    const { rowCount } = await client.query('delete from public.enrollments where id = $1', [id])
    if (!rowCount) throw new CommandFault('Somebody else has just deleted it.')
    await recordStaffAction(client, { staff: desk.staff, action: 'delete', enrollment: id })
  })
  desk.print('Deleted here. What was delivered is still in the dispute-management system: have it deleted there too.')
  desk.print('The account for signing in, and backups, are not touched.')
  return 0
}
