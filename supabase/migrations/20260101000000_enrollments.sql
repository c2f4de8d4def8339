-- Enrollments: one row for each onboarding form (R-ENROLLMENT-ROW).
--
-- Staff may insert a row before the client has filled in the form, so values are required only once onboarding is
-- completed. The limits are those of R-ONBOARDING-LIMITS. A client who violates a constraint sees its name, so the names
-- are readable and begin with the column's.
--
-- Long constants are in functions rather than in constraints, which are parsed at each insert.

-- Whether a text of one line is as the form sends it: of this length, without control characters and line breaks, and
-- trimmed like JavaScript's trim().
create function private.is_plain_text(value text, at_least integer, at_most integer) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return char_length(value) between at_least and at_most
    and value !~ (
      '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'
      '|^[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]'
      '|[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]$'
    );
end
$$;

-- The same for a text of any number of lines, which may have tabs and line breaks inside.
create function private.is_plain_lines(value text, at_least integer, at_most integer) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return char_length(value) between at_least and at_most
    and value !~ (
      '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]'
      '|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
      '|[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$'
    );
end
$$;

-- Whether a text is a first and a last name of the form, with this joint between them. A name may contain the joint, so
-- every position is tried. It runs as its owner, who may call the other function.
create function private.joins_two_names(value text, joint text) returns boolean
language plpgsql immutable strict parallel safe security definer set search_path = '' as $$
begin
  -- Bounded before it is compared position by position. Too long a middle name is named by its own constraint.
  if char_length(joint) > 102 then
    return true;
  elsif char_length(value) > 200 + char_length(joint) then
    return false;
  end if;
  for first_length in 1..100 loop
    if substr(value, first_length + 1, char_length(joint)) = joint
      and private.is_plain_text(left(value, first_length), 1, 100)
      and private.is_plain_text(substr(value, first_length + 1 + char_length(joint)), 1, 100)
    then
      return true;
    end if;
  end loop;
  return false;
end
$$;

-- The form's own pattern (R-EMAIL).
create function private.is_email_address(value text) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return char_length(value) <= 255
    and value ~ (
      '^[a-zA-Z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-zA-Z0-9!#$%&''*+/=?^_`{|}~-]+)*'
      '@([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$' collate "C"
    );
end
$$;

create function private.is_state(value text) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return value in (
    'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY',
    'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND',
    'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'
  );
end
$$;

create table public.enrollments (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- When an account is deleted, the enrollment stays with the staff. The holder of the same confirmed e-mail address may
  -- claim it again.
  user_id uuid references auth.users (id) on delete set null,

  customer_name text,
  customer_email text,
  customer_phone text,
  middle_name text,
  -- Written here and never stored here: the next migration encrypts both.
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

  -- Written by the browser, so never a proof of payment (R-PAYMENT-PROOF).
  payment_status text,
  plan_price numeric(10, 2),

  -- The proof: only the server and the staff write these.
  payment_verified_at timestamptz,
  payment_source text,
  payment_reference text,

  -- R-CUSTOMER-NAME
  constraint customer_name_has_first_and_last_name_of_at_most_100_characters
    check (private.joins_two_names(customer_name, coalesce(' ' || middle_name || ' ', ' '))),
  constraint customer_email_is_an_address_of_at_most_255_characters
    check (private.is_email_address(customer_email)),
  constraint customer_phone_is_plain_text_of_10_to_20_characters
    check (private.is_plain_text(customer_phone, 10, 20)),
  -- An empty optional value is null, never blank.
  constraint middle_name_is_plain_text_of_1_to_100_characters check (private.is_plain_text(middle_name, 1, 100)),
  constraint street_address_is_plain_text_of_1_to_200_characters
    check (private.is_plain_text(street_address, 1, 200)),
  constraint city_is_plain_text_of_1_to_100_characters check (private.is_plain_text(city, 1, 100)),
  constraint state_is_one_of_the_50_states check (private.is_state(state)),
  constraint zip_code_is_plain_text_of_5_to_10_characters check (private.is_plain_text(zip_code, 5, 10)),
  constraint preferred_contact_method_is_email_phone_or_text
    check (preferred_contact_method in ('email', 'phone', 'text')),
  constraint notes_is_plain_text_of_1_to_1000_characters check (private.is_plain_lines(notes, 1, 1000)),
  constraint plan_name_is_plain_text_of_1_to_100_characters check (private.is_plain_text(plan_name, 1, 100)),
  constraint payment_status_is_one_word_of_at_most_30_letters check (payment_status ~ '^[a-z_]{1,30}$'),
  -- The upper bound also excludes NaN.
  constraint plan_price_is_zero_or_more check (plan_price between 0 and 99999999.99),
  constraint payment_source_has_at_most_100_characters check (char_length(payment_source) <= 100),
  constraint payment_reference_has_at_most_255_characters check (char_length(payment_reference) <= 255),

  -- One constraint for each column, so that its name says which one is missing.
  constraint customer_name_is_required check (customer_name is not null or not onboarding_completed),
  constraint customer_email_is_required check (customer_email is not null or not onboarding_completed),
  constraint customer_phone_is_required check (customer_phone is not null or not onboarding_completed),
  constraint street_address_is_required check (street_address is not null or not onboarding_completed),
  constraint city_is_required check (city is not null or not onboarding_completed),
  constraint state_is_required check (state is not null or not onboarding_completed),
  constraint zip_code_is_required check (zip_code is not null or not onboarding_completed),
  constraint preferred_contact_method_is_required
    check (preferred_contact_method is not null or not onboarding_completed),
  constraint plan_name_is_required check (plan_name is not null or not onboarding_completed),
  constraint payment_status_is_required check (payment_status is not null or not onboarding_completed),
  constraint plan_price_is_required check (plan_price is not null or not onboarding_completed)
);

