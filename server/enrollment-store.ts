import * as v from 'valibot'
import {
  type LoadEnrollment,
  storedEnrollmentColumns,
  storedEnrollmentSchema,
} from '../supabase/functions/submit-to-disputefox/stored-enrollment.ts'
import type { Database } from './postgres/database.ts'

// JSON gives a date as YYYY-MM-DD, where the driver would make it a moment in this machine's time zone.
const statement = `select to_jsonb(completed) as enrollment from (
  select ${storedEnrollmentColumns.join(', ')} from public.enrollments
  where id = $1 and user_id = $2 and onboarding_completed
) completed`

/** Reads enrollments for the delivery, past row-level security: hence the owner in the condition. */
export function enrollmentLoader(database: Database): LoadEnrollment {
  return (id, ownerId) =>
    database.transactionAs({ role: 'service_role' }, async (client) => {
      const { rows } = await client.query<{ enrollment: unknown }>(statement, [id, ownerId])
      return rows[0] && v.parse(storedEnrollmentSchema, rows[0].enrollment)
    })
}
