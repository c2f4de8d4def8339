import { isOrdinaryColumn, sensitiveColumns } from '../enrollment-columns.ts'
import type { ClientColumn, SensitiveColumn } from '../enrollment-fields.ts'
import { keysOf } from '../tables.ts'
import { csvRecord } from './csv.ts'

// The staff's CSV file, written by the desk and by the command alike.

/** The name of each column in the file, in order, sensitive ones last. Undefined for the middle name, which the whole name contains. */
export const exportNames: Record<ClientColumn, string | undefined> = {
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

/** The columns of every file, named as `staff_export` names them in its rows. */
export const exportColumns: readonly string[] = [
  'id', 'saved_at', 'delivery', 'reason', 'payment',
  ...keysOf(exportNames).filter(isOrdinaryColumn).flatMap((column) => exportNames[column] ?? []),
  // Whoever wants to be texted has not yet agreed to it (R-CONSENT-SMS).
  'may_be_texted',
]

/** Whether the file has dates of birth and SSN digits, in columns of their own. */
export type ExportContent = 'ordinary' | 'personal'

/** One row: its values by the names of the columns, and the sensitive ones where they could be opened. */
export interface ExportRow {
  values: Readonly<Record<string, string | null | undefined>>
  details?: Readonly<Record<SensitiveColumn, string>> | undefined
}

/** The first line, with its end. */
export const exportHeadings = (content: ExportContent): string =>
  csvRecord([...exportColumns, ...sensitiveOf(content).map((column) => exportNames[column] ?? column)])

/** The line of a row, with its end. */
export const exportRecord = ({ values, details }: ExportRow, content: ExportContent): string =>
  csvRecord([
    ...exportColumns.map((column) => values[column] ?? null),
    ...sensitiveOf(content).map((column) => details?.[column] ?? null),
  ])

const sensitiveOf = (content: ExportContent): readonly SensitiveColumn[] => (content === 'personal' ? sensitiveColumns : [])
