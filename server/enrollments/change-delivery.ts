import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import type { ShownForm } from '../../domain/staff/form.ts'
import { confirm, UsageFault } from '../terminal/confirm.ts'
import type { Command } from '../terminal/program.ts'
import { byAddressOrId, cancelAccount } from './account.ts'
import { type CommandContext, maybeOneEnrollment, oneEnrollment, shortId, staffCommand } from './command.ts'
import { changeAsStaff, showForm } from './staff-functions.ts'

const ofOne = (description: string) => (command: Command) => command.description(description).argument(...oneEnrollment)

const twice = 'This client may be there already, and would then be there twice.'

/** Queues it again from the first attempt, regardless of earlier outcomes. */
export const retry = staffCommand(ofOne('send it again'), async (context, given) => {
  const form = await showForm(context, given)
  const mayBeThere = form.actions.includes('retry') && form.delivery?.may_be_there === true
  if (mayBeThere) await confirm(context, twice, shortId(form.id))
  await changeAsStaff(context, 'staff_retry', { p_id: form.id, p_seen: form.seen, p_twice: mayBeThere }, {
    ...refusalsOf('retry', form),
    'account-held': 'Its account is held: release that first.',
    'details-purged': `${capitalized(sensitiveDetails)} are purged: the client has to fill the form again.`,
    'may-be-there': twice,
  })
  context.print('It is sent as soon as it is its turn.')
})

/** A person has seen the client in the dispute-management system, so it is marked as delivered. */
export const resolve = staffCommand(ofOne('the client is there: it counts as delivered'), async (context, given) => {
  const form = await showForm(context, given)
  const { settled } = await changeAsStaff(context, 'staff_resolve', { p_id: form.id, p_seen: form.seen }, refusalsOf('resolve', form))
  context.print(settled ? 'It counts as delivered.' : 'Not settled: it was changed after it was last sent. Correct the client there by hand, then resolve again.')
})

const cancelling = (command: Command) =>
  command
    .description('do not send it')
    .argument(...maybeOneEnrollment)
    .option('--account <account>', `everything of one account that has not arrived; ${byAddressOrId}`)
    .hook('preAction', (line) => {
      if ((line.args.length === 0) === (line.opts().account === undefined)) throw new UsageFault('Name one enrollment by its id, or an account: --account.')
    })

export const cancel = staffCommand(cancelling, (context, given, { account }) => (given === undefined ? cancelAccount(context, account) : cancelOne(context, given)))

async function cancelOne(context: CommandContext, given: string): Promise<void> {
  const form = await showForm(context, given)
  await changeAsStaff(context, 'staff_cancel', { p_id: form.id, p_seen: form.seen }, refusalsOf('cancel', form))
  context.print('It is not sent any more.')
}

/** What is said of a form in the state that was seen. */
const refusalsOf = (action: string, { delivery }: ShownForm) => ({
  'not-there': 'There is no such enrollment.',
  sending: 'It is being sent at this moment: look again in a minute.',
  'wrong-state': delivery ? `It is ${delivery.state}: there is nothing to ${action}.` : 'There is no delivery: the form is not filled yet.',
})
