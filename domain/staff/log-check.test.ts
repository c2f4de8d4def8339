import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkLog, closeLog, followLog, logStart } from './log-check.ts'
import type { ChainedEntry, LogEnd } from './log.ts'

/** SHA-256 of the lines that private.chain_entry names, null as an empty one; whose account it was only where there is one. */
const sign = (before: string, { hash: _hash, staff_id: by, ...fields }: ChainedEntry): string =>
  createHash('sha256').update([before, ...Object.values(fields).map((field) => field ?? ''), ...(by ? [by] : [])].join('\n')).digest('hex')

/** A log of this many entries. */
function writtenLog(count: number): ChainedEntry[] {
  const entries: ChainedEntry[] = []
  for (let id = 1; id <= count; id += 1) {
    const at = `2031-03-04T05:06:07.00000${id % 10}Z`
    const entry = { id, at, staff: 'ruth', note: id % 2 ? null : 'Über 9 €', login: 'site', action: 'reveal', enrollment_id: null, enrollments: id, account_id: null, staff_id: id % 2 ? '7f3d2c1b-0000-4000-8000-000000000001' : null, hash: '' }
    entries.push({ ...entry, hash: sign(entries.at(-1)?.hash ?? '', entry) })
  }
  return entries
}

const log = writtenLog(5)
const end = (count: number): LogEnd => ({ entries: count, hash: log[count - 1]?.hash ?? '' })

/** The log by pages of two, as staff_log_chain answers, with the record of its end. */
const pagesOf = (entries: ChainedEntry[], head: LogEnd | null) => async (after: number | null) => {
  const page = entries.filter(({ id }) => id > (after ?? 0)).slice(0, 2)
  const last = page.at(-1)?.id ?? 0
  return Promise.resolve({ entries: page, next: entries.some(({ id }) => id > last) ? last : null, head })
}

test('a log that nobody touched is followed to its end, page by page', async () => {
  const told: number[] = []
  expect(await checkLog(pagesOf(log, end(5)), { seen: end(3), tell: (entries) => told.push(entries) })).toEqual({ ok: end(5) })
  expect(told).toEqual([2, 4, 5])
  expect(await checkLog(pagesOf([], logStart))).toEqual({ ok: logStart })
})

test.each(['at', 'staff', 'note', 'login', 'action', 'enrollment_id', 'account_id', 'staff_id'])('%s is signed', async (field) => {
  const changed = log.map((entry) => (entry.id === 3 ? { ...entry, [field]: 'x' } : entry))
  expect(await followLog(logStart, changed)).toEqual({ fault: { kind: 'changed', entry: 3, at: changed[2]?.at } })
})

test('an entry of an earlier version, which knew no account, is followed as it was signed', async () => {
  const entry = { id: 1, at: '2026-01-03T09:08:07.000001Z', staff: 'ruth', note: null, login: 'postgres', action: 'retry', enrollment_id: null, enrollments: 1, account_id: null, staff_id: null }
  const hash = 'd6b84f3f618b1de7c7d86df56695e67f3e030b7bb23ce5a58191669afc207587'
  expect(await followLog(logStart, [{ ...entry, hash }])).toEqual({ ok: { entries: 1, hash } })
  const blamed = { ...entry, staff_id: '7f3d2c1b-0000-4000-8000-000000000001', hash }
  expect(await followLog(logStart, [blamed])).toEqual({ fault: { kind: 'changed', entry: 1, at: entry.at } })
})

test('it breaks where entries are missing, replaced, added or cut off', async () => {
  const [first, second, third, fourth, fifth] = log
  if (!first || !second || !third || !fourth || !fifth) throw new Error('too short')
  expect(await followLog(logStart, [first, second, fourth])).toEqual({ fault: { kind: 'missing', entry: 3 } })
  expect(await followLog(logStart, [second])).toEqual({ fault: { kind: 'missing', entry: 1 } })
  const replaced = { ...third, staff: 'x', hash: sign(second.hash, { ...third, staff: 'x' }) }
  expect(await followLog(logStart, [first, second, replaced, fourth])).toEqual({ fault: { kind: 'changed', entry: 4, at: fourth.at } })
  expect(await followLog(logStart, [first, second, replaced], end(3))).toEqual({ fault: { kind: 'rewritten', entry: 3 } })
  expect(await followLog(end(2), [third, fourth])).toEqual({ ok: end(4) })
})

test('its end is the one that was written last, and was seen', () => {
  expect(closeLog(end(3), end(5))).toEqual({ fault: { kind: 'cut', entry: 3, of: 5 } })
  expect(closeLog(end(3), end(3), end(4))).toEqual({ fault: { kind: 'cut', entry: 3, of: 4 } })
  expect(closeLog(end(5), end(4))).toEqual({ fault: { kind: 'other-end', entry: 5 } })
  expect(closeLog(end(5), { entries: 5, hash: 'x' })).toEqual({ fault: { kind: 'other-end', entry: 5 } })
  expect(closeLog(end(5), null)).toEqual({ fault: { kind: 'no-end' } })
})
