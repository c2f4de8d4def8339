import type { PoolClient } from 'pg'
import * as v from 'valibot'
import type { Result } from '../../domain/result.ts'
import { closeLog, followLog, type LogFault, logStart } from '../../domain/staff/log-check.ts'
import { type ChainedEntry, chainedSchema, type LogEnd } from '../../domain/staff/log.ts'

interface Row {
  /** Null in the only row of an empty log. */
  entry: unknown
  head: LogEnd
}

const batchRows = 1000

/**
 * Examines the log of the staff (R-STAFF-LOG): its end, or where it breaks. `seen` is an end that was seen before. Uses no
 * function of the database, which whoever changes the log may have changed too.
 */
export async function examineStaffLog(client: PoolClient, seen?: LogEnd): Promise<Result<LogEnd, string>> {
  // One statement, so that the entries and the head are of one moment.
  await client.query(
    `declare entries no scroll cursor for
     select to_jsonb(log) as entry, json_build_object('entries', head.entries, 'hash', head.hash) as head
     from public.staff_log_head head left join (
       select id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, staff, note, login, action,
         enrollment_id, enrollments, account_id, staff_id, hash
       from public.staff_log
     ) log on true order by id`,
  )
  let end = logStart
  let head: LogEnd | null = null
  for (let isMore = true; isMore; ) {
    const { rows } = await client.query<Row>(`fetch ${batchRows} from entries`)
    isMore = rows.length === batchRows
    head ??= rows[0]?.head ?? null
    const followed = await followLog(end, rows.flatMap(({ entry }) => (entry === null ? [] : [parsed(entry)])), seen)
    if ('fault' in followed) return { fault: explain(followed.fault) }
    end = followed.ok
  }
  const closed = closeLog(end, head, seen)
  return 'fault' in closed ? { fault: explain(closed.fault) } : closed
}

const parsed = (entry: unknown): ChainedEntry => v.parse(chainedSchema, entry)

function explain(fault: LogFault): string {
  switch (fault.kind) {
    case 'missing':
      return `entry ${fault.entry} is missing`
    case 'changed':
      return `entry ${fault.entry} of ${fault.at} was changed, or the one before it was replaced`
    case 'rewritten':
      return `entry ${fault.entry} is not the one that was seen earlier: the log was written anew`
    case 'cut':
      return `it ends with entry ${fault.entry} of ${fault.of}: the last ones were deleted, or an older backup was restored`
    case 'other-end':
      return `entry ${fault.entry} is not the one that was written last`
    case 'no-end':
      return 'the record of its end is missing'
  }
  return fault satisfies never
}
