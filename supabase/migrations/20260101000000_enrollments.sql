-- What a client tells on the onboarding form (§3), one row an enrollment.
--
-- Staff may insert a row before the client has filled the form (§2: an existing enrollment to update), so values are
-- required only once onboarding is completed. Lengths are in characters and are those of §5.
-- A broken rule is shown to the client by its constraint's name, so the names are readable.

create table public.enrollments (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- An account may go, the client's record may not: it stays with the staff, and the holder of the same confirmed
  -- e-mail may claim it again.
  user_id uuid references auth.users (id) on delete set null,

  customer_name text,
  customer_email text,
  customer_phone text,
  middle_name text,
  date_of_birth date,
  ssn_last_four text,
  street_address text,
  city text,
  state text,
  zip_code text,
  preferred_contact_method text,
  notes text,
  plan_name text,
  onboarding_completed boolean not null default false,

  -- Written by the browser (§3), so never a proof of payment.
  payment_status text,
  plan_price numeric(10, 2),

  -- The proof: only the server and the staff write these.
  payment_verified_at timestamptz,
  payment_source text,
  payment_reference text,

  -- First, middle and last name of 100 characters each and two spaces.
  constraint customer_name_has_1_to_302_characters check (char_length(customer_name) <= 302 and customer_name ~ '\S'),
  constraint customer_email_is_an_address_of_at_most_255_characters
    check (char_length(customer_email) <= 255 and customer_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint customer_phone_has_10_to_20_characters
    check (char_length(customer_phone) between 10 and 20 and customer_phone ~ '\S'),
  -- An optional value that was left empty is null, never blank.
  constraint middle_name_has_1_to_100_characters check (char_length(middle_name) <= 100 and middle_name ~ '\S'),
  -- PostgreSQL also knows infinity, years before Christ and years of five digits.
  constraint date_of_birth_has_a_year_of_four_digits check (date_of_birth between '0001-01-01' and '9999-12-31'),
  constraint ssn_last_four_is_4_digits check (ssn_last_four ~ '^[0-9]{4}$'),
  constraint street_address_has_1_to_200_characters
    check (char_length(street_address) <= 200 and street_address ~ '\S'),
  constraint city_has_1_to_100_characters check (char_length(city) <= 100 and city ~ '\S'),
  constraint state_is_one_of_the_50_states check (state in (
    'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY',
    'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND',
    'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'
  )),
  constraint zip_code_has_5_to_10_characters check (char_length(zip_code) between 5 and 10 and zip_code ~ '\S'),
  constraint preferred_contact_method_is_email_phone_or_text
    check (preferred_contact_method in ('email', 'phone', 'text')),
  constraint notes_has_1_to_1000_characters check (char_length(notes) <= 1000 and notes ~ '\S'),
  constraint plan_name_has_1_to_100_characters check (char_length(plan_name) <= 100 and plan_name ~ '\S'),
  constraint payment_status_is_one_word_of_at_most_30_letters check (payment_status ~ '^[a-z_]{1,30}$'),
  -- The upper end also keeps NaN out.
  constraint plan_price_is_zero_or_more check (plan_price between 0 and 99999999.99),
  constraint payment_source_has_at_most_100_characters check (char_length(payment_source) <= 100),
  constraint payment_reference_has_at_most_255_characters check (char_length(payment_reference) <= 255),
  constraint completed_onboarding_has_every_required_value check (
    not onboarding_completed
    or num_nulls(
      customer_name, customer_email, customer_phone, date_of_birth, ssn_last_four, street_address, city, state,
      zip_code, preferred_contact_method, plan_name, payment_status, plan_price
    ) = 0
  )
);

create index enrollments_user_id_idx on public.enrollments (user_id);

-- Functions that policies and triggers use stand where no interface exposes them.
create schema if not exists private;
revoke all on schema private from public, anon, authenticated, service_role;

create function private.set_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- A payment that the server has verified stands, whatever the browser sends; service and staff may correct it.
-- Not `security definer`: the function asks who is writing.
create function private.keep_verified_payment() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.payment_verified_at is not null and current_user in ('anon', 'authenticated') then
    new.plan_price := old.plan_price;
    new.payment_status := old.payment_status;
  end if;
  return new;
end
$$;

create trigger set_updated_at before update on public.enrollments
  for each row execute function private.set_updated_at();
create trigger keep_verified_payment before update on public.enrollments
  for each row execute function private.keep_verified_payment();

-- The caller's e-mail in lower case, once it is confirmed. It reads auth.users, which callers may not.
create function private.confirmed_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(email) from auth.users where id = auth.uid() and email_confirmed_at is not null
$$;

revoke all on all functions in schema private from public, anon, authenticated, service_role;
-- Policies run as the caller. Without usage of the schema the caller cannot name the function in a statement of
-- its own.
grant execute on function private.confirmed_email() to authenticated;

-- Who may touch which columns. Reading stops at `id`, which `returning id` and `where id =` need: nobody reads back
-- a social security number or a date of birth, not even the own one.
revoke all on table public.enrollments from public, anon, authenticated, service_role;
grant select (id) on table public.enrollments to authenticated;
grant
  insert (
    user_id, customer_name, customer_email, customer_phone, middle_name, date_of_birth, ssn_last_four, street_address,
    city, state, zip_code, preferred_contact_method, notes, plan_name, onboarding_completed, payment_status, plan_price
  ),
  update (
    user_id, customer_name, customer_email, customer_phone, middle_name, date_of_birth, ssn_last_four, street_address,
    city, state, zip_code, preferred_contact_method, notes, plan_name, onboarding_completed, payment_status, plan_price
  )
  on table public.enrollments to authenticated;
grant all on table public.enrollments to service_role;

-- Which rows. `(select ...)` is asked once a statement, not once a row.
alter table public.enrollments enable row level security;

create policy "Clients add their own enrollments" on public.enrollments
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Clients find their own enrollments" on public.enrollments
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "Clients change their own enrollments" on public.enrollments
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "Clients find enrollments that wait for their confirmed e-mail" on public.enrollments
  for select to authenticated
  using (user_id is null and lower(customer_email) = (select private.confirmed_email()));

create policy "Clients claim enrollments that wait for their confirmed e-mail" on public.enrollments
  for update to authenticated
  using (user_id is null and lower(customer_email) = (select private.confirmed_email()))
  with check (user_id = (select auth.uid()));

-- On Supabase service_role passes every policy; elsewhere it may be an ordinary role.
create policy "The service does everything" on public.enrollments
  for all to service_role
  using (true)
  with check (true);
