import { Option } from '@commander-js/extra-typings'
import { shortId, staffCommand } from '../enrollments/command.ts'
import { callStaff, changeAsStaff, findAccount, lastLead } from '../enrollments/staff-functions.ts'
import { setStaffIdle } from '../staff-idle.ts'
import { CommandFault, confirm } from '../terminal/confirm.ts'
import { type Command, examples } from '../terminal/program.ts'
import { printable, printableJson, shortened, table } from '../terminal/text.ts'
import { minute, oneAccount } from './find.ts'

const noAccount = 'Somebody else has just deleted it.'

const listing = (command: Command) =>
  command
    .description('where it is signed in')
    .argument(...oneAccount)
    .option('--end', 'sign it out everywhere')
    .option('--json', 'as JSON')

/** Lists the sessions of an account, or ends all of them. */
export const sessions = staffCommand(listing, async (context, named, { end, json }) => {
  const account = await findAccount(context, named)
  if (end) await confirm(context, `This signs it out of ${account.sessions} sessions.`, shortId(account.id))
  if (end) {
    const { count } = await changeAsStaff(context, 'staff_end_sessions', { p_account: account.id }, { 'not-there': noAccount })
    return context.print(`Signed out of ${count} sessions.`)
  }
  const answer = await callStaff(context, 'staff_account_sessions', { p_account: account.id })
  if (!answer) throw new CommandFault(noAccount)
  const found = answer.sessions
  if (json) return context.print(printableJson(found))
  const lines = found.map(({ opened_at: opened, used_at: used, network, aal, user_agent: agent }) => [
    minute(opened), minute(used), printable(network ?? ''), aal === 'aal2' ? 'yes' : 'no', shortened(printable(agent ?? ''), 40),
  ])
  context.print(lines.length ? table([['SINCE', 'LAST USED', 'NETWORK', 'TWO STEPS', 'BROWSER'], ...lines]) : 'It is signed in nowhere.')
})

const notDeleted = {
  gone: noAccount,
  sending: 'One of its forms is being sent at this moment: try again in a minute.',
  'last-lead': lastLead,
}

const deleting = (command: Command) =>
  command.description('delete it with all of its forms; what has to be kept by law, decide before').argument(...oneAccount)

/** Deletes an account with its enrollments, as `settle --deleted` does where the client has asked for it (R-ACCOUNT-DELETION). */
export const deleteAccount = staffCommand(deleting, async (context, named) => {
  const { id, email, enrollments } = await findAccount(context, named)
  const forms = enrollments.map((enrollment) => `  ${enrollment.id}  ${enrollment.state}`)
  const warning = [
    `This deletes the account ${printable(email ?? id)} for good, with ${enrollments.length ? 'these forms:' : 'no form.'}`,
    ...forms,
    'Contracts and payments may have to be kept for years: what has to be, export first. The proof of what was agreed to stays.',
  ]
  await confirm(context, warning.join('\n'), shortId(id))
  const { enrollments: gone } = await changeAsStaff(context, 'staff_delete_account', { p_account: id }, notDeleted)
  context.print(`Deleted: the account and ${gone.length === 1 ? 'one form' : `${gone.length} forms`}.`)
  context.print('What was delivered is still in the dispute-management system: have it deleted there too. Backups are not touched.')
  if (gone.length) context.print(`The proof of what was agreed to stays, without a name: keep with the reason ${gone.join(' ')}`)
})

const making = (command: Command) =>
  command
    .description('make it one of the staff, or none any more')
    .argument(...oneAccount)
    .addOption(new Option('--role <role>', 'what it may').choices(['staff', 'lead']).default('staff'))
    .option('--remove', 'it is none of the staff any more')
    .addHelpText('after', examples({ 'npm run accounts -- make-staff ruth@example.org --role lead': 'may also make others staff' }))

/** Makes an account one of the staff's (R-STAFF-ACCOUNTS). */
export const makeStaff = staffCommand(making, async (context, named, { role, remove }) => {
  const account = await findAccount(context, named)
  await changeAsStaff(context, 'staff_set_role', { p_account: account.id, p_role: remove ? null : role }, {
    'not-there': remove ? 'It is none of the staff.' : noAccount,
    unconfirmed: 'Its address is not confirmed: it may be anybody. See: npm run accounts -- confirm',
    'last-lead': lastLead,
  })
  // A gateway says it at its start, and may have another setting than this terminal. On Supabase there is none.
  if (context.environment.site.supabase) await setStaffIdle(context.database, context.environment.staffIdleMinutes)
  context.print(remove ? 'It is none of the staff any more.' : `It is ${role} from now on. Have a second factor added on /account.`)
})
