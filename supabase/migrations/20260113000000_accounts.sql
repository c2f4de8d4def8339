-- What the staff's commands do with accounts (R-STAFF-ACCOUNTS), and which accounts are the staff's own. Confirming, banning and
-- new passwords are the sign-in service's own administration; here is what it has no interface for.

alter table public.staff_log drop constraint staff_log_action_check;
alter table public.staff_log add constraint staff_log_action_check check (
  action in (
    'reveal', 'retry', 'resolve', 'cancel', 'hold', 'release', 'delete', 'purge', 'export', 'export-with-personal-details',
    'delete-account', 'keep-account', 'withdraw-consent',
    'find-account', 'confirm-account', 'send-reset', 'ban', 'unban', 'list-sessions', 'end-sessions', 'make-staff', 'remove-staff'
  )
);

-- The accounts of people who work here: `lead` may more than `staff`. What they may is asked here at each call, since a token
-- would say it for as long as it is valid.
create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('staff', 'lead')),
  made_at timestamptz not null default clock_timestamp()
);
revoke all on table private.staff from public, anon, authenticated, service_role;

-- Up to 21 accounts whose id or address this is, whose id begins with it, or whose address contains it, the newest first:
-- {accounts: [{id, email, created_at, confirmed_at, signed_in_at, banned_until, is_held, staff_role, factors, sessions, enrollments:
-- [{id, state}], deletion_asked_at}]}.
create function public.find_accounts(p_text text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('accounts', coalesce(jsonb_agg(to_jsonb(found) order by created_at desc, id), '[]'::jsonb))
  from (
    select account.id, account.email, account.created_at, account.email_confirmed_at as confirmed_at,
      account.last_sign_in_at as signed_in_at,
      case when account.banned_until > clock_timestamp() then account.banned_until end as banned_until,
      exists (select from public.held_accounts held where held.user_id = account.id) as is_held,
      (select role from private.staff where staff.user_id = account.id) as staff_role,
      (select count(*) from auth.mfa_factors factor where factor.user_id = account.id and status = 'verified') as factors,
      (
        select count(*) from auth.sessions session
        where session.user_id = account.id and (not_after is null or not_after > clock_timestamp())
      ) as sessions,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', enrollment.id, 'state', coalesce(delivery.state, 'incomplete')) order by enrollment.created_at), '[]'::jsonb)
        from public.enrollments enrollment left join public.deliveries delivery on enrollment_id = enrollment.id
        where enrollment.user_id = account.id
      ) as enrollments,
      (
        select asked_at from public.deletion_requests request
        where request.user_id = account.id and withdrawn_at is null and settled_at is null
      ) as deletion_asked_at
    from auth.users account
    where account.deleted_at is null
      and (strpos(lower(account.email), lower(p_text)) > 0 or starts_with(account.id::text, lower(p_text)))
    order by lower(account.email) = lower(p_text) desc, account.created_at desc, account.id
    limit 21
  ) found
$$;

-- The sessions of an account, the last used first: {sessions: [{id, opened_at, used_at, user_agent, network, aal}]}.
create function public.account_sessions(p_account uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('sessions', private.own_sessions(p_account))
$$;

-- Signs an account out everywhere, and returns of how many sessions.
create function public.end_sessions(p_account uuid) returns integer
language sql volatile security definer set search_path = '' as $$
  with ended as (delete from auth.sessions where user_id = p_account returning 1)
  select count(*)::integer from ended
$$;

-- Deletes an account and its enrollments with their deliveries, and settles what it asked for. Answers {outcome}: `deleted` with
-- the ids of the enrollments, `gone` if there is no such account, or `sending` while one of them is being delivered, when nothing
-- is done.
create function public.delete_account(p_account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  request bigint;
  was_asked boolean;
  settled jsonb;
begin
  -- Whoever asks at this moment waits.
  perform from auth.users where id = p_account for update;
  if not found then
    return jsonb_build_object('outcome', 'gone');
  end if;
  select id into request from public.deletion_requests
  where user_id = p_account and withdrawn_at is null and settled_at is null;
  was_asked := found;
  if not was_asked then
    insert into public.deletion_requests (user_id) values (p_account) returning id into request;
  end if;
  settled := public.settle_deletion(request, 'deleted');
  if settled ->> 'outcome' = 'settled' then
    return jsonb_build_object('outcome', 'deleted', 'enrollments', settled -> 'enrollments');
  end if;
  if not was_asked then
    delete from public.deletion_requests where id = request;
  end if;
  return jsonb_build_object('outcome', 'sending');
end
$$;

-- Makes an account one of the staff's, or none any more (null), and returns what it was before.
create function public.set_staff_role(p_account uuid, p_role text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  before text;
begin
  select role into before from private.staff where user_id = p_account for update;
  if p_role is null then
    delete from private.staff where user_id = p_account;
  else
    insert into private.staff (user_id, role) values (p_account, p_role)
    on conflict (user_id) do update set role = excluded.role;
  end if;
  return before;
end
$$;

revoke all on function public.find_accounts(text), public.account_sessions(uuid), public.end_sessions(uuid),
  public.delete_account(uuid), public.set_staff_role(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function public.find_accounts(text), public.account_sessions(uuid), public.end_sessions(uuid),
  public.delete_account(uuid), public.set_staff_role(uuid, text)
  to service_role;
