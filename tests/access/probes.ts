import type { Try } from './tries.ts'

// What callers do with enrollments and the log of the staff, and what becomes of the rows: what policies and triggers decide.

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
const somebody = `(select account from samples where person = 'somebody' and kind = 'own')`

const insert = (row: object, count = 1) =>
  `insert into public.enrollments (${Object.keys(row).join(', ')})
   select ${Object.values(row).join(', ')} from generate_series(1, ${count})`

const isOwn = `person = :person and kind = 'own'`
const waits = `person = :person and kind = 'waiting'`
const isAnothers = `person = 'somebody'`

const updateAll = (row: object) =>
  `update public.enrollments set ${Object.entries(row).map(([column, value]) => `${column} = ${value}`).join(', ')}`

const update = (row: object, which: string) => `${updateAll(row)} where id in (select id from samples where ${which})`

const quota = (figure: string) => `update private.quotas set ${figure}`

/** Whose rows these are. */
const kinds = `string_agg(distinct case when person = :person then kind else 'others' end, ', ')`

const changed = `select case when count(*) > 0 then 'changed' end from samples left join public.enrollments using (id)
  where enrollments.ctid is distinct from samples.place`

const changedAndDated = `${changed} and updated_at > created_at`

/** What became of an added row. */
const stored = `select string_agg(distinct concat_ws(', ', 'stored',
    case when num_nonnulls(date_of_birth, ssn_last_four) = 0 and personal_details is not null then 'encrypted' end,
    deliveries.state, deliveries.reason), '; ')
  from public.enrollments left join public.deliveries on enrollment_id = id where id not in (select id from samples)`

/** What became of the caller's own row with a verified payment. */
const kept = `select string_agg(concat_ws(', ',
    case when plan_name = 'Light Repair' and plan_price = 350 and payment_status = 'verified' then 'plan kept' else 'plan lost' end,
    'changed', case when version = 2 then 'delivered again' end), '; ')
  from samples join public.enrollments using (id) join public.deliveries on enrollment_id = id
  where ${isOwn} and enrollments.city = 'Chicago'`

const found = `select ${kinds} from samples where id::text = any (string_to_array(current_setting('access.found'), ','))`

/** Keeps the ids of what a query answers, for `found`. */
const find = (ids: string) => `select set_config('access.found', coalesce((${ids}), ''), true)`

const told = (answer: string) => find(`select string_agg(told ->> 'id', ',') from jsonb_array_elements(${answer} -> 'enrollments') told`)

/** What waits for everybody's address was paid for. */
const paidFor = (status: string) => `
  update public.enrollments set plan_name = 'Light Repair', plan_price = 350, payment_status = '${status}',
    payment_verified_at = now(), payment_source = 'stripe', payment_reference = 'pi of ' || customer_email where user_id is null;
  insert into public.payments (reference, source, status, amount_cents, currency, is_add_on, payer_email, plan_name, paid_at, enrollment_id, email_due_at)
    select payment_reference, 'stripe', 'paid', 35000, 'usd', false, customer_email, plan_name, now(), id, now()
    from public.enrollments where payment_reference is not null`