create index enrollments_user_id_idx on public.enrollments (user_id);

create function private.set_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- Keeps a verified payment whatever the browser sends (R-PAYMENT-PROOF). The service and the staff may correct it.
-- Not `security definer`, since it depends on who is writing.
create function private.keep_verified_payment() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.payment_verified_at is not null and current_user in ('anon', 'authenticated') then
    new.plan_name := old.plan_name;
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

-- The caller's e-mail address in lower case, if it is confirmed. Reads auth.users, which callers may not.
create function private.confirmed_email() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select lower(email) from auth.users where id = auth.uid() and email_confirmed_at is not null);
end
$$;

revoke all on function private.is_plain_text(text, integer, integer), private.is_plain_lines(text, integer, integer),
  private.joins_two_names(text, text), private.is_email_address(text), private.is_state(text), private.set_updated_at(),
  private.keep_verified_payment(), private.confirmed_email()
  from public, anon, authenticated, service_role;
-- Policies and constraints run as the caller. Without usage of the schema, callers cannot call the functions themselves.
grant execute on function private.confirmed_email() to authenticated;
grant execute on function private.is_plain_text(text, integer, integer), private.is_plain_lines(text, integer, integer),
  private.joins_two_names(text, text), private.is_email_address(text), private.is_state(text) to public;

-- Grants by column. Only `id` can be read, which `returning id` and `where id =` need: nobody reads back SSN digits or a
-- date of birth, not even their own (R-ENROLLMENT-OWNER).
revoke all on table public.enrollments from public, anon, authenticated, service_role;
grant select (id) on table public.enrollments to authenticated;
-- The browser makes the id, so that a form sent twice is one row: the second insert fails, and the browser updates its
-- own row instead. That an id is taken reveals nothing about its row, and 122 random bits cannot be guessed.
grant
  insert (
    id, user_id, customer_name, customer_email, customer_phone, middle_name, date_of_birth, ssn_last_four,
    street_address, city, state, zip_code, preferred_contact_method, notes, plan_name, onboarding_completed,
    payment_status, plan_price
  ),
  update (
    user_id, customer_name, customer_email, customer_phone, middle_name, date_of_birth, ssn_last_four, street_address,
    city, state, zip_code, preferred_contact_method, notes, plan_name, onboarding_completed, payment_status, plan_price
  )
  on table public.enrollments to authenticated;
grant select, insert, update, delete on table public.enrollments to service_role;

-- Policies by row. `(select ...)` is evaluated once a statement, not once a row. Clients write completed enrollments
-- only, with every required value. Row-level security also keeps PostgreSQL from quoting a refused row in its answer and
-- its log.
alter table public.enrollments enable row level security;

create policy "Clients add their own enrollments" on public.enrollments
  for insert to authenticated
  with check (user_id = (select auth.uid()) and onboarding_completed);

create policy "Clients find their own enrollments" on public.enrollments
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "Clients change their own enrollments" on public.enrollments
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and onboarding_completed);

create policy "Clients find enrollments that wait for their confirmed e-mail" on public.enrollments
  for select to authenticated
  using (user_id is null and lower(customer_email) = (select private.confirmed_email()));

create policy "Clients claim enrollments that wait for their confirmed e-mail" on public.enrollments
  for update to authenticated
  using (user_id is null and lower(customer_email) = (select private.confirmed_email()))
  with check (user_id = (select auth.uid()) and onboarding_completed);

create policy "Clients act while their account and session may" on public.enrollments
  as restrictive for all to authenticated
  using ((select private.caller_fault()) is null);

-- On Supabase service_role passes every policy; elsewhere it may be an ordinary role.
create policy "The service does everything" on public.enrollments
  for all to service_role
  using (true)
  with check (true);
