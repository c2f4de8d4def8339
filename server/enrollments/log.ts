import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { staffActions } from '../../domain/staff/actions.ts'
import type { LogEntry } from '../../domain/staff/log.ts'
import { type Command, examples, wholeNumber } from '../terminal/program.ts'
import { printable, printableJson, second, table } from '../terminal/text.ts'
import { shortId, staffCommand } from './command.ts'
import { startOf } from './filters.ts'
import { callStaff, readPages } from './staff-functions.ts'

const words = (command: Command) =>
  command
    .description('who of the staff did what, the newest first')
    .option('--staff <name>', 'by one of them: the address on the desk, the login at the machine')
    .addOption(new Option('--action <action>', 'of one kind').choices(staffActions))
    .option('--enrollment <id>', 'with one enrollment, by its whole id, also after it was deleted', wholeId)
    .option('--since <when>', 'since a day such as 2031-03-04, or an age such as 12h or 7d', startOf)
    .option('--limit <number>', 'at most so many', wholeNumber(1, 10_000), 50)
    .option('--json', 'as JSON, with the account of who did it')
    .addHelpText('after', examples({ 'npm run enrollments -- log --action reveal --since 7d': 'who looked at personal details?' }))

/** Lists the staff's log (R-STAFF-LOG). `doctor` says whether it is whole. */
export const log = staffCommand(words, async (context, { staff, action, enrollment, since, limit, json }) => {
  const wanted = { p_staff: staff, p_action: action, p_enrollment: enrollment, p_since: since?.toISOString() }
  const entries = await readPages<LogEntry, number>(limit, 1000, async (page) => {
    const { entries: rows, next } = await callStaff(context, 'staff_log_entries', { ...wanted, ...page })
    return { rows, next }
  })
  if (json) return context.print(printableJson(entries))
  if (entries.length === 0) return context.print('There is no such entry.')
  context.print(table([['NO', 'TIME (UTC)', 'ACTION', 'FORM', 'ACCOUNT', 'STAFF', 'NOTE'], ...entries.map(lineOf)]))
  if (entries.length === limit) context.print(`These are the newest ${limit}: --limit shows more.`)
})

const lineOf = ({ id, at, staff, note, action, enrollment_id: enrollment, enrollments, account_id: account }: LogEntry) => [
  String(id),
  second(at),
  action,
  enrollment ? shortId(enrollment) : `${enrollments} in all`,
  account ? shortId(account) : '',
  printable(staff),
  printable(note ?? ''),
]

function wholeId(given: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) return given
  throw new InvalidArgumentError('It is a whole id of 32 digits with hyphens.')
}
