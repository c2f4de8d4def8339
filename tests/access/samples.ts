import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'

/** Somebody who calls the database, and as whom. */
export interface Caller {
  name: string
  role: string
  claims: object
  /** Whose rows are the caller's own. */
  person?: string
}

/** What is sealed is no matter of access: any bytes do. */
const ownRow = `insert into public.enrollments (id, user_id, customer_name, customer_email, customer_phone, street_address, city,
    state, zip_code, preferred_contact_method, plan_name, onboarding_completed, payment_status, plan_price,
    personal_details, personal_details_key, personal_details_given_at)
  values ($1, $2, 'Ruth Example', $3, '555-010-0100', '1 Example Street', 'Springfield', 'IL', '62701', 'email', 'Light Repair',
    true, 'completed', 0, '\\x00', 1, now())`

/** A row that the staff has prepared for this address. */
const waitingRow = 'insert into public.enrollments (id, customer_email) values ($1, $2)'

/** Rows of the tables that no trigger fills. */
const otherRows = [
  `insert into public.delivery_attempts (id, enrollment_id, number, version, started_at)
   select gen_random_uuid(), enrollment_id, 1, 1, now() from public.deliveries limit 1`,
  'insert into public.held_accounts (user_id) select id from auth.users order by email limit 1',
  `insert into public.staff_log (staff, action) values ('ruth', 'retry')`,
  `insert into private.quota_use (key, whole_at) values ('\\x00', now())`,
]

interface Person {
  name: string
  confirmed?: boolean
  /** SQL that makes the person who they are; $1 is the account's id. */
  happens?: string
}

const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`

const persons: Person[] = [
  { name: 'owner' },
  { name: 'other' },
  { name: 'unconfirmed', confirmed: false },
  { name: 'factor', happens: factor },
  { name: 'banned', happens: `update auth.users set banned_until = now() + interval '1 day' where id = $1` },
  { name: 'signed-out', happens: 'delete from auth.sessions where user_id = $1' },
]

/** Whose claims each signed-in caller has. */
const signedIn: [caller: string, person: string, aal: string][] = [
  ['owner', 'owner', 'aal1'],
  ['other user', 'other', 'aal1'],
  ['unconfirmed', 'unconfirmed', 'aal1'],
  ['aal1 with a factor', 'factor', 'aal1'],
  ['aal2', 'factor', 'aal2'],
  ['banned', 'banned', 'aal1'],
  ['signed out', 'signed-out', 'aal1'],
]

/**
 * Gives every person an enrollment and one that waits for their address, and every table a row. What is whose stands in
 * the temporary table `samples` of the connection.
 */
export async function prepareSamples(client: ClientBase): Promise<Caller[]> {
  await client.query('create temporary table samples (id uuid primary key, person text, kind text, place tid)')
  // Each probe sets the quota that it tries.
  await client.query(
    `update private.quotas set rows_per_request = null, rows_per_account_hour = null, rows_per_network_hour = null,
       open_enrollments_per_account = null, deliveries_per_account_hour = null`,
  )
  const claims = new Map<string, object>()
  for (const person of persons) claims.set(person.name, await prepare(client, person))
  for (const statement of otherRows) await client.query(statement)
  await client.query('update samples set place = enrollments.ctid from public.enrollments where enrollments.id = samples.id')
  const { rows } = await client.query<{ owner: string }>('select session_user as owner')
  return [
    { name: 'anonymous', role: 'anon', claims: { role: 'anon' } },
    ...signedIn.map(([name, person, aal]) => ({
      name,
      role: 'authenticated',
      claims: { ...claims.get(person), aal },
      person,
    })),
    { name: 'service', role: 'service_role', claims: { role: 'service_role' } },
    { name: "staff's commands", role: 'site_staff', claims: {} },
    { name: 'gateway', role: 'site_gateway', claims: {} },
    { name: "tables' owner", role: rows[0]?.owner ?? '', claims: {} },
  ]
}

async function prepare(client: ClientBase, { name, confirmed = true, happens }: Person): Promise<object> {
  const [id, session, own, waiting] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const email = `${name}@example.com`
  await client.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, $3)', [
    id,
    email,
    confirmed ? new Date() : null,
  ])
  await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id])
  await client.query(ownRow, [own, id, email])
  await client.query(waitingRow, [waiting, email])
  await client.query(`insert into samples (id, person, kind) values ($1, $3, 'own'), ($2, $3, 'waiting')`, [own, waiting, name])
  if (happens) await client.query(happens, [id])
  return { sub: id, session_id: session, email, role: 'authenticated' }
}
