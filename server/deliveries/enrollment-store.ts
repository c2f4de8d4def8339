import * as v from 'valibot'
import {
  type LoadEnrollment,
  storedNameColumns,
  storedNameSchema,
} from '../../deliveries/stored-enrollment.ts'
import type { Database } from '../postgres/database.ts'

const statement = `select ${storedNameColumns.join(', ')} from public.enrollments
  where id = $1 and user_id = $2 and onboarding_completed`

/** Reads enrollments for the delivery, past row-level security: hence the owner in the condition. */
export function enrollmentLoader(database: Database): LoadEnrollment {
  return (id, ownerId) =>
    database.transactionAs({ role: 'service_role' }, async (client) => {
      const { rows } = await client.query<object>(statement, [id, ownerId])
      return rows[0] && v.parse(storedNameSchema, rows[0])
    })
}
