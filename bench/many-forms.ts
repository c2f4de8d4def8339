import type { Client } from 'pg'

export interface SampleForm {
  id: string
  name: string
  email: string
  phone: string
  city: string
  reference: string
}

/** Saves by what the staff find them, for forms that were saved past the triggers. */
export async function makeFindable(client: Client): Promise<void> {
  // Filled afterwards, as by the migration.
  await client.query('drop index private.form_words_terms_idx')
  await client.query(
    `insert into private.form_words
     select id, created_at, private.findable_words(id, customer_name, customer_email, customer_phone, city, array[payment_reference])
     from public.enrollments where id not in (select enrollment_id from private.form_words) order by created_at`,
  )
  await client.query(
    `insert into private.form_states
     select id, enrollments.created_at, deliveries.state, plan_name
     from public.enrollments join public.deliveries on enrollment_id = id
     where id not in (select enrollment_id from private.form_states) order by enrollments.created_at`,
  )
  await client.query(
    `insert into private.known_words (word)
     select unnest(private.forgiving_words(string_to_array(btrim(words), ' '))) from private.form_words
     except select word from private.known_words`,
  )
  await client.query(
    'create index form_words_terms_idx on private.form_words using gin (private.search_terms(words)) with (gin_pending_list_limit = 256)',
  )
}

/**
 * Saves this many delivered forms, one a minute until now, and a few in each other state; first names, last names and cities are as
 * unevenly frequent as those of people. Bypasses the triggers, with which a million rows would take very long, and gives one of
 * the first forms.
 */
export async function saveForms(client: Client, count: number): Promise<SampleForm> {
  await client.query(`set synchronous_commit = off; set session_replication_role = replica; set maintenance_work_mem = '256MB'`)
  // Two to five syllables, by a number.
  await client.query(`
    create function pg_temp.named(number integer) returns text language sql immutable as $$
      select initcap(string_agg((array['ka','ma','jo','be','sa','li','ru','te','do','vi','an','el','ro','ni','ge','ha'])[1 + ((number * 7 + 3) >> (4 * place)) % 16], ''))
      from generate_series(0, case when number < 200 then 1 when number < 4000 then 2 else 3 end) place
    $$`)
  await client.query(
    `insert into public.enrollments (
       created_at, customer_name, customer_email, customer_phone, city, state, plan_name, payment_reference, payment_verified_at, payment_status
     )
     select now() - ($1 - number) * interval '1 minute', first || ' ' || last, lower(first || '.' || last) || number || '@' ||
         (array['gmail.com', 'yahoo.com', 'hotmail.com', 'example.org'])[1 + number % 4],
       format('(%s) %s-%s', 200 + number % 700, lpad((number % 997)::text, 3, '0'), lpad((number % 9973)::text, 4, '0')), city, 'IL',
       (array['Light Repair', 'Standard Repair'])[1 + number % 2], 'pi_' || md5(number::text), now(), 'completed'
     from (
       select number, pg_temp.named((400 * random() ^ 2)::integer) as first, pg_temp.named((60000 * random() ^ 2)::integer) as last,
         pg_temp.named(70000 + (5000 * random() ^ 2)::integer) as city
       from generate_series(1, $1::integer) number
     ) people`,
    [count],
  )
  await client.query(
    `insert into public.deliveries (enrollment_id, state, delivered_version)
     select id, case when random() < 0.0005 then 'needs_review' when random() < 0.01 then 'cancelled' else 'delivered' end, 1
     from public.enrollments`,
  )
  await makeFindable(client)
  await client.query('vacuum analyze')
  await client.query('set session_replication_role = origin')
  const { rows } = await client.query<SampleForm>(
    `select id, customer_name as name, customer_email as email, customer_phone as phone, city, payment_reference as reference
     from public.enrollments order by created_at offset 10 limit 1`,
  )
  if (!rows[0]) throw new Error('no form was saved')
  return rows[0]
}
