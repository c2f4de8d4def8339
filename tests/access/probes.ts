/** A statement that everybody tries, and what is looked at afterwards; `:person` is the caller. */
export interface Probe {
  what: string
  /** What is done before, with all rights. */
  before?: string
  statement: string
  outcome?: string
}

/** What a client's row has, as the form sends it. */
const details = {
  customer_name: `'Ruth Example'`,
  customer_email: `'ruth@example.com'`,
  customer_phone: `'555-010-0100'`,
  date_of_birth: `date '1980-02-29'`,
  ssn_last_four: `'0042'`,
  street_address: `'2 Example Street'`,
  city: `'Chicago'`,
  state: `'IL'`,
  zip_code: `'60601'`,
  preferred_contact_method: `'text'`,
  notes: `'Call after five'`,
  plan_name: `'Standard Repair'`,
  onboarding_completed: 'true',
  payment_status: `'completed'`,
  plan_price: '0',
}

const own = { ...details, user_id: 'auth.uid()' }

const insert = (row: object, count = 1) =>
  `insert into public.enrollments (${Object.keys(row).join(', ')})
   select ${Object.values(row).join(', ')} from generate_series(1, ${count})`

const update = (row: object) =>
  `update public.enrollments set ${Object.entries(row).map(([column, value]) => `${column} = ${value}`).join(', ')}`

const quota = (figure: string) => `update private.quotas set ${figure}`

/** Which of the samples are not as they were: the caller's own, those that wait for the caller, others'. */
const changed = `select string_agg(distinct case when person = :person then kind else 'others' end, ', ')
  from samples left join public.enrollments using (id) where enrollments.ctid is distinct from samples.place`

/** What became of an added row. */
const stored = `select string_agg(distinct concat_ws(' and ', 'stored',
    case when num_nonnulls(date_of_birth, ssn_last_four) = 0 and personal_details is not null then 'encrypted' end,
    deliveries.state, deliveries.reason), '; ')
  from public.enrollments left join public.deliveries on enrollment_id = id where id not in (select id from samples)`

/** What became of the caller's own row with a verified payment. */
const kept = `select string_agg(concat_ws(', ',
    case when plan_name = 'Light Repair' and plan_price = 350 and payment_status = 'verified' then 'plan kept' else 'plan lost' end,
    case when enrollments.city = 'Chicago' then 'changed' end,
    case when enrollments.city = 'Chicago' and enrollments.updated_at > enrollments.created_at then 'dated' end,
    case when version = 2 then 'delivered again' end), '; ')
  from samples join public.enrollments using (id) join public.deliveries on enrollment_id = id
  where person = :person and kind = 'own'`

/** What callers do with enrollments and the log of the staff, and what becomes of the rows. */
export const probes: Probe[] = [
  {
    what: 'finds',
    statement: `select set_config('access.found', coalesce(string_agg(id::text, ','), ''), true) from public.enrollments`,
    outcome: `select string_agg(distinct case when person = :person then kind else 'others' end, ', ')
      from samples where id::text = any (string_to_array(current_setting('access.found'), ','))`,
  },
  { what: 'adds an own row', statement: insert(own), outcome: stored },
  { what: "adds somebody else's row", statement: insert({ ...details, user_id: 'gen_random_uuid()' }), outcome: stored },
  { what: "adds nobody's row", statement: insert(details), outcome: stored },
  { what: 'adds an incomplete row', statement: insert({ user_id: 'auth.uid()' }), outcome: stored },
  { what: 'makes rows own', statement: update(own), outcome: changed },
  { what: 'changes a city', statement: update({ city: `'Chicago'` }), outcome: changed },
  { what: 'gives rows away', statement: update({ user_id: 'null' }), outcome: changed },
  { what: 'makes rows incomplete', statement: update({ user_id: 'auth.uid()', onboarding_completed: 'false' }), outcome: changed },
  {
    what: 'changes everything after a verified payment',
    before: `update public.enrollments set payment_verified_at = now(), plan_price = 350, payment_status = 'verified',
      plan_name = 'Light Repair' where onboarding_completed`,
    statement: update(own),
    outcome: kept,
  },
  { what: 'adds two rows in a request of one', before: quota('rows_per_request = 1'), statement: insert(own, 2), outcome: stored },
  { what: 'adds two rows in an hour of one', before: quota('rows_per_account_hour = 1'), statement: insert(own, 2), outcome: stored },
  { what: 'changes rows in an hour of one', before: quota('rows_per_account_hour = 1'), statement: update(own), outcome: changed },
  {
    what: 'adds two rows from a network of one',
    before: `${quota('rows_per_network_hour = 1')}; select set_config('request.headers', '{"cf-connecting-ip":"192.0.2.1"}', true)`,
    statement: insert(own, 2),
    outcome: stored,
  },
  {
    what: 'owns two where one may be open',
    before: quota('open_enrollments_per_account = 1'),
    statement: insert(own),
    outcome: stored,
  },
  { what: 'claims one where one may be open', before: quota('open_enrollments_per_account = 1'), statement: update(own), outcome: changed },
  { what: 'adds two deliveries in an hour of one', before: quota('deliveries_per_account_hour = 1'), statement: insert(own, 2), outcome: stored },
  {
    what: "adds to the staff's log",
    statement: `insert into public.staff_log (staff, action) values ('ruth', 'retry')`,
    outcome: `select string_agg(concat_ws(' and ', 'stored', case when char_length(hash) = 64 then 'signed' end), '; ')
      from public.staff_log where id = (select max(id) from public.staff_log)`,
  },
  { what: "empties the staff's log", statement: 'delete from public.staff_log' },
]
