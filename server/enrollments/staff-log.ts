import type { PoolClient } from 'pg'

/** The table's check constraint, last replaced by payments_seen, lists the same actions. */
export type StaffAction =
  | 'reveal'
  | 'retry'
  | 'resolve'
  | 'cancel'
  | 'hold'
  | 'release'
  | 'delete'
  | 'purge'
  | 'export'
  | 'export-with-personal-details'
  | 'delete-account'
  | 'keep-account'
  | 'withdraw-consent'
  | 'assign-payment'
  | 'dismiss-payment'
  | 'find-account'
  | 'confirm-account'
  | 'send-reset'
  | 'ban'
  | 'unban'
  | 'list-sessions'
  | 'end-sessions'
  | 'make-staff'
  | 'remove-staff'

/** Who runs a command. */
export interface Staff {
  /** The operating system's name of the person. */
  login: string
  /** What the person said beside it (`--as`). */
  note: string | undefined
}

interface Entry {
  staff: Staff
  action: StaffAction
  /** The id of one enrollment, or the number of several. */
  enrollment: string | number
  /** Whose they are, where the action concerned all of one account. */
  account?: string
}

/**
 * Records who did what, in the service's same transaction (R-STAFF-LOG). The entry is written by the role that may do
 * nothing else; time, number and hash are the database's.
 */
export async function recordStaffAction(client: PoolClient, { staff, action, enrollment, account }: Entry): Promise<void> {
  const [id, count] = typeof enrollment === 'string' ? [enrollment, 1] : [null, enrollment]
  await client.query('set local role site_staff')
  await client.query(
    `insert into public.staff_log (staff, note, action, enrollment_id, enrollments, account_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [staff.login, staff.note, action, id, count, account],
  )
  await client.query('set local role service_role')
}
