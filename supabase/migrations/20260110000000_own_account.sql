-- What signed-in clients see of themselves (R-ACCOUNT). Nobody selects these rows: the functions below ask who calls, and
-- read for that account alone.

-- For enrollments that wait for somebody's address: stays small however many have an owner.
create index enrollments_unclaimed_idx on public.enrollments (lower(customer_email)) where user_id is null;

-- The caller's enrollments, and those that wait for the caller's confirmed address.
create function private.own_enrollments(caller uuid) returns setof public.enrollments
language sql stable set search_path = '' as $$
  select * from public.enrollments where user_id = caller
  union all
  select * from public.enrollments where user_id is null and lower(customer_email) = private.confirmed_email()
$$;

-- What has become of an enrollment, for its client.
create function private.progress(onboarding_completed boolean, delivery_state text) returns text
language sql immutable set search_path = '' as $$
  select case
    when not onboarding_completed then 'prepared'
    when delivery_state = 'delivered' then 'sent'
    when delivery_state in ('needs_review', 'rejected') then 'with-a-person'
    when delivery_state = 'cancelled' then 'stopped'
    else 'received'
  end
$$;

-- Whether the caller has proven who they are within ten minutes, by password, code or link (the token's `amr`, RFC 8176).
-- A second factor counts once the account has one that was added within ten minutes after a first one was proven:
-- Supabase asks for no proof before the first app is added, so a stolen session can add its own.
create function private.proof_is_fresh() returns boolean
language plpgsql stable set search_path = '' as $$
declare
  methods jsonb := auth.jwt() -> 'amr';
  proof_window constant interval := interval '10 minutes';
  first_proof timestamptz;
  second_proof timestamptz;
begin
  if jsonb_typeof(methods) is distinct from 'array' then
    return false;
  end if;
  select max(at) filter (where not is_second), max(at) filter (where is_second) into first_proof, second_proof
  from (
    select to_timestamp((method ->> 'timestamp')::float8) as at, method ->> 'method' ~ '^(totp$|mfa/)' as is_second
    from jsonb_array_elements(methods) method
    where jsonb_typeof(method -> 'timestamp') = 'number'
  ) proofs;
  return coalesce(first_proof > clock_timestamp() - proof_window, false)
    or coalesce(second_proof > clock_timestamp() - proof_window, false) and exists (
      select from auth.mfa_factors
      where user_id = (auth.jwt() ->> 'sub')::uuid and status = 'verified' and created_at < first_proof + proof_window
    );
end
$$;

-- The caller's sessions, the current one first, then by last use. An address shows its network only.
create function private.own_sessions(caller uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(listed) order by is_current desc, used_at desc), '[]'::jsonb)
  from (
    select id, id = (auth.jwt() ->> 'session_id')::uuid as is_current, created_at as opened_at,
      -- The column is a timestamp without time zone and holds UTC.
      coalesce(refreshed_at at time zone 'utc', created_at) as used_at,
      left(user_agent, 512) as user_agent,
      case family(ip) when 4 then regexp_replace(host(ip), '[0-9]+$', 'x') else host(network(set_masklen(ip, 48))) end as network,
      coalesce(aal::text, 'aal1') as aal
    from auth.sessions
    where user_id = caller and (not_after is null or not_after > clock_timestamp())
    order by is_current desc, used_at desc
    limit 100
  ) listed
$$;

