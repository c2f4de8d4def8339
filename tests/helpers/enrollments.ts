import { randomUUID } from 'node:crypto'
import { consentsHeader, consentsIn } from '../../domain/consents.ts'
import { type OnboardingValues, toEnrollmentRow } from '../../domain/enrollment.ts'
import type { Claims, Database } from '../../server/postgres/database.ts'

/** Valid values of the form (R-ONBOARDING-LIMITS). */
export const validValues: OnboardingValues = {
  firstName: 'Ruth',
  middleName: '',
  lastName: 'Example',
  dateOfBirth: '1980-02-29',
  ssnLastFour: '0042',
  email: 'ruth@example.com',
  phone: '555-010-0100',
  preferredContactMethod: 'email',
  streetAddress: '1 Example Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  notes: '',
}

export const validRow = (userId: string, values: Partial<OnboardingValues> = {}) =>
  toEnrollmentRow({ ...validValues, ...values }, 'Standard Repair', userId)

/** The header of a form whose box for text messages is ticked (R-CONSENT-LEDGER). */
export const formHeaders = {
  [consentsHeader]: consentsIn(
    ['agreement', 'terms', 'esign-consent', 'privacy', 'sms'].map((document) => ({ document, version: '2031-03-04', sha256: 'a'.repeat(64) })),
  ),
}

export interface TestUser {
  id: string
  claims: Claims & { session_id: string }
}

/** A signed-in account as the sign-in service stores it, with the claims that its access token would carry. */
export async function addUser(database: Database, email: string, confirmed = true): Promise<TestUser> {
  const [id, session_id] = [randomUUID(), randomUUID()]
  await database.transaction(async (client) => {
    await client.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, $3)', [
      id,
      email,
      confirmed ? new Date() : null,
    ])
    await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session_id, id])
  })
  return { id, claims: { sub: id, role: 'authenticated', email, session_id } }
}

/** A second factor of that account, as the sign-in service stores it. */
export async function addFactor(database: Database, user: TestUser, type: string, status: string): Promise<void> {
  await database.transaction((client) =>
    client.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values ($1, $2, $3, $4, now(), now())`,
      [randomUUID(), user.id, type, status],
    ),
  )
}

/** `insert into enrollments` for these columns, as a statement and its values. */
export function insertOf(row: Record<string, unknown>): { text: string; values: unknown[] } {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return {
    text: `insert into enrollments (${columns.join(', ')}) values (${places.join(', ')})`,
    values: Object.values(row),
  }
}
