-- Refreshing a session in one statement, since a round trip for each step would cost more than the step.

-- How a session's user was authenticated, for the `amr` claim of its tokens (RFC 8176), most recent first.
create view gateway.session_methods as
  select session_id, json_agg(
    json_build_object('method', authentication_method, 'timestamp', floor(date_part('epoch', updated_at))::bigint)
    order by updated_at desc, created_at desc
  ) as methods
  from auth.mfa_amr_claims
  group by session_id;

create type gateway.refresh_outcome as enum ('refreshed', 'unknown', 'banned', 'expired', 'inactive', 'reused');

-- Replaces a refresh token by its successor. A token that was replaced within `reuse_window` yields the session's current
-- one, so that concurrent refreshes agree. Later it is a sign of theft and ends the session, access tokens included.
-- `time_box` and `inactivity` may be null. The rules are those of supabase/auth internal/tokens/service.go.
create function gateway.refresh_session(
  presented text,
  successor text,
  at timestamptz,
  client_agent text,
  client_address inet,
  reuse_window interval,
  time_box interval,
  inactivity interval,
  out outcome gateway.refresh_outcome,
  out token text,
  out session_id uuid,
  out session_user_id uuid,
  out aal text,
  out methods json
) language plpgsql as $$
declare
  own auth.sessions;
  given record;
begin
  outcome := 'unknown';
  -- The lock serializes the refreshes of a session. Statements after it see what the previous refresh did.
  select sessions.* into own
  from auth.sessions
  where sessions.id = (select known.session_id from auth.refresh_tokens as known where known.token = presented)
  for update;
  if not found then return; end if;
  select known.id, known.revoked, known.updated_at, users.banned_until, (
    select own_methods.methods
    from gateway.session_methods as own_methods where own_methods.session_id = own.id
  ) as methods into given
  from auth.refresh_tokens as known
  join auth.users on users.id = own.user_id and users.deleted_at is null
  where known.token = presented;
  if not found then return; end if;
  session_id := own.id;
  session_user_id := own.user_id;
  aal := coalesce(own.aal, 'aal1');
  methods := coalesce(given.methods, '[]');

  if given.banned_until > at then outcome := 'banned'; return; end if;
  if own.not_after < at or own.created_at + time_box < at then outcome := 'expired'; return; end if;
  -- The column is a timestamp without time zone and holds UTC.
  if coalesce(own.refreshed_at at time zone 'utc', greatest(own.created_at, given.updated_at)) + inactivity < at then
    outcome := 'inactive';
    return;
  end if;

  if not given.revoked then
    update auth.refresh_tokens set revoked = true, updated_at = at where id = given.id;
    insert into auth.refresh_tokens (
      instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id
    ) values (
      '00000000-0000-0000-0000-000000000000', successor, own.user_id, false, at, at, presented, own.id
    );
    token := successor;
  elsif given.updated_at + reuse_window >= at then
    select known.token into token
    from auth.refresh_tokens as known
    where known.session_id = own.id and known.revoked is false
    order by known.id desc limit 1;
  end if;
  if token is null then
    delete from auth.sessions where sessions.id = own.id;
    outcome := 'reused';
    return;
  end if;
  update auth.sessions
  set refreshed_at = at at time zone 'utc', updated_at = at, user_agent = client_agent, ip = client_address
  where id = own.id;
  outcome := 'refreshed';
end
$$;

revoke all on function gateway.refresh_session from public;