const enrollmentProbes: Omit<Try, 'section' | 'about'>[] = [
  { what: 'finds', statement: find('select string_agg(id::text, $$,$$) from public.enrollments'), outcome: found },
  { what: 'is told of by own_account()', statement: told('public.own_account()'), outcome: found },
  { what: 'is told of by own_data()', statement: told('public.own_data()'), outcome: found },
  { what: 'adds an own row', statement: insert(own), outcome: stored },
  {
    what: 'adds an own row and agrees to a text',
    before: `select set_config('request.headers', '{"consents": "terms@1.0=${'0'.repeat(64)}"}', true)`,
    statement: insert(own),
    outcome: `select string_agg('recorded', '; ')
      from public.consents where enrollment_id not in (select id from samples)`,
  },
  { what: "adds somebody else's row", statement: insert({ ...details, user_id: somebody }), outcome: stored },
  { what: "adds nobody's row", statement: insert(details), outcome: stored },
  { what: 'adds an own row that is not completed', statement: insert({ user_id: 'auth.uid()' }), outcome: stored },
  { what: 'changes an own row, whose date follows', statement: update({ city: `'Chicago'` }, isOwn), outcome: changedAndDated },
  { what: 'gives an own row away', statement: update({ user_id: 'null' }, isOwn), outcome: changed },
  { what: 'makes an own row incomplete', statement: update({ onboarding_completed: 'false' }, isOwn), outcome: changed },
  { what: 'claims a row that waits for the address', statement: update(own, waits), outcome: changed },
  { what: 'changes it without claiming it', statement: update({ city: `'Chicago'` }, waits), outcome: changed },
  { what: 'claims it without completing it', statement: update({ user_id: 'auth.uid()' }, waits), outcome: changed },
  { what: "changes somebody else's rows", statement: update({ city: `'Chicago'` }, isAnothers), outcome: changed },
  // Without a condition, whose columns would have to be readable.
  {
    what: 'makes all rows own that let it',
    statement: updateAll(own),
    outcome: `select ${kinds} from samples join public.enrollments using (id) where enrollments.ctid <> samples.place`,
  },
  { what: "takes somebody else's rows", statement: update(own, isAnothers), outcome: changed },
  {
    what: 'changes an own row whose payment is verified',
    before: `update public.enrollments set payment_verified_at = now(), plan_price = 350, payment_status = 'verified'
      where onboarding_completed`,
    statement: update(own, isOwn),
    outcome: kept,
  },
  { what: 'adds two rows in a request of one', before: quota('rows_per_request = 1'), statement: insert(own, 2), outcome: stored },
  { what: 'adds two rows in an hour of one', before: quota('rows_per_account_hour = 1'), statement: insert(own, 2), outcome: stored },
  {
    what: 'changes two rows in an hour of one',
    before: quota('rows_per_account_hour = 1'),
    statement: update(own, `person = :person`),
    outcome: changed,
  },
  {
    what: 'adds two rows from a network of one',
    before: `${quota('rows_per_network_hour = 1')}; select set_config('request.headers', '{"cf-connecting-ip":"192.0.2.1"}', true)`,
    statement: insert(own, 2),
    outcome: stored,
  },
  {
    what: 'owns two where one may be open',
    before: quota('open_enrollments_per_account = 1'),
    statement: insert(own, 2),
    outcome: stored,
  },
  {
    what: 'claims a second where one may be open',
    before: quota('open_enrollments_per_account = 1'),
    statement: update(own, waits),
    outcome: changed,
  },
  {
    what: 'causes two deliveries in an hour of one',
    before: quota('deliveries_per_account_hour = 1'),
    statement: insert(own, 2),
    outcome: stored,
  },
  {
    what: 'adds a row where a paid one waits for the address',
    before: paidFor('completed'),
    statement: insert(own),
    outcome: `select string_agg(case when payments.reference is not null then 'takes the payment over' else 'takes nothing' end, '; ')
      from public.enrollments left join public.payments on enrollment_id = enrollments.id
      where enrollments.id not in (select id from samples)`,
  },
  { what: 'adds a row where one waits that was paid back', before: paidFor('refunded'), statement: insert(own), outcome: stored },
]

const paymentProbes: Omit<Try, 'section' | 'about'>[] = [
  {
    what: 'records an event',
    statement: `select public.record_payment_event('{"id": "stripe:evt_2", "happened_at": "2031-03-04", "kind": "noted"}')`,
    outcome: `select 'recorded' from public.payment_events where id = 'stripe:evt_2'`,
  },
  {
    what: 'assigns a payment',
    before: `${paidFor('completed')}; update public.payments set enrollment_id = null;
      update public.enrollments set payment_verified_at = null, payment_reference = null where user_id is null`,
    statement: `select public.assign_payment('pi of owner@example.com', null)`,
    outcome: `select 'proven' from public.payments where enrollment_id is not null and proven_at is not null`,
  },
  {
    what: 'claims an e-mail to a payer',
    before: `${paidFor('completed')}; update public.payments set email_due_at = null where payer_email is distinct from 'owner@example.com'`,
    statement: 'select public.claim_payment_email()',
    outcome: `select 'claimed' from public.payments where email_attempts = 1`,
  },
]

