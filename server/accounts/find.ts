import type { Account } from '../../domain/staff/accounts.ts'
import { shortId, staffCommand } from '../enrollments/command.ts'
import { callStaff } from '../enrollments/staff-functions.ts'
import { type Command, examples } from '../terminal/program.ts'
import { printable, printableJson, table } from '../terminal/text.ts'

/** How many accounts `find` shows; the database answers with one more. */
const shown = 20

/** The argument that names one account. */
export const oneAccount = ['<account>', 'its e-mail address, its id, or at least the first 8 digits of that'] as const

const words = (command: Command) =>
  command
    .description('accounts by a part of their address or by their id, which is recorded')
    .argument('<text>', 'a part of the e-mail address, or the id or its beginning')
    .option('--json', 'as JSON')
    .addHelpText('after', examples({ 'npm run accounts -- find ruth@': 'whose address has this in it', 'npm run accounts -- find 0b7e6c1d': 'whose id begins so' }))

/** Shows the accounts that a text fits; one of them with everything that can be done about it. */
export const find = staffCommand(words, async (context, text, { json }) => {
  const { print } = context
  const { accounts: found } = await callStaff(context, 'staff_accounts', { p_text: text })
  const [first, ...more] = found
  if (json) print(printableJson(found.slice(0, shown)))
  else if (!first) print('There is none.')
  else print(more.length ? asTable(found) : asLines(first))
  return first || json ? 0 : 1
})

/** A moment as the database writes it, in UTC for people. */
export const minute = (text: string) => `${new Date(text).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const day = (text: string | null) => (text ? minute(text).slice(0, 10) : 'never')

function asTable(accounts: Account[]): string {
  const lines = accounts.slice(0, shown).map(({ id, email, confirmed_at: confirmed, signed_in_at: signedIn, enrollments, banned_until: banned }) => [
    shortId(id),
    printable(email ?? ''),
    confirmed ? 'confirmed' : 'unconfirmed',
    day(signedIn),
    String(enrollments.length),
    banned ? 'banned' : '',
  ])
  const text = table([['ID', 'ADDRESS', 'STATE', 'SIGNED IN', 'FORMS', ''], ...lines])
  return accounts.length > shown ? `${text}\nThere are more: say more of the address.` : text
}

function asLines(account: Account): string {
  const { id, email, created_at: created, confirmed_at: confirmed, signed_in_at: signedIn, banned_until: banned } = account
  return table([
    ['Account', id],
    ['Address', printable(email ?? 'none')],
    ['Confirmed', confirmed ? minute(confirmed) : 'not yet: accounts confirm, if you are sure whose it is'],
    ['Made', created ? minute(created) : '-'],
    ['Signed in', `${signedIn ? minute(signedIn) : 'never'}, ${account.sessions} open sessions, ${account.factors} second factors`],
    ...(banned ? [['Banned', `until ${minute(banned)}`]] : []),
    ...(account.is_held ? [['Held', 'nothing of it is sent: npm run enrollments -- release --account']] : []),
    ...(account.staff_role ? [['Staff', account.staff_role]] : []),
    ...(account.deletion_asked_at ? [['Deletion', `asked for on ${minute(account.deletion_asked_at)}: npm run enrollments -- requests`]] : []),
    ...account.enrollments.map((enrollment, index) => [index ? '' : 'Forms', `${enrollment.id}  ${enrollment.state}`]),
  ])
}
