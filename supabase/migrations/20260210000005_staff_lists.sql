-- The staff's lists (R-DESK): the log, who asks for deletion, payments, accounts, the export, what a purge would take, and the digest.
-- Lists are paged by the key of their last row.

-- Of a page: 1 to as many rows as the list allows, or as many as it has by itself.
create function private.page_size(p_limit integer, p_default integer, p_most integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if p_limit not between 1 and p_most then
    raise exception 'A page has 1 to % rows', p_most using errcode = 'invalid_parameter_value';
  end if;
  return coalesce(p_limit, p_default);
end
$$;

-- Entries of the log, the newest first, with the client's name where the form still exists, and the address of the account: masked, but
-- for those who were let in or removed.
create function public.staff_log_entries(
  p_staff text default null, p_action text default null, p_enrollment uuid default null, p_since timestamptz default null,
  p_until timestamptz default null, p_after bigint default null, p_limit integer default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_log_entries');
  size integer := private.page_size(p_limit, 50, 1000);
begin
  return (
    with page as (
      select id, at, staff, note, login, action, enrollment_id, enrollments, account_id, staff_id from public.staff_log
      where (p_after is null or id < p_after) and (p_staff is null or staff = left(p_staff, 100)) and (p_action is null or action = p_action)
        and (p_enrollment is null or enrollment_id = p_enrollment)
        and (p_since is null or at >= p_since) and (p_until is null or at < p_until)
      order by id desc limit size + 1
    ), numbered as (
      select page.*, enrollment.customer_name as name,
        case when action in ('make-staff', 'remove-staff') then account.email else private.masked_email(account.email) end as account,
        row_number() over (order by page.id desc) as number
      from page left join public.enrollments enrollment on enrollment.id = enrollment_id left join auth.users account on account.id = account_id
    )
    select jsonb_build_object(
      'entries', coalesce(jsonb_agg(to_jsonb(numbered) - 'number' order by id desc) filter (where number <= size), '[]'::jsonb),
      'next', case when count(*) > size then min(id) filter (where number <= size) end
    )
    from numbered
  );
end
$$;

-- The log as it is hashed (private.chain_entry), the oldest first, and its end, of one moment: to be verified elsewhere, by
-- domain/staff/log-check.ts. `head` is null if the record of the end is missing.
create function public.staff_log_chain(p_after bigint default null, p_limit integer default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_log_chain');
  size integer := private.page_size(p_limit, 1000, 1000);
begin
  return (
    with page as (
      select id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, staff, note, login, action, enrollment_id,
        enrollments, account_id, staff_id, hash
      from public.staff_log where p_after is null or id > p_after order by id limit size
    )
    select jsonb_build_object(
      'entries', coalesce(jsonb_agg(to_jsonb(page) order by id), '[]'::jsonb),
      'next', case when exists (select from public.staff_log where id > (select max(id) from page)) then max(id) end,
      'head', (select jsonb_build_object('entries', entries, 'hash', hash) from public.staff_log_head)
    )
    from page
  );
end
$$;

create function public.staff_deletion_requests() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_deletion_requests');
begin
  return jsonb_build_object('requests', private.deletion_requests(null));
end
$$;

-- The payments that nobody has decided on, the longest waiting first. The key of a page is the last reference.
create function public.staff_payments_in_review(p_after text default null, p_limit integer default null) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_payments_in_review');
  size integer := private.page_size(p_limit, 50, 100);
  page jsonb;
begin
  if p_after is not null and not exists (select from public.payments where reference = p_after) then
    raise exception 'No page ends with this payment' using errcode = 'invalid_parameter_value';
  end if;
  page := private.payments_in_review(p_after, size + 1);
  return jsonb_build_object(
    'payments', coalesce(jsonb_path_query_array(page, '$[0 to $last]', jsonb_build_object('last', size - 1)), '[]'::jsonb),
    'next', case when jsonb_array_length(page) > size then page -> (size - 1) -> 'reference' end
  );
end
$$;

-- For payments in the order of their time; those that are not paid yet are the newest.
create index payments_paid_at_idx on public.payments (coalesce(paid_at, 'infinity'), reference);

-- Payments, the newest first; with `p_in_review`, those that nobody has decided on. The key of a page is the last reference.
create function public.staff_payments(p_in_review boolean default false, p_after text default null, p_limit integer default null) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_payments');
  size integer := private.page_size(p_limit, 50, 1000);
  last_paid_at timestamptz;
begin
  if p_after is not null then
    select coalesce(paid_at, 'infinity') into last_paid_at from public.payments where reference = p_after;
    if not found then
      raise exception 'No page ends with this payment' using errcode = 'invalid_parameter_value';
    end if;
  end if;
  return (
    with page as (
      select reference, source, status, case when reviewed_at is null then review end as review, paid_at, amount_cents, currency,
        plan_name, enrollment_id as enrollment, row_number() over (order by coalesce(paid_at, 'infinity') desc, reference desc) as number
      from public.payments
      where (p_after is null or (coalesce(paid_at, 'infinity'), reference) < (last_paid_at, p_after))
        and (p_in_review is not true or (review is not null and reviewed_at is null))
      order by coalesce(paid_at, 'infinity') desc, reference desc limit size + 1
    )
    select jsonb_build_object(
      'payments', coalesce(jsonb_agg(to_jsonb(page) - 'number' order by number) filter (where number <= size), '[]'::jsonb),
      'next', case when count(*) > size then max(reference) filter (where number = size) end
    )
    from page
  );
end
$$;

-- One payment with its events, the first 100 of them, and the payer's address masked; null if there is none.
create function public.staff_payment(p_reference text) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_payment');
begin
  return (
    select jsonb_build_object(
      'reference', reference, 'source', source, 'status', status, 'review', case when reviewed_at is null then review end,
      'paid_at', paid_at, 'amount_cents', amount_cents, 'currency', currency, 'refunded_cents', refunded_cents,
      'refunded_at', refunded_at, 'disputed_at', disputed_at, 'payer_email', private.masked_email(payer_email),
      'plan_name', plan_name, 'is_add_on', is_add_on, 'enrollment', enrollment_id, 'emails_sent', emails_sent,
      'email_due_at', email_due_at, 'reminders_stopped_at', reminders_stopped_at,
      'events', (
        select coalesce(jsonb_agg(to_jsonb(happened) order by happened_at, id), '[]'::jsonb) from (
          select id, happened_at, received_at, kind as event, outcome, amount_cents, currency
          from public.payment_events where payment_reference = p_reference and kind <> 'noted' order by happened_at, id limit 100
        ) happened
      )
    )
    from public.payments where reference = p_reference
  );
end
$$;

-- The whole address of who paid, as staff_reveal tells that of a client: {email}, and null if there is no such payment.
create function public.staff_reveal_payer(p_reference text, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_reveal_payer');
  note constant text := private.log_note(caller, p_reason);
  payment public.payments;
begin
  select * into payment from public.payments where reference = p_reference;
  if not found then
    return null;
  end if;
  perform private.log_staff(caller, 'reveal', payment.enrollment_id, num_nonnulls(payment.enrollment_id), p_note => note);
  return jsonb_build_object('email', payment.payer_email);
end
$$;

-- find_accounts, logged: with the account, if it is one.
create function public.staff_accounts(p_text text, p_note text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_accounts');
  -- Nobody has to give a reason for looking.
  note constant text := case when p_note is not null then private.log_note(caller, p_note) end;
  found_accounts jsonb;
begin
  found_accounts := public.find_accounts(coalesce(p_text, '')) -> 'accounts';
  perform private.log_staff(
    caller, 'find-account', null,
    (select coalesce(sum(jsonb_array_length(account -> 'enrollments')), 0)::integer from jsonb_array_elements(found_accounts) account),
    case when jsonb_array_length(found_accounts) = 1 then (found_accounts -> 0 ->> 'id')::uuid end, note
  );
  return jsonb_build_object('accounts', found_accounts);
end
$$;

-- account_sessions, logged; null if there is no such account.
create function public.staff_account_sessions(p_account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_account_sessions');
begin
  if not exists (select from auth.users where id = p_account and deleted_at is null) then
    return null;
  end if;
  perform private.log_staff(
    caller, 'list-sessions', null, (select count(*)::integer from public.enrollments where user_id = p_account), p_account
  );
  return public.account_sessions(p_account);
end
$$;

-- Beside the reason of an export stands what was exported.
alter table public.staff_log drop constraint note_is_plain_text_of_1_to_100_characters,
  add constraint note_is_plain_text_of_1_to_400_characters check (private.is_plain_text(note, 1, 400));

-- Which forms, as the log says it; null for all of them.
create function private.export_filter(p_states text[], p_plans text[], p_since timestamptz, p_until timestamptz) returns text
language sql stable set search_path = '' set timezone = 'UTC' as $$
  select nullif(concat_ws(
    '; ', array_to_string(p_states, ', '), array_to_string(p_plans, ', '), 'from ' || to_char(p_since, 'YYYY-MM-DD HH24:MI UTC'),
    'until ' || to_char(p_until, 'YYYY-MM-DD HH24:MI UTC')
  ), '')
$$;

-- Forms for a file, the oldest first; with personal details, which only a lead gets, also date of birth and SSN digits of each, still
-- encrypted, in Base64. The first page, if it has any, is in the log, with the reason, with which forms they are and how many in all. It
-- begins the export: its key is what the others are asked for by, within a day, by the same person and for the same forms. The reason
-- may be missing behind the first page, and at the machine.
create function public.staff_export(
  p_personal boolean, p_states text[] default null, p_plans text[] default null, p_since timestamptz default null,
  p_until timestamptz default null, p_after text default null, p_limit integer default null, p_reason text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_export', case when p_personal then 'lead' else 'staff' end);
  size integer := private.page_size(p_limit, 1000, 1000);
  plans text[] := (select array_agg(lower(plan)) from unnest(p_plans) plan);
  wanted constant bytea := private.question(caller, 'staff_export', jsonb_build_object(
    'personal', p_personal, 'states', p_states, 'plans', p_plans, 'since', p_since, 'until', p_until
  ));
  reason text;
  export uuid;
  begun_at timestamptz;
  last_saved_at timestamptz;
  last_id uuid;
  total integer;
  answer jsonb;
begin
  if p_personal is null then
    raise exception 'Say whether it is with personal details' using errcode = 'invalid_parameter_value';
  elsif p_after is null then
    reason := private.log_note(caller, p_reason);
    export := gen_random_uuid();
    perform private.keep_answer(export, wanted, '{}');
  else
    if p_after !~ '^[0-9a-f-]{36} [0-9T:.-]{19,26}Z [0-9a-f-]{36}$' then
      raise exception 'No page ends so' using errcode = 'invalid_parameter_value';
    end if;
    export := split_part(p_after, ' ', 1);
    last_saved_at := split_part(p_after, ' ', 2);
    last_id := split_part(p_after, ' ', 3);
    if private.earlier_answer(export, wanted) is null then
      raise exception 'Begin the export anew' using errcode = 'invalid_parameter_value';
    end if;
  end if;

  -- Later pages have nothing that the log's entry did not count.
  select at into strict begun_at from private.staff_answers where request = export;
  if p_after is null then
    select count(*) into total from private.form_states
    where (p_states is null or form_states.state = any (p_states)) and (plans is null or lower(plan) = any (plans))
      and (p_since is null or saved_at >= p_since) and (p_until is null or saved_at < p_until) and saved_at <= begun_at;
    if total > 0 then
      perform private.log_staff(
        caller, case when p_personal then 'export-with-personal-details' else 'export' end, null, total,
        p_note => nullif(left(concat_ws(' ', coalesce(reason, caller.note), '[' || private.export_filter(p_states, p_plans, p_since, p_until) || ']'), 400), '')
      );
    end if;
  end if;

  with page as (
    select form_states.* from private.form_states
    where (p_after is null or (form_states.saved_at, form_states.enrollment_id) > (last_saved_at, last_id))
      and (p_states is null or form_states.state = any (p_states)) and (plans is null or lower(form_states.plan) = any (plans))
      and (p_since is null or form_states.saved_at >= p_since) and (p_until is null or form_states.saved_at < p_until)
      and form_states.saved_at <= begun_at
    order by form_states.saved_at, form_states.enrollment_id limit size
  ), exported as (
    select enrollment.created_at, enrollment.id, jsonb_build_object(
      'id', enrollment.id, 'saved_at', enrollment.created_at::text, 'delivery', page.state, 'reason', delivery.reason,
      'payment', private.proven_payment(payment_verified_at, payment_status), 'plan', plan_name, 'name', customer_name,
      'email', customer_email, 'phone', customer_phone, 'contact_by', preferred_contact_method, 'street', street_address,
      'city', city, 'state', enrollment.state, 'zip_code', zip_code, 'notes', notes,
      'may_be_texted', case when private.standing_consent(enrollment.id, 'sms') is not null then 'yes' else 'no' end
    ) || case when p_personal then jsonb_build_object('personal_details', encode(personal_details, 'base64')) else '{}' end as form
    from page join public.enrollments enrollment on enrollment.id = page.enrollment_id
      left join public.deliveries delivery on delivery.enrollment_id = enrollment.id
  )
  select jsonb_build_object(
    'count', total,
    'rows', coalesce(jsonb_agg(form order by created_at, id), '[]'::jsonb),
    'next', case when count(*) = size then (
      select concat_ws(' ', export, to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), id)
      from exported order by created_at desc, id desc limit 1
    ) end
  ) into answer from exported;
  return answer;
end
$$;

-- Of how many forms a purge would take date of birth and SSN digits; purge_personal_details says which (R-RETENTION). The settings have
-- it look up the deliveries of what is not purged, some weeks' forms as a rule, rather than read those of all years.
create function public.staff_purge_due(p_older_than_seconds integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  caller private.staff_caller := private.acting_staff('staff_purge_due', 'lead');
begin
  return (
    select jsonb_build_object('count', count(*))
    from public.enrollments join public.deliveries on enrollment_id = enrollments.id
    where personal_details_purged_at is null and deliveries.state in ('delivered', 'cancelled')
      and deliveries.reason is distinct from 'stand-in'
      and deliveries.updated_at <= clock_timestamp() - p_older_than_seconds * interval '1 second'
  );
end
$$;

-- The digest for the team as it would be now (R-DIGEST), whether or not one is due.
create function public.staff_digest() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_digest');
begin
  return public.read_digest();
end
$$;

revoke all on function private.page_size(integer, integer, integer), private.export_filter(text[], text[], timestamptz, timestamptz),
  public.staff_log_entries(text, text, uuid, timestamptz, timestamptz, bigint, integer), public.staff_log_chain(bigint, integer),
  public.staff_deletion_requests(), public.staff_payments_in_review(text, integer), public.staff_payments(boolean, text, integer),
  public.staff_payment(text), public.staff_reveal_payer(text, text), public.staff_accounts(text, text),
  public.staff_account_sessions(uuid), public.staff_digest(),
  public.staff_export(boolean, text[], text[], timestamptz, timestamptz, text, integer, text), public.staff_purge_due(integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.staff_log_entries(text, text, uuid, timestamptz, timestamptz, bigint, integer), public.staff_log_chain(bigint, integer),
  public.staff_deletion_requests(), public.staff_payments_in_review(text, integer), public.staff_payments(boolean, text, integer),
  public.staff_payment(text), public.staff_reveal_payer(text, text), public.staff_accounts(text, text),
  public.staff_account_sessions(uuid), public.staff_digest(),
  public.staff_export(boolean, text[], text[], timestamptz, timestamptz, text, integer, text), public.staff_purge_due(integer)
  to authenticated, site_staff;
