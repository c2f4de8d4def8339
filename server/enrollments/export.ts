import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import type { PersonalDetails } from '../../deliveries/personal-details.ts'
import { isOrdinaryColumn, sensitiveColumns } from '../../domain/enrollment-columns.ts'
import type { ClientColumn } from '../../domain/enrollment-fields.ts'
import { keysOf } from '../../domain/tables.ts'
import { asService, type Command, CommandFault, commonOptions, confirm, type CommandContext } from './command.ts'
import { byteOrderMark, csvRecord } from './csv.ts'
import { type Filter, filterOf, filterOptions } from './filters.ts'
import { recordStaffAction } from './staff-log.ts'

/** The name of each column in the file, in order, sensitive ones last. Undefined for the middle name, which the whole name contains. */
const names: Record<ClientColumn, string | undefined> = {
  plan_name: 'plan',
  customer_name: 'name',
  middle_name: undefined,
  customer_email: 'email',
  customer_phone: 'phone',
  preferred_contact_method: 'contact_by',
  street_address: 'street',
  city: 'city',
  state: 'state',
  zip_code: 'zip_code',
  notes: 'notes',
  date_of_birth: 'date_of_birth',
  ssn_last_four: 'ssn_last_four',
}

/** The name in the file, and the SQL expression. */
const ordinaryColumns = new Map([
  ['id', 'enrollment.id'],
  ['saved_at', 'enrollment.created_at'],
  ['delivery', `coalesce(delivery.state, 'incomplete')`],
  ['reason', 'delivery.reason'],
  ...keysOf(names)
    .filter(isOrdinaryColumn)
    .flatMap((column): [string, string][] => (names[column] ? [[names[column], `enrollment.${column}`]] : [])),
  // Whoever wants to be texted has not yet agreed to it (R-CONSENT-SMS).
  ['may_be_texted', `case when public.has_consented(enrollment.id, 'sms') then 'yes' else 'no' end`],
])

const tables =
  'public.enrollments enrollment left join public.deliveries delivery on delivery.enrollment_id = enrollment.id'

const exportOptions = {
  'with-personal-details': { type: 'boolean', default: false },
  // A byte order mark: Excel needs one for letters such as é, other programs show it.
  bom: { type: 'boolean', default: false },
} as const

/** Writes enrollments to a new CSV file that only its owner can read. */
export const exportToCsv: Command = async (parameters, context) => {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { ...commonOptions, ...filterOptions, ...exportOptions },
  })
  const [file, ...more] = positionals
  if (!file || more.length) throw new CommandFault('Name the file to write, such as enrollments.csv.')
  const filter = filterOf(values, new Date())
  const personal = values['with-personal-details']
  if (personal) {
    await confirm(context, `The file will hold ${sensitiveDetails} of each client, and this is recorded.`, 'export', values.yes)
  }
  const { count, unreadable } = await write(context, file, filter, { personal, start: values.bom ? byteOrderMark : '' })
  context.print(`${count} in ${path.resolve(file)}. Delete the file when you no longer need it.`)
  if (unreadable) context.print(`${capitalized(sensitiveDetails)} of ${unreadable} are not in it: no key here opens them. See doctor.`)
  return unreadable ? 1 : 0
}

interface Content {
  /** Whether sensitive columns are in it. */
  personal: boolean
  /** What stands before the headings. */
  start: string
}

async function write(context: CommandContext, file: string, filter: Filter, content: Content): Promise<Copied> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFault(
      error.code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written (${error.code ?? error.name}).`,
    )
  })
  try {
    await record(context, filter, content.personal)
    await handle.write(content.start)
    return await asService(context, (client) => copy(client, handle, filter, content.personal ? opener(context) : undefined))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** The log entry comes first, the details after it. */
async function record(context: CommandContext, { condition, values }: Filter, personal: boolean): Promise<void> {
  await asService(context, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from ${tables} where ${condition}`,
      values,
    )
    const action = personal ? 'export-with-personal-details' : 'export'
    await recordStaffAction(client, { staff: context.staff, action, enrollment: rows[0]?.count ?? 0 })
  })
}

interface Copied {
  count: number
  /** How many have details that no key here opens. */
  unreadable: number
}

type Row = Record<string, string | null>
/** The details of a row, where it has any. */
type Open = (row: Row) => Promise<PersonalDetails | undefined>

const opener =
  ({ openDetails }: CommandContext): Open =>
  async ({ id, personal_details: ciphertext }) =>
    id && ciphertext ? openDetails(ciphertext, id) : undefined

/** Reads through a cursor, so that memory does not grow with the number of rows. Without `openRow`, sensitive columns are left out. */
async function copy(client: PoolClient, handle: FileHandle, { condition, values }: Filter, openRow?: Open): Promise<Copied> {
  const sensitive = openRow ? sensitiveColumns : []
  const headings = [...ordinaryColumns.keys()]
  const texts = [...ordinaryColumns].map(([name, column]) => `(${column})::text as ${name}`)
  await client.query(
    `declare exported no scroll cursor for
     select ${texts.join(', ')}${openRow ? `, encode(personal_details, 'base64') as personal_details` : ''} from ${tables}
     where ${condition} order by enrollment.created_at, enrollment.id`,
    values,
  )
  await handle.write(csvRecord([...headings, ...sensitive.map((column) => names[column] ?? column)]))
  for (const copied: Copied = { count: 0, unreadable: 0 }; ; ) {
    const { rows } = await client.query<Row>('fetch 1000 from exported')
    if (rows.length === 0) return copied
    const details = await Promise.all(rows.map(async (row) => openRow?.(row)))
    copied.count += rows.length
    copied.unreadable += rows.filter((row, index) => row.personal_details && !details[index]).length
    const records = rows.map((row, index) => [
      ...headings.map((name) => row[name] ?? null),
      ...sensitive.map((column) => details[index]?.[column] ?? null),
    ])
    await handle.write(records.map(csvRecord).join(''))
  }
}
