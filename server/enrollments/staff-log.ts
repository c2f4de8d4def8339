import type { PoolClient } from 'pg'

/** The check constraint of the table has the same words. */
export type StaffAction =
  | 'reveal'
  | 'retry'
  | 'resolve'
  | 'cancel'
  | 'delete'
  | 'purge'
  | 'export'
  | 'export-with-personal-details'

interface Entry {
  staff: string
  action: StaffAction
  /** One enrollment by its id, or how many there were. */
  enrollment: string | number
}

/** Writes down who did what, in the transaction that does it. Nothing in the log can be changed or removed. */
export async function recordStaffAction(client: PoolClient, { staff, action, enrollment }: Entry): Promise<void> {
  const [id, count] = typeof enrollment === 'string' ? [enrollment, 1] : [null, enrollment]
  await client.query(
    'insert into public.staff_log (staff, action, enrollment_id, enrollments) values ($1, $2, $3, $4)',
    [staff, action, id, count],
  )
}
