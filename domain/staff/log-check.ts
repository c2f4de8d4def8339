import type { Result } from '../result.ts'
import type { ChainedEntry, LogChain, LogEnd } from './log.ts'

/** Where the log of the staff breaks (R-STAFF-LOG), by the number of an entry. */
export type LogFault =
  | { kind: 'missing'; entry: number }
  /** It was changed, or the one before it was replaced. `at`: its time, as it is written there. */
  | { kind: 'changed'; entry: number; at: string }
  /** It is not the one that was seen earlier: the log was written anew. */
  | { kind: 'rewritten'; entry: number }
  /** It is the last one, of this many: others were deleted, or an older backup was restored. */
  | { kind: 'cut'; entry: number; of: number }
  /** It is the last one, and not the one that was written last. */
  | { kind: 'other-end'; entry: number }
  /** The record of the end is missing. */
  | { kind: 'no-end' }

/** Before the first entry. */
export const logStart: LogEnd = { entries: 0, hash: '' }

/**
 * Computes the hashes of the entries that follow `end` again and compares them: their end, or where they break. `seen` is an end
 * of the log that was seen before.
 */
export async function followLog(end: LogEnd, entries: readonly ChainedEntry[], seen?: LogEnd): Promise<Result<LogEnd, LogFault>> {
  let last = end
  for (const entry of entries) {
    const number = last.entries + 1
    if (entry.id !== number) return { fault: { kind: 'missing', entry: number } }
    if (entry.hash !== (await hashOf(entry, last.hash))) return { fault: { kind: 'changed', entry: number, at: entry.at } }
    last = { entries: number, hash: entry.hash }
    if (seen?.entries === number && seen.hash !== entry.hash) return { fault: { kind: 'rewritten', entry: number } }
  }
  return { ok: last }
}

/** Whether the entries end with what the record of the end, of the same moment, and an end that was seen before say. */
export function closeLog(end: LogEnd, head: LogEnd | null, seen?: LogEnd): Result<LogEnd, LogFault> {
  if (!head) return { fault: { kind: 'no-end' } }
  const written = Math.max(head.entries, seen?.entries ?? 0)
  if (written > end.entries) return { fault: { kind: 'cut', entry: end.entries, of: written } }
  return head.entries === end.entries && head.hash === end.hash ? { ok: end } : { fault: { kind: 'other-end', entry: end.entries } }
}

/**
 * Examines the whole log, page by page as staff_log_chain answers: its end, or where it breaks. What is added meanwhile is on the
 * last page, whose record of the end is of the same moment. `tell` hears how many entries have been followed.
 */
export async function checkLog(
  readPage: (after: number | null) => Promise<LogChain>,
  { seen, tell }: { seen?: LogEnd | undefined; tell?: ((entries: number) => void) | undefined } = {},
): Promise<Result<LogEnd, LogFault>> {
  let end = logStart
  for (let after: number | null = null; ; ) {
    const { entries, next, head }: LogChain = await readPage(after)
    const followed = await followLog(end, entries, seen)
    if ('fault' in followed) return followed
    end = followed.ok
    tell?.(end.entries)
    if (next === null) return closeLog(end, head, seen)
    after = next
  }
}

/** SHA-256 of the text that private.chain_entry hashes, in hexadecimal digits. */
async function hashOf(entry: ChainedEntry, before: string): Promise<string> {
  const { id, at, staff, note, login, action, enrollment_id, enrollments, account_id, staff_id } = entry
  const lines = [before, id, at, staff, note, login, action, enrollment_id, enrollments, account_id, ...(staff_id === null ? [] : [staff_id])]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\n')))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
