import { CommandFault, confirm } from '../terminal/confirm.ts'
import type { CommandContext } from './command.ts'
import { changeAsStaff, findAccount } from './staff-functions.ts'

/** How a person names an account. */
export const byAddressOrId = 'its e-mail address, its id, or at least the first 8 digits of that'

const refusals = { 'not-there': 'Somebody else has just deleted it.' }

/** Holds everything of one account: what waits, and whatever it sends later. */
export async function holdAccount(context: CommandContext, named: string | undefined): Promise<void> {
  const account = await accountId(context, named)
  const { count } = await changeAsStaff(context, 'staff_hold_account', { p_account: account }, refusals)
  context.print(`The account is held, with ${deliveries(count)} that waited. What it sends from now on waits for you, too.`)
}

/** Ends `hold`, and sends what waited for it or for a quota. */
export async function releaseAccount(context: CommandContext, named: string | undefined): Promise<void> {
  const account = await accountId(context, named)
  const { count } = await changeAsStaff(context, 'staff_release_account', { p_account: account }, refusals)
  context.print(`The account is held no longer. ${deliveries(count)} will be sent in turn.`)
}

/** Cancels everything of one account that was not delivered. */
export async function cancelAccount(context: CommandContext, named: string | undefined): Promise<void> {
  const account = await accountId(context, named)
  await confirm(context, 'This cancels every delivery of the account that has not arrived.', 'cancel')
  const { count } = await changeAsStaff(context, 'staff_cancel_account', { p_account: account }, refusals)
  context.print(`Cancelled: ${deliveries(count)}. To stop what it sends later, hold the account.`)
}

async function accountId(context: CommandContext, named: string | undefined): Promise<string> {
  if (!named) throw new CommandFault('Name the account: --account <e-mail or id>.')
  return (await findAccount(context, named)).id
}

const deliveries = (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`)
