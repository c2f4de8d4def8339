import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Claims } from '../../server/postgres/database.ts'

/** Somebody who acts on the database, as which role and with which claims. */
export interface Caller {
  name: string
  role: string
  claims: Claims | undefined
  /** Whose rows are the caller's own. */
  person?: string
}

interface Person {
  name: string
  confirmed?: boolean
  /** SQL that makes the person who they are; $1 is the account's id. */
  happens?: string[]
}

const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`
/** Signed in with it. */
const secondFactor = [factor, `update auth.sessions set aal = 'aal2' where user_id = $1`]
const joins = (role: string) => `insert into private.staff (user_id, role) values ($1, '${role}')`

const persons: Person[] = [
  { name: 'owner' },
  // Nobody acts as this one, whose rows are always somebody else's.
  { name: 'somebody' },
  { name: 'unconfirmed', confirmed: false },
  { name: 'factor', happens: [factor] },
  { name: 'banned', happens: [`update auth.users set banned_until = now() + interval '1 day' where id = $1`] },
  { name: 'nameless', happens: ['update auth.users set is_anonymous = true where id = $1'] },
  { name: 'signed-out', happens: ['delete from auth.sessions where user_id = $1'] },
  { name: 'staff', happens: [...secondFactor, joins('staff')] },
  { name: 'lead', happens: [...secondFactor, joins('lead')] },
  {
    name: 'idle',
    happens: [
      ...secondFactor,
      joins('lead'),
      `insert into private.staff_sessions (session_id, touched_at) select id, now() - interval '1 hour' from auth.sessions where user_id = $1`,
    ],
  },
  { name: 'removed', happens: [...secondFactor, joins('lead'), 'delete from private.staff where user_id = $1'] },
]

/** Has nothing, and nothing waits for the address. */
const other: Person = { name: 'other' }

const signedIn: [caller: string, person: string, aal: string][] = [
  ['owner', 'owner', 'aal1'],
  ['other user', 'other', 'aal1'],
  ['unconfirmed', 'unconfirmed', 'aal1'],
  ['aal1 with a factor', 'factor', 'aal1'],
  ['aal2', 'factor', 'aal2'],
  ['banned', 'banned', 'aal1'],
  ['anonymous user', 'nameless', 'aal1'],
  ['signed out', 'signed-out', 'aal1'],
  ['staff aal1', 'staff', 'aal1'],
  ['staff aal2', 'staff', 'aal2'],
  ['lead', 'lead', 'aal2'],
  ['idle lead', 'idle', 'aal2'],
  ['removed lead', 'removed', 'aal2'],
]

/** Rows of the tables that are still empty. What is encrypted is no matter of access: any bytes do. */
const otherRows = [
  // Nothing becomes due meanwhile.
  `update public.deliveries set state = 'delivered'`,
  `insert into public.delivery_attempts (id, enrollment_id, number, version, started_at)
   select gen_random_uuid(), enrollment_id, 1, 1, now() from public.deliveries limit 1`,
  `insert into public.held_accounts (user_id) select id from auth.users where email = 'somebody@example.com'`,
  `insert into public.staff_log (staff, action) values ('ruth', 'retry')`,
  `insert into public.consents (action, texts, enrollment_id) select 'given', 'terms', id from samples limit 1`,
  `insert into public.consent_texts (document, version, sha256, body)
   values ('terms', '1.0', encode(sha256('Be fair.'), 'hex'), 'Be fair.')`,
  `insert into public.deletion_requests (user_id) select id from auth.users where email = 'somebody@example.com'`,
  `insert into public.payment_events (id, happened_at, kind) values ('stripe:evt_1', now(), 'noted')`,
  `insert into public.payments (reference, source, status, amount_cents, currency, is_add_on) values ('pi_1', 'stripe', 'paid', 1, 'usd', false)`,
  `insert into private.staff (user_id, role) select id, 'staff' from auth.users where email = 'somebody@example.com'`,
  'insert into private.last_write values (now())',
  `insert into private.quota_use (key, whole_at) values ('\\x00', now())`,
  `insert into private.staff_answers (request, question, answer) values (gen_random_uuid(), '\\x00', '{}')`,
  `insert into private.staff_notes (enrollment_id, author, text) select id, 'ruth', 'Called back.' from samples limit 1`,
]

/**
 * Signs everybody up, gives every person an enrollment and one that waits for their address, and every table a row. The
 * table `samples` says which enrollment is whose; it is for this connection alone.
 */
export async function prepareCallers(client: ClientBase): Promise<Caller[]> {
  await client.query('create temporary table samples (id uuid primary key, person text, account uuid, kind text, place tid)')
  await client.query('grant select on samples to public')
  // Each probe sets the quota that it tries.
  await client.query(
    `update private.quotas set rows_per_request = null, rows_per_account_hour = null, rows_per_network_hour = null,
       open_enrollments_per_account = null, deliveries_per_account_hour = null`,
  )
  const claims = new Map([[other.name, await signUp(client, other)]])
  for (const person of persons) {
    const own = await signUp(client, person)
    claims.set(person.name, own)
    await enroll(client, person.name, own)
    for (const statement of person.happens ?? []) await client.query(statement, [own.sub])
  }
  for (const statement of otherRows) await client.query(statement)
  await client.query('update samples set place = enrollments.ctid from public.enrollments where enrollments.id = samples.id')
  const { rows } = await client.query<{ login: string }>('select session_user as login')
  return [
    { name: 'anonymous', role: 'anon', claims: { role: 'anon' } },
    ...signedIn.map(([name, person, aal]): Caller => {
      const own = claims.get(person)
      return { name, role: 'authenticated', claims: own && { ...own, aal }, person }
    }),
    { name: 'service', role: 'service_role', claims: { role: 'service_role' } },
    { name: 'commands', role: 'site_staff', claims: undefined },
    { name: 'gateway', role: 'site_gateway', claims: undefined },
    { name: 'migrations', role: rows[0]?.login ?? '', claims: undefined },
  ]
}

/** The claims of the person's token. */
async function signUp(client: ClientBase, { name, confirmed = true }: Person): Promise<Claims> {
  const [sub, session_id, email] = [randomUUID(), randomUUID(), `${name}@example.com`]
  await client.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, $3)', [
    sub,
    email,
    confirmed ? new Date() : null,
  ])
  await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session_id, sub])
  const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
  return { role: 'authenticated', sub, session_id, email, amr }
}

async function enroll(client: ClientBase, person: string, { sub, email }: Claims): Promise<void> {
  const [own, waiting] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into public.enrollments (id, user_id, customer_name, customer_email, customer_phone, street_address, city,
       state, zip_code, preferred_contact_method, plan_name, onboarding_completed, payment_status, plan_price,
       personal_details, personal_details_key, personal_details_given_at)
     values ($1, $2, 'Ruth Example', $3, '555-010-0100', '1 Example Street', 'Springfield', 'IL', '62701', 'email',
       'Light Repair', true, 'completed', 0, '\\x00', 1, now())`,
    [own, sub, email],
  )
  await client.query('insert into public.enrollments (id, customer_email) values ($1, $2)', [waiting, email])
  await client.query(`insert into samples (id, person, account, kind) values ($1, $3, $4, 'own'), ($2, $3, $4, 'waiting')`, [
    own,
    waiting,
    person,
    sub,
  ])
}