/** By what a form is found, of those that are no sample's, or the caller's. */
const foundBy = (which: string) => `select string_agg(distinct concat_ws(' ', state, case when words like '% chicago %' then 'in Chicago' end,
    case when words like '% pi %' then 'with its payment' end), '; ')
  from private.form_words join private.form_states using (enrollment_id) where ${which}`
const isNew = 'enrollment_id not in (select id from samples)'
const knownWords = `select 'known' from private.known_words where word = 'wichita'`
const anothers = `enrollment_id in (select id from samples where ${isAnothers} and kind = 'own')`

const findingProbes: Omit<Try, 'section' | 'about'>[] = [
  { what: 'adds a form, found at once', statement: insert(own), outcome: foundBy(isNew) },
  { what: 'changes a form, found by what it has now', statement: update({ city: `'Chicago'` }, isOwn), outcome: foundBy(`words like '% chicago %'`) },
  { what: 'adds a form with a new word, known for typos', statement: insert({ ...own, city: `'Wichita'` }), outcome: knownWords },
  { what: 'changes a form to a new word, known for typos', statement: update({ city: `'Wichita'` }, isOwn), outcome: knownWords },
  { what: 'completes a form, found as queued', statement: update(own, waits), outcome: foundBy(`words like '% chicago %'`) },
  {
    what: 'decides on a delivery, found in its new state',
    statement: `update public.deliveries set state = 'cancelled' where enrollment_id in (select id from samples where ${isAnothers})`,
    outcome: foundBy(anothers),
  },
  {
    what: 'deletes a delivery, found as incomplete',
    statement: `delete from public.deliveries where enrollment_id in (select id from samples where ${isAnothers})`,
    outcome: foundBy(anothers),
  },
  {
    what: 'gives a payment to a form, found by it',
    statement: `update public.payments set enrollment_id = (select id from samples where ${isAnothers} and kind = 'own')`,
    outcome: foundBy(anothers),
  },
  {
    what: 'records a payment of a form, found by it',
    statement: `insert into public.payments (reference, source, status, amount_cents, currency, is_add_on, enrollment_id)
      select 'pi_2', 'stripe', 'paid', 1, 'usd', true, id from samples where ${isAnothers} and kind = 'own'`,
    outcome: foundBy(anothers),
  },
]

const logged = `select string_agg(concat_ws(', ', 'stored', case when char_length(hash) = 64 then 'signed' end), '; ')
  from public.staff_log where id = (select max(id) from public.staff_log)`

export const probes: Try[] = [
  ...enrollmentProbes.map((probe) => ({ ...probe, section: 'What becomes of enrollments', about: 'public.enrollments' })),
  ...findingProbes.map((probe) => ({ ...probe, section: 'By what the staff find forms', about: 'public.enrollments' })),
  ...paymentProbes.map((probe) => ({ ...probe, section: 'What becomes of payments', about: 'public.payments' })),
  {
    section: 'What becomes of the log of the staff',
    about: 'public.staff_log',
    what: 'adds an entry',
    statement: `insert into public.staff_log (staff, action) values ('ruth', 'retry')`,
    outcome: logged,
  },
  {
    section: 'What becomes of the texts of consents',
    about: 'public.consent_texts',
    what: 'keeps another text',
    statement: `insert into public.consent_texts (document, version, sha256, body)
      values ('terms', '2.0', encode(sha256('Be kind.'), 'hex'), 'Be kind.')`,
    inWords: () => 'kept',
  },
]
