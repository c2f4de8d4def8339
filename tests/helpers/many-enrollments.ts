import { sampleEnrollment } from './sample-enrollment.ts'

/** A test's outbox, or a connection. */
interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Saves this many completed enrollments in one statement, due immediately, and returns their ids. */
export async function saveMany(database: Queryable, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  await database.query(
    `insert into enrollments select sample.* from unnest($1::uuid[]) as given(id),
       json_populate_record(null::enrollments, ($2::jsonb || jsonb_build_object('id', given.id))::json) sample`,
    [ids, JSON.stringify(completed())],
  )
  await database.query('update deliveries set due_at = clock_timestamp() where enrollment_id = any ($1)', [ids])
  return ids
}

const completed = () => ({
  ...sampleEnrollment,
  created_at: new Date(),
  updated_at: new Date(),
  onboarding_completed: true,
  payment_status: 'completed',
  plan_price: 0,
})
