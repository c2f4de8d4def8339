-- The three roles that requests run as, named and privileged as on Supabase; and the two that the gateway and the staff's
-- commands run as by themselves, which own nothing and may do what a migration grants them by name.
--
-- Roles belong to the whole cluster. Another database of it may have created them, or be creating them at this moment,
-- so existing roles are used as they are.
--
-- The login of an operator's own PostgreSQL need not be a superuser: with CREATEROLE it can create the roles and grant
-- them to itself. It cannot give BYPASSRLS; then service_role is an ordinary role that the migrations' policies let pass.

do $$
declare
  wanted text;
  attributes text;
begin
  foreach wanted in array array[
    'anon', 'authenticated', 'service_role bypassrls', 'service_role', 'site_gateway', 'site_staff'
  ] loop
    attributes := substring(wanted from ' .*');
    wanted := split_part(wanted, ' ', 1);
    continue when exists (select from pg_roles where rolname = wanted);
    begin
      execute format('create role %I nologin noinherit', wanted) || coalesce(attributes, '');
    exception
      when duplicate_object or unique_violation then null; -- another database was faster
      when insufficient_privilege then
        if attributes is null then
          raise exception 'The role % is missing and the login % may not create roles. %',
            wanted, current_user, format('Let a superuser run: alter role %I createrole;', current_user);
        end if;
    end;
  end loop;
end
$$;

-- The login has to be able to `set role` to each of them. Trying it is the only test that works in every version of
-- PostgreSQL.
do $$
declare
  wanted text;
  login text := current_user;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'site_gateway', 'site_staff'] loop
    begin
      execute format('set local role %I', wanted);
    exception
      when insufficient_privilege then
        begin
          execute format('grant %I to %I', wanted, login);
          execute format('set local role %I', wanted);
        exception
          when insufficient_privilege then
            raise exception 'The login % may not become the role %. Let a superuser run: grant % to %;',
              login, wanted, quote_ident(wanted), quote_ident(login);
        end;
    end;
    reset role;
  end loop;
end
$$;

-- There are no default privileges: the roles may use only what a migration grants by name.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
