import { rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import { byteOrderMark } from '../../domain/staff/csv.ts'
import { exportHeadings, exportRecord } from '../../domain/staff/export-file.ts'
import type { ExportedForm, ExportPage } from '../../domain/staff/exported.ts'
import type { ParametersOf } from '../../domain/staff/parameters.ts'
import { CommandFault, confirm } from '../terminal/confirm.ts'
import { onInterruption } from '../terminal/interruption.ts'
import { type Command, examples, exitCode } from '../terminal/program.ts'
import { type CommandContext, staffCommand } from './command.ts'
import { filterOf, withFilter } from './filters.ts'
import { callStaff } from './staff-functions.ts'

const words = (command: Command) =>
  withFilter(command)
    .description('write enrollments into a new CSV file that only you may read')
    .argument('<file>', 'the file to write, such as enrollments.csv')
    .option('--with-personal-details', `with ${sensitiveDetails}, which is recorded`)
    // Other programs show it.
    .option('--bom', 'begin with a byte order mark, which Excel needs for letters such as é')
    .addHelpText('after', examples({ 'npm run enrollments -- export march.csv --since 2031-03-01': 'everybody since the first of March' }))

/** Writes enrollments to a new CSV file that only its owner can read. */
export const exportToCsv = staffCommand(words, async (context, file, { withPersonalDetails, bom, ...filter }) => {
  const personal = Boolean(withPersonalDetails)
  if (personal) {
    await confirm(context, `The file will hold ${sensitiveDetails} of each client, and this is recorded.`, 'export')
  }
  const wanted = { p_personal: personal, ...filterOf(filter) }
  const { count, unreadable } = await write(context, file, wanted, bom ? byteOrderMark : '')
  context.print(`${count} in ${path.resolve(file)}. Delete the file when you no longer need it.`)
  if (unreadable) context.print(`${capitalized(sensitiveDetails)} of ${unreadable} are not in it: no key here opens them. See doctor.`)
  return unreadable ? 1 : 0
})

type Wanted = ParametersOf<'staff_export'>

/** `start`: what stands before the headings. */
async function write(context: CommandContext, file: string, wanted: Wanted, start: string): Promise<Copied> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFault(
      error.code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written (${error.code ?? error.name}).`,
    )
  })
  const finished = onInterruption(() => {
    rmSync(file, { force: true })
    context.printError('Stopped. No file was written.')
    process.exit(exitCode.failed)
  })
  try {
    await handle.write(start)
    return await copy(context, handle, wanted)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    finished()
    await handle.close()
  }
}

interface Copied {
  count: number
  /** How many have details that no key here opens. */
  unreadable: number
}

/** Reads page by page, so that memory does not grow with the number of rows; the first one is recorded, with how many there are. */
async function copy(context: CommandContext, handle: FileHandle, wanted: Wanted): Promise<Copied> {
  const content = wanted.p_personal ? 'personal' : 'ordinary'
  await handle.write(exportHeadings(content))
  const copied: Copied = { count: 0, unreadable: 0 }
  let of = 0
  for (let after: string | null = null; ; ) {
    const page: ExportPage = await callStaff(context, 'staff_export', { ...wanted, p_after: after })
    of = page.count ?? of
    copied.count += page.rows.length
    if (page.rows.length > 0) context.progress('Exporting', copied.count, { of })
    const rows = await Promise.all(page.rows.map((row) => opened(row, context)))
    copied.unreadable += page.rows.filter((row, index) => row.personal_details && !rows[index]?.details).length
    await handle.write(rows.map((row) => exportRecord(row, content)).join(''))
    if (page.next === null) return copied
    after = page.next
  }
}

const opened = async ({ personal_details: ciphertext, ...values }: ExportedForm, { openDetails }: CommandContext) => ({
  values,
  details: ciphertext ? await openDetails(ciphertext, values.id) : undefined,
})
