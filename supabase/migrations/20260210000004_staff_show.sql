-- One form, for the staff (R-DESK): how it stands, the notes of colleagues, and what happened to it. Date of birth and SSN digits
-- are in one answer alone, still encrypted, and only together with its entry in the log.

-- What colleagues note about a client, for one another. The client's own copy has text and time (R-ACCOUNT-COPY).
create table private.staff_notes (
  id bigint generated always as identity primary key,
  enrollment_id uuid not null references public.enrollments (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- Who wrote it: the account, null at the machine, and its name then. No foreign key, so that a note outlives its author's account.
  author_id uuid,
  author text not null,
  text text not null,

  constraint text_is_plain_text_of_1_to_2000_characters check (private.is_plain_lines(text, 1, 2000))
);
create index staff_notes_enrollment_id_idx on private.staff_notes (enrollment_id, id);
revoke all on table private.staff_notes from public, anon, authenticated, service_role;

-- The form whose id begins with these digits, 8 at least, hyphens or not; null if none does. `p_ever`: also one that is deleted,
-- and has given consents.
create function private.form_named(p_digits text, p_ever boolean default false) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  digits text := lower(replace(p_digits, '-', ''));
  ids uuid[];
begin
  if digits is null or digits !~ '^[0-9a-f]{8,32}$' then
    raise exception 'An id has 8 to 32 hexadecimal digits' using errcode = 'invalid_parameter_value';
  end if;
  select array_agg(id) into ids from (
    select id from public.enrollments where id between rpad(digits, 32, '0')::uuid and rpad(digits, 32, 'f')::uuid
    union
    select enrollment_id from public.consents
    where p_ever and enrollment_id between rpad(digits, 32, '0')::uuid and rpad(digits, 32, 'f')::uuid
    limit 2
  ) named;
  if cardinality(ids) > 1 then
    raise exception 'several begin so' using errcode = 'invalid_parameter_value';
  end if;
  return ids[1];
end
$$;

-- What happened to a form, the newest first.
create function private.timeline(p_form public.enrollments, p_limit integer) returns jsonb
language sql stable set search_path = '' as $$
  with happened (at, entry) as (
    select p_form.created_at, jsonb_build_object('kind', 'saved')
    union all
    -- The last time. Purging, which is the last of all changes, is none of the client's.
    select p_form.updated_at, jsonb_build_object('kind', 'changed')
    where p_form.updated_at > p_form.created_at
      and (p_form.personal_details_purged_at is null or p_form.updated_at > p_form.personal_details_purged_at)
    union all
    (
      select started_at, jsonb_build_object(
        'kind', 'attempt', 'number', number, 'version', version, 'outcome', outcome, 'reason', reason,
        'finished_at', finished_at, 'late', late
      )
      from public.delivery_attempts where enrollment_id = p_form.id order by started_at desc limit p_limit
    )
    union all
    (
      -- A note is an entry itself, with its author.
      select at, jsonb_build_object('kind', 'staff', 'name', staff, 'action', action, 'note', note)
      from public.staff_log where (enrollment_id = p_form.id or account_id = p_form.user_id) and action <> 'note'
      order by id desc limit p_limit
    )
    union all
    (
      select happened_at, jsonb_build_object(
        'kind', 'payment', 'reference', payment_reference, 'event', event.kind, 'outcome', outcome,
        'amount_cents', event.amount_cents, 'currency', event.currency
      )
      from public.payments payment join public.payment_events event on payment_reference = reference
      where payment.enrollment_id = p_form.id and event.kind <> 'noted' order by happened_at desc limit p_limit
    )
    union all
    (
      select at, jsonb_build_object('kind', 'consent', 'action', action, 'documents', (
        select jsonb_agg(split_part(text, '@', 1)) from string_to_table(texts, ', ') text
      ))
      from public.consents where enrollment_id = p_form.id order by id desc limit p_limit
    )
    union all
    (
      select at, jsonb_build_object('kind', 'note', 'author', author, 'text', text)
      from private.staff_notes where enrollment_id = p_form.id order by id desc limit p_limit
    )
  )
  select jsonb_agg(jsonb_build_object('at', at) || entry order by at desc)
  from (select * from happened order by at desc limit p_limit) newest
$$;

-- One form by its id or the beginning of that, with everything but the sensitive details; null if there is none.
-- docs/desk-functions.md has its shape.
create function public.staff_show(p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_show');
  form public.enrollments;
  delivery public.deliveries;
  pace public.delivery_pace;
  status jsonb;
begin
  select * into form from public.enrollments where id = private.form_named(p_id);
  if not found then
    return null;
  end if;
  select * into delivery from public.deliveries where enrollment_id = form.id;
  select * into strict pace from public.delivery_pace;
  status := private.delivery_status(form.id);
  return jsonb_build_object(
    'id', form.id, 'saved_at', form.created_at, 'changed_at', form.updated_at,
    'plan', form.plan_name, 'plan_price_cents', (form.plan_price * 100)::bigint,
    'payment', private.proven_payment(form.payment_verified_at, form.payment_status),
    'account', (
      select jsonb_build_object(
        'id', id, 'email', private.masked_email(email), 'is_held', status -> 'is_held',
        'banned_until', case when banned_until > clock_timestamp() then banned_until end,
        'deletion_asked_at', (
          select asked_at from public.deletion_requests request
          where request.user_id = account.id and withdrawn_at is null and settled_at is null
        )
      )
      from auth.users account where id = form.user_id
    ),
    'masked', jsonb_build_object(
      'name', form.customer_name, 'email', private.masked_email(form.customer_email), 'phone', private.masked_phone(form.customer_phone),
      'street', case when form.street_address is not null then '•••' end, 'city', form.city, 'place', form.state,
      'zip_code', left(form.zip_code, 3) || '••', 'contact_method', form.preferred_contact_method,
      'notes_length', char_length(form.notes), 'has_personal_details', form.personal_details is not null,
      'details_purged_at', form.personal_details_purged_at
    ),
    'delivery', case when delivery.enrollment_id is not null then jsonb_build_object(
      'state', delivery.state, 'reason', delivery.reason, 'version', delivery.version, 'delivered_version', delivery.delivered_version,
      -- What was never sent at all waits for that, rather than its last change.
      'is_unsent', coalesce(delivery.version > greatest(
        delivery.delivered_version, (select max(version) from public.delivery_attempts where enrollment_id = form.id)
      ), false),
      'attempts', delivery.attempts,
      'due_at', case when delivery.state = 'queued' then greatest(delivery.due_at, pace.paused_until) end,
      'paused_until', case when pace.paused_until > clock_timestamp() then pace.paused_until end,
      'queued_at', delivery.queued_at, 'updated_at', delivery.updated_at, 'may_be_there', status -> 'may_be_there'
    ) end,
    'seen', private.delivery_seen(status), 'actions', to_jsonb(private.delivery_actions(status)),
    'texting', (
      select jsonb_build_object('action', action, 'at', at) from public.consents
      where enrollment_id = form.id and strpos(', ' || texts, ', sms@') > 0 order by id desc limit 1
    ),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'reference', reference, 'status', payment.status, 'amount_cents', amount_cents, 'currency', currency, 'paid_at', paid_at,
        'refunded_cents', refunded_cents, 'is_add_on', is_add_on
      ) order by paid_at, reference), '[]'::jsonb)
      from public.payments payment where enrollment_id = form.id
    ),
    'refund_facts', jsonb_build_object(
      'plan', form.plan_name, 'price_cents', (form.plan_price * 100)::bigint, 'paid_on', form.payment_verified_at::date,
      -- The delivery is made when the form is completed, and never again.
      'enrolled_on', delivery.created_at::date,
      'refunded_cents', coalesce((select refunded_cents from public.payments where reference = form.payment_reference), 0)
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', at, 'author', author, 'text', text) order by id desc), '[]'::jsonb)
      from (select * from private.staff_notes where enrollment_id = form.id order by id desc limit 200) newest
    ),
    'timeline', private.timeline(form, 200)
  );
