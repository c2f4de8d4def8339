-- Who may act (R-CALLER). A token that is still valid does not show that its account was banned or deleted, that its
-- session has ended, or that a second factor was added since. So each request asks here: the REST interface and SQL
-- functions through policies, the delivery function through the service.

-- The functions of constraints, policies and triggers are in a schema that no interface exposes and nobody but its owner may
-- use, as PostgreSQL makes it. They are not in SQL, whose statements would be planned at each call, which takes longer than
-- an insert.
create schema private;

-- Why this account may not act with this session at this assurance level: null if it may, otherwise Supabase Auth's error
-- code. Reads the schema auth, which callers may not.
create function public.caller_fault(p_user uuid, p_session uuid, p_aal text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  fault text;
begin
  select case
    when account.banned_until > clock_timestamp() then 'user_banned'
    when own_session.id is null then 'session_not_found'
    -- A session that fell back to aal1, because its factor was removed, still has tokens of aal2.
    when (p_aal is distinct from 'aal2' or own_session.aal = 'aal1')
      and exists (select from auth.mfa_factors where user_id = p_user and status = 'verified')
      then 'insufficient_aal'
  end into fault
  from auth.users account
    left join auth.sessions own_session on own_session.id = p_session and own_session.user_id = account.id
  where account.id = p_user and account.deleted_at is null;
  return case when found then fault else 'user_not_found' end;
end
$$;

revoke all on function public.caller_fault(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.caller_fault(uuid, uuid, text) to service_role;
-- The gateway asks before it becomes the caller's role. On Supabase there is none.
do $$
begin
  if exists (select from pg_roles where rolname = 'site_gateway') then
    grant usage on schema public to site_gateway;
    grant execute on function public.caller_fault(uuid, uuid, text) to site_gateway;
  end if;
end
$$;

-- The same for the caller, by the token's claims. For policies, which run as the caller: without usage of the schema,
-- callers cannot call it themselves.
create function private.caller_fault() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
begin
  return public.caller_fault((claims ->> 'sub')::uuid, (claims ->> 'session_id')::uuid, claims ->> 'aal');
end
$$;

revoke all on function private.caller_fault() from public, anon, authenticated, service_role;
grant execute on function private.caller_fault() to authenticated;
