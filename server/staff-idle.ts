import * as v from 'valibot'
import type { Database } from './postgres/database.ts'

const minutes = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,4}$/, 'must be a number of minutes from 1 to 1440'),
  v.transform(Number),
  v.minValue(1, 'must be a number of minutes from 1 to 1440'),
  v.maxValue(1440, 'must be a number of minutes from 1 to 1440'),
)

export const staffIdleEntries = { STAFF_IDLE_MINUTES: v.optional(minutes, '15') }

/** Tells the database after how long without a touch the desk is closed to a person (R-DESK). */
export async function setStaffIdle(database: Database, idleMinutes: number): Promise<void> {
  await database.transactionAs({ role: 'service_role' }, (client) => client.query('select public.set_staff_idle($1)', [idleMinutes * 60]))
}