end
$$;

-- A reason as the note of the log that it becomes. Only the machine may leave it out.
create function private.log_note(p_caller private.staff_caller, p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  note constant text := private.visible(case when p_caller.id is null then p_reason else coalesce(p_reason, '') end);
begin
  if not private.is_plain_text(note, 1, 100) then
    raise exception 'A reason is one line of 1 to 100 characters' using errcode = 'invalid_parameter_value';
  end if;
  return note;
end
$$;

-- One form in the clear, but for date of birth and SSN digits, which are still encrypted, in Base64: {id, details, personal_details,
-- purged_at}, and null if there is none. The reason is in the log; at the machine it may be missing. Whatever keeps the log from being
-- written keeps this from being answered.
create function public.staff_reveal(p_id uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_reveal');
  note constant text := private.log_note(caller, p_reason);
  form public.enrollments;
begin
  select * into form from public.enrollments where id = p_id;
  if not found then
    return null;
  end if;
  perform private.log_staff(caller, 'reveal', form.id, p_note => note);
  return jsonb_build_object(
    'id', form.id,
    'details', jsonb_build_object(
      'customer_name', form.customer_name, 'middle_name', form.middle_name, 'customer_email', form.customer_email,
      'customer_phone', form.customer_phone, 'street_address', form.street_address, 'city', form.city, 'state', form.state,
      'zip_code', form.zip_code, 'preferred_contact_method', form.preferred_contact_method, 'plan_name', form.plan_name,
      'notes', form.notes
    ),
    'personal_details', encode(form.personal_details, 'base64'), 'purged_at', form.personal_details_purged_at
  );
end
$$;

-- What was agreed to for a form and withdrawn, the oldest first, and each text once, with its body if it is kept here. The proof
-- outlives the form. Null if there is neither a form nor a consent.
create function public.staff_consents(p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_consents');
  form uuid := private.form_named(p_id, p_ever => true);
begin
  if form is null then
    return null;
  end if;
  return jsonb_build_object(
    'id', form,
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', at, 'action', action, 'texts', texts, 'network', network, 'account', user_id
      ) order by id), '[]'::jsonb)
      from public.consents where enrollment_id = form
    ),
    'bodies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'document', document, 'version', version, 'sha256', sha256, 'body', body
      ) order by first_named), '[]'::jsonb)
      from (
        select (regexp_match(text, '^([^@]*)@([^=]*)=(.*)$')) as parts, min(array[consents.id, place]) as first_named
        from public.consents, string_to_table(texts, ', ') with ordinality as texts_of (text, place)
        where enrollment_id = form group by text
      ) named
        cross join lateral (select parts[1] as document, parts[2] as version, parts[3] as sha256) shown
        left join public.consent_texts kept using (document, version, sha256)
    )
  );
end
$$;

-- The client's own copy, as before and with what the staff have noted about them: text and time (R-ACCOUNT-COPY).
create or replace function public.own_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  records jsonb := private.own_records();
  caller uuid := private.acting_caller();
begin
  if records ? 'fault' then
    return records;
  end if;
  return records || jsonb_build_object('payments', private.own_payments(caller), 'notes_of_staff', (
    select coalesce(jsonb_agg(jsonb_build_object('at', at, 'enrollment', enrollment_id, 'text', text) order by id), '[]'::jsonb)
    from private.staff_notes where enrollment_id in (select id from private.own_enrollments(caller))
  ));
end
$$;

revoke all on function private.form_named(text, boolean), private.timeline(public.enrollments, integer),
  private.log_note(private.staff_caller, text), public.staff_show(text), public.staff_reveal(uuid, text), public.staff_consents(text)
  from public, anon, authenticated, service_role;
grant execute on function public.staff_show(text), public.staff_reveal(uuid, text), public.staff_consents(text)
  to authenticated, site_staff;