-- For the page: {enrollments, sessions, deletion_asked_at}. Values are masked as for the staff: just enough to recognise
-- them. Nothing is derived from date of birth and SSN digits.
create function public.own_account() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.acting_caller();
begin
  return jsonb_build_object(
    'enrollments', (
      select coalesce(jsonb_agg(to_jsonb(masked) order by saved_at desc, id), '[]'::jsonb)
      from (
        select id, plan_name as plan, private.progress(onboarding_completed, deliveries.state) as progress,
          deliveries.updated_at as progress_at, enrollments.created_at as saved_at, enrollments.updated_at as changed_at,
          regexp_replace(customer_name, '(\S)\S*', '\1.', 'g') as name,
          regexp_replace(customer_email, '^(.)[^@]*', '\1•••') as email,
          '•••• ' || right(customer_phone, 2) as phone,
          preferred_contact_method as contact_method,
          case when street_address is not null then '•••' end as street,
          enrollments.state as place,
          char_length(notes) as notes_length,
          personal_details_purged_at as details_purged_at,
          enrollments.user_id is not null as is_claimed
        from private.own_enrollments(caller) enrollments
          left join public.deliveries on enrollment_id = enrollments.id
        order by enrollments.created_at desc, id
        limit 100
      ) masked
    ),
    'sessions', private.own_sessions(caller),
    'deletion_asked_at', (
      select asked_at from public.deletion_requests
      where user_id = caller and withdrawn_at is null and settled_at is null
    )
  );
end
$$;

-- Everything that is stored about the caller, for a copy of their own, unmasked but for the two sensitive details, which
-- are only named. Without a fresh proof of who calls it answers {fault: 'proof_needed'}.
create function public.own_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.acting_caller();
begin
  if not private.proof_is_fresh() then
    return jsonb_build_object('fault', 'proof_needed');
  end if;
  return jsonb_build_object(
    'exported_at', clock_timestamp(),
    'account', (
      select jsonb_build_object(
        'id', id, 'email', email, 'new_email', nullif(email_change, ''), 'email_confirmed_at', email_confirmed_at,
        'created_at', created_at, 'last_sign_in_at', last_sign_in_at,
        'second_factors', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'type', factor_type, 'name', friendly_name, 'created_at', factor.created_at
          ) order by factor.created_at), '[]'::jsonb)
          from auth.mfa_factors factor where factor.user_id = caller and status = 'verified'
        )
      )
      from auth.users where id = caller
    ),
    'sessions', private.own_sessions(caller),
    'enrollments', (
      select coalesce(jsonb_agg(to_jsonb(whole) order by created_at, id), '[]'::jsonb)
      from (
        select enrollments.id, enrollments.created_at, enrollments.updated_at, customer_name, middle_name, customer_email,
          customer_phone, street_address, city, enrollments.state, zip_code, preferred_contact_method, notes, plan_name,
          onboarding_completed, payment_status, plan_price, payment_verified_at, payment_source, payment_reference,
          personal_details_given_at,
          personal_details_purged_at,
          case
            when personal_details_purged_at is not null then 'deleted'
            when onboarding_completed then 'kept encrypted'
          end as date_of_birth_and_ssn_last_four,
          private.progress(onboarding_completed, deliveries.state) as progress, deliveries.updated_at as progress_at
        from private.own_enrollments(caller) enrollments
          left join public.deliveries on enrollment_id = enrollments.id
      ) whole
    ),
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', at, 'action', action, 'texts', texts, 'enrollment', enrollment_id, 'network', network
      ) order by consents.id), '[]'::jsonb)
      from public.consents
      where user_id = caller or enrollment_id in (select id from private.own_enrollments(caller))
    ),
    'deletion_requests', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'asked_at', asked_at, 'withdrawn_at', withdrawn_at, 'settled_at', settled_at, 'settled_as', settled_as
      ) order by id), '[]'::jsonb)
      from public.deletion_requests where user_id = caller
    )
  );
end
$$;

-- Ends another session of the caller; false if it is not theirs, has ended, or is the one that calls.
create function public.end_own_session(p_session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller uuid := private.acting_caller();
begin
  delete from auth.sessions
  where id = p_session and user_id = caller and id is distinct from (auth.jwt() ->> 'session_id')::uuid;
  return found;
end
$$;

revoke all on function
  private.own_enrollments(uuid), private.progress(boolean, text), private.proof_is_fresh(), private.own_sessions(uuid),
  public.own_account(), public.own_data(), public.end_own_session(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.own_account(), public.own_data(), public.end_own_session(uuid) to authenticated;
