import { confirm } from '../terminal/confirm.ts'
import type { Command } from '../terminal/program.ts'
import { oneEnrollment, shortId, staffCommand } from './command.ts'
import { changeAsStaff, showForm } from './staff-functions.ts'

const words = (command: Command) => command.description("delete everything of it, at the client's request").argument(...oneEnrollment)

/**
 * Deletes an enrollment at the client's request, with its delivery and attempts. The staff log keeps that it did, and the
 * proof of what the client agreed to stays (R-CONSENT-LEDGER).
 */
export const deleteEnrollment = staffCommand(words, async (context, given) => {
  const { id } = await showForm(context, given)
  await confirm(context, 'This deletes the enrollment and its delivery for good.', shortId(id))
  await changeAsStaff(context, 'staff_delete', { p_id: id }, {
    'not-there': 'Somebody else has just deleted it.',
    sending: 'It is being sent at this moment: try again in a minute.',
  })
  context.print('Deleted here. What was delivered is still in the dispute-management system: have it deleted there too.')
  context.print(`The proof of what was agreed to stays, without a name: keep its id with the client's request. ${id}`)
  context.print('The account for signing in, and backups, are not touched.')
})
