-- What the gateway may do by itself: use the tables of sign-in, and nothing else. It owns none of them, and can neither
-- change their form nor the migrations' record. For everything in the schema `public` it becomes the role of a token.
--
-- This file is the last one, so that it has all rights together. logins.integration.test.ts has the same list.

grant usage on schema auth, gateway to site_gateway;

grant select, insert, update, delete on table
  auth.users, auth.sessions, auth.refresh_tokens, auth.mfa_factors, auth.mfa_challenges, auth.mfa_amr_claims,
  auth.one_time_tokens, auth.flow_state, auth.mfa_recovery_codes
  to site_gateway;
grant usage on sequence auth.refresh_tokens_id_seq to site_gateway;
-- An identity goes with its user, a set of recovery codes with its factor.
grant select, insert, update on table auth.identities, auth.mfa_recovery_code_sets to site_gateway;
-- What was logged can only be deleted when it is old, and is not read.
grant insert, delete, select (id, created_at) on table auth.audit_log_entries to site_gateway;

grant select, insert, update, delete on table
  gateway.one_time_codes, gateway.rate_limits, gateway.familiar_addresses
  to site_gateway;
grant select, insert, update on table gateway.used_codes, gateway.challenge_attempts to site_gateway;
grant select, insert, delete on table gateway.signing_keys to site_gateway;
grant select, update on table gateway.upkeep to site_gateway;
grant select on table gateway.session_methods to site_gateway;
grant execute on function
  gateway.refresh_session(text, text, timestamptz, text, inet, interval, interval, interval)
  to site_gateway;

do $$
declare
  protected regclass;
begin
  for protected in
    select pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('auth', 'gateway') and relkind = 'r' and relrowsecurity
  loop
    execute format('create policy "The gateway does what it was granted" on %s to site_gateway using (true) with check (true)', protected);
  end loop;
end
$$;
