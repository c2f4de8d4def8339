import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Result } from '../../domain/result.ts'

/** The end of the log: how many entries there are, and the hash of the last one, which is empty if there is none. */
export interface LogEnd {
  entries: number
  hash: string
}

interface Row {
  /** Null in the only row of an empty log. */
  id: string | null
  at: string
  staff: string
  note: string | null
  login: string
  action: string
  enrollment_id: string | null
  enrollments: number
  account_id: string | null
  hash: string
  head: LogEnd
}

const batchRows = 1000

/**
 * Computes the log's hashes again and compares them (R-STAFF-LOG): its end, or where it breaks. `seen` is an end that was
 * seen before. Uses no function of the database, which whoever changes the log may have changed too.
 */
export async function examineStaffLog(client: PoolClient, seen?: LogEnd): Promise<Result<LogEnd, string>> {
  // One statement, so that the entries and the head are of one moment.
  await client.query(
    `declare entries no scroll cursor for
     select log.*, json_build_object('entries', head.entries, 'hash', head.hash) as head
     from public.staff_log_head head left join (
       select id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, staff, note, login, action,
         enrollment_id, enrollments, account_id, hash
       from public.staff_log
     ) log on true order by id`,
  )
  let end: LogEnd = { entries: 0, hash: '' }
  let head: LogEnd | undefined
  for (let isMore = true; isMore; ) {
    const { rows } = await client.query<Row>(`fetch ${batchRows} from entries`)
    isMore = rows.length === batchRows
    head ??= rows[0]?.head
    for (const row of rows.filter(({ id }) => id !== null)) {
      const fault = faultOf(row, end)
      if (fault) return { fault }
      end = { entries: end.entries + 1, hash: row.hash }
      if (seen?.entries === end.entries && seen.hash !== end.hash) {
        return { fault: `entry ${end.entries} is not the one that was seen earlier: the log was written anew` }
      }
    }
  }
  if (!head) return { fault: 'the record of its end is missing' }
  const written = Math.max(head.entries, seen?.entries ?? 0)
  if (written > end.entries) {
    return {
      fault: `it ends with entry ${end.entries} of ${written}: the last ones were deleted, or an older backup was restored`,
    }
  }
  return head.hash === end.hash ? { ok: end } : { fault: `entry ${end.entries} is not the one that was written last` }
}

function faultOf(row: Row, { entries, hash }: LogEnd): string | undefined {
  const number = entries + 1
  if (Number(row.id) !== number) return `entry ${number} is missing`
  if (row.hash === hashOf(row, hash)) return undefined
  return `entry ${number} of ${row.at} was changed, or the one before it was replaced`
}

/** SHA-256 of the text that private.chain_entry hashes. */
function hashOf({ id, at, staff, note, login, action, enrollment_id, enrollments, account_id }: Row, before: string): string {
  const lines = [before, id, at, staff, note, login, action, enrollment_id, enrollments, account_id]
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
