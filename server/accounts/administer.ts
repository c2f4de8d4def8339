import path from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { GoTrueClient } from '@supabase/auth-js'
import type { Account } from '../../domain/staff/accounts.ts'
import { type CommandContext, staffCommand } from '../enrollments/command.ts'
import { changeAsStaff, findAccount } from '../enrollments/staff-functions.ts'
import { CommandFault } from '../terminal/confirm.ts'
import { type Command, examples } from '../terminal/program.ts'
import { openAuthAdmin, throwIfRefused } from './auth-admin.ts'
import { oneAccount } from './find.ts'

const ofOne = (description: string) => (command: Command) => command.description(description).argument(...oneAccount)

/**
 * Has the sign-in service do something with one account. The log entry comes first, so that nothing is done without one; what
 * the service refuses then stays recorded as well.
 */
async function administer(
  context: CommandContext,
  action: 'confirm-account' | 'send-reset' | 'ban' | 'unban',
  account: Account,
  work: (auth: GoTrueClient) => Promise<void>,
): Promise<void> {
  const auth = await openAuthAdmin(context.environment)
  await changeAsStaff(context, 'staff_record', { p_action: action, p_account: account.id }, { 'not-there': 'Somebody else has just deleted it.' })
  await work(auth)
}

export const confirmAddress = staffCommand(ofOne('count its e-mail address as confirmed, once you are sure whose it is'), async (context, named) => {
  const account = await findAccount(context, named)
  if (account.confirmed_at) throw new CommandFault('Its address is confirmed already.')
  await administer(context, 'confirm-account', account, async (auth) => {
    throwIfRefused((await auth.admin.updateUserById(account.id, { email_confirm: true })).error)
  })
  context.print('Confirmed. Forms that were prepared for this address are its own now.')
})

export const sendReset = staffCommand(ofOne('send its owner the e-mail for a new password'), async (context, named) => {
  const account = await findAccount(context, named)
  const { email } = account
  if (!email) throw new CommandFault('It has no e-mail address.')
  const { site, mail, dataFolder } = context.environment
  await administer(context, 'send-reset', account, async (auth) => {
    throwIfRefused((await auth.resetPasswordForEmail(email, { redirectTo: `${site.origin}${site.basePath}` })).error)
  })
  const isFile = !site.supabase && !mail.smtp
  context.print(isFile ? `No mail server is configured: the e-mail is a file in ${path.join(dataFolder, 'mail')}.` : 'It is on its way, unless one was sent within the last minute. Its link and its code are valid for an hour.')
})

const forGood = '876000h'

const banning = (command: Command) =>
  ofOne('refuse its sign-ins and tokens at once')(command)
    .option('--for <hours>', 'for so long, such as 24h; without, for good', hours, forGood)
    .addHelpText('after', examples({ 'npm run accounts -- ban ruth@example.org --for 24h': 'until tomorrow' }))

function hours(text: string): string {
  if (!/^[1-9]\d{0,5}h$/.test(text)) throw new InvalidArgumentError('It is a number of hours, such as 24h.')
  return text
}

export const ban = staffCommand(banning, async (context, named, { for: duration }) => {
  const account = await findAccount(context, named)
  await administer(context, 'ban', account, async (auth) => {
    throwIfRefused((await auth.admin.updateUserById(account.id, { ban_duration: duration })).error)
  })
  context.print(`Banned ${duration === forGood ? 'for good' : `for ${duration}`}. Forms that wait are still sent: npm run enrollments -- hold --account ${account.id}`)
})

export const unban = staffCommand(ofOne('end a ban'), async (context, named) => {
  const account = await findAccount(context, named)
  if (!account.banned_until) throw new CommandFault('It is not banned.')
  await administer(context, 'unban', account, async (auth) => {
    throwIfRefused((await auth.admin.updateUserById(account.id, { ban_duration: 'none' })).error)
  })
  context.print('It may sign in again.')
})
