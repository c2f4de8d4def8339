import type { PoolClient } from 'pg'

/** The table's check constraint lists the same actions. */
export type StaffAction =
  | 'reveal'
  | 'retry'
  | 'resolve'
  | 'cancel'
  | 'delete'
  | 'purge'
  | 'export'
  | 'export-with-personal-details'
  | 'withdraw-consent'

interface Entry {
  staff: string
  action: StaffAction
  /** The id of one enrollment, or the number of several. */
  enrollment: string | number
}

/** Records who did what, in the same transaction. The log can only be added to. */
export async function recordStaffAction(client: PoolClient, { staff, action, enrollment }: Entry): Promise<void> {
  const [id, count] = typeof enrollment === 'string' ? [enrollment, 1] : [null, enrollment]
  await client.query(
    'insert into public.staff_log (staff, action, enrollment_id, enrollments) values ($1, $2, $3, $4)',
    [staff, action, id, count],
  )
}
