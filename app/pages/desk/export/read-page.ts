import { type ExportContent, exportRecord } from '../../../../domain/staff/export-file.ts'
import type { ExportPage, OpenedExport } from '../../../../domain/staff/exported.ts'
import { call, type Called } from '../../../backend/staff/call.ts'
import { openExport } from '../../../backend/staff/open-details.ts'
import { type Filter, parametersOf } from '../parts/filter.ts'

/** What goes into a file. */
export interface Wanted {
  filter: Filter
  /** What it is for. */
  reason: string
  content: ExportContent
  start: 'plain' | 'byte-order-mark'
}

/** One page of the file. */
export interface FilePage {
  text: string
  rows: number
  unreadable: number
  /** Of all pages, told with the first one. */
  count: number | null
  next: string | null
}

/** Reads the page behind a key, the first one for null. */
export async function readPage({ filter, content, reason }: Wanted, after: string | null): Promise<Called<FilePage>> {
  const { p_states: states, p_plans: plans, p_since: since, p_until: until } = parametersOf(filter)
  if (content === 'personal') return whenDone(await openExport({ states, plans, since, until, after, reason }), personalPage)
  return whenDone(await call('staff_export', { p_personal: false, p_reason: reason, ...parametersOf(filter), p_after: after }, 60_000), ordinaryPage)
}

const whenDone = <Value, Next>(called: Called<Value>, next: (value: Value) => Next): Called<Next> =>
  called.outcome === 'done' ? { outcome: 'done', value: next(called.value) } : called

function ordinaryPage({ count, rows, next }: ExportPage): FilePage {
  const text = rows.map((values) => exportRecord({ values }, 'ordinary')).join('')
  return { text, rows: rows.length, unreadable: 0, count, next }
}

function personalPage({ count, rows, next, unreadable }: OpenedExport): FilePage {
  const text = rows.map(({ values, details }) => exportRecord({ values, details: details ?? undefined }, 'personal')).join('')
  return { text, rows: rows.length, unreadable, count, next }
}
