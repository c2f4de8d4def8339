-- Clients ask for deletion, and may take it back; a person of the staff decides (R-ACCOUNT-DELETION). Nothing is deleted by
-- the request itself.

create table public.deletion_requests (
  id bigint generated always as identity primary key,
  -- No foreign key: that it was asked and done outlives the account. The row holds nothing else about a person.
  user_id uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  settled_at timestamptz,
  -- `deleted`: account and enrollments. `kept`: not, as the staff has told the client.
  settled_as text check (settled_as in ('deleted', 'kept')),
  constraint settled_at_and_as check ((settled_at is null) = (settled_as is null)),
  constraint withdrawn_or_settled check (withdrawn_at is null or settled_at is null)
);

-- One open request for an account.
create unique index deletion_requests_open_idx on public.deletion_requests (user_id)
  where withdrawn_at is null and settled_at is null;
create index deletion_requests_user_id_idx on public.deletion_requests (user_id);

-- The caller's account, for functions with definer's rights: an exception with Supabase Auth's error code where the caller
-- may not act (R-CALLER).
create function private.acting_caller() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  fault text := private.caller_fault();
begin
  if fault is not null then
    raise exception '%', fault using errcode = 'insufficient_privilege';
  end if;
  return auth.uid();
end
$$;

-- Asks for deletion and returns since when. Asking again changes nothing. Null: not now, after ten requests in thirty
-- days, which are enough for anybody who changes their mind.
create function public.ask_for_deletion() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller uuid := private.acting_caller();
  since timestamptz;
begin
  -- One at a time for an account.
  perform from auth.users where id = caller for update;
  select asked_at into since from public.deletion_requests
  where user_id = caller and withdrawn_at is null and settled_at is null;
  if since is not null then
    return since;
  end if;
  if 10 <= (
    select count(*) from public.deletion_requests
    where user_id = caller and asked_at > clock_timestamp() - interval '30 days'
  ) then
    return null;
  end if;
  insert into public.deletion_requests (user_id) values (caller) returning asked_at into since;
  return since;
end
$$;

-- Takes the open request back; false if there is none.
create function public.withdraw_deletion() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller uuid := private.acting_caller();
begin
  update public.deletion_requests set withdrawn_at = clock_timestamp()
  where user_id = caller and withdrawn_at is null and settled_at is null;
  return found;
end
$$;

-- The open requests for the staff, the oldest first: [{id, account, email, asked_at, enrollments: [id]}]. `email` is the
-- account's, null if it is gone.
create function public.open_deletion_requests() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', request.id,
      'account', request.user_id,
      'email', account.email,
      'asked_at', request.asked_at,
      'enrollments', (
        select coalesce(jsonb_agg(enrollment.id order by enrollment.created_at), '[]'::jsonb)
        from public.enrollments enrollment where enrollment.user_id = request.user_id
      )
    )
    order by request.asked_at, request.id
  ), '[]'::jsonb)
  from public.deletion_requests request left join auth.users account on account.id = request.user_id
  where request.withdrawn_at is null and request.settled_at is null
$$;

-- Settles an open request. `deleted` deletes the account and its enrollments with their deliveries, `kept` deletes nothing.
-- Answers {outcome}: `settled` with the account and the ids of the enrollments that were deleted, `not-open`, or `sending`
-- while one of them is being delivered, when nothing is done.
create function public.settle_deletion(p_request bigint, p_as text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  client uuid;
  deleted jsonb := '[]';
begin
  select user_id into client from public.deletion_requests
  where id = p_request and withdrawn_at is null and settled_at is null for update;
  if client is null then
    return jsonb_build_object('outcome', 'not-open');
  end if;
  if p_as = 'deleted' then
    perform from public.enrollments where user_id = client order by id for update;
    perform from public.deliveries
    where enrollment_id in (select id from public.enrollments where user_id = client) order by enrollment_id for update;
    if exists (
      select from public.deliveries join public.enrollments on enrollments.id = enrollment_id
      where user_id = client and deliveries.state = 'sending'
    ) then
      return jsonb_build_object('outcome', 'sending');
    end if;
    with gone as (delete from public.enrollments where user_id = client returning id)
    select coalesce(jsonb_agg(id order by id), '[]'::jsonb) into deleted from gone;
    delete from auth.users where id = client;
  end if;
  update public.deletion_requests set settled_at = clock_timestamp(), settled_as = p_as where id = p_request;
  return jsonb_build_object('outcome', 'settled', 'account', client, 'enrollments', deleted);
end
$$;

revoke all on function private.acting_caller(), public.ask_for_deletion(), public.withdraw_deletion(),
  public.open_deletion_requests(), public.settle_deletion(bigint, text)
  from public, anon, authenticated, service_role;
grant execute on function public.ask_for_deletion(), public.withdraw_deletion() to authenticated;
grant execute on function public.open_deletion_requests(), public.settle_deletion(bigint, text) to service_role;

-- Everybody writes by the functions. The service reads, for the list and the digest.
revoke all on table public.deletion_requests from public, anon, authenticated, service_role;
revoke all on sequence public.deletion_requests_id_seq from public, anon, authenticated, service_role;
grant select on table public.deletion_requests to service_role;
alter table public.deletion_requests enable row level security;
create policy "The service reads the requests" on public.deletion_requests for select to service_role using (true);
