-- On Supabase nothing runs between requests, so Cron calls the function every minute while something is due: a delivery,
-- or once an hour the purge and the team's digest. Elsewhere the gateway's own worker does this, and the SQL function that
-- this migration creates is not called.
--
-- The job needs two secrets of the Vault, `project_url` and `service_key`; without them it does nothing.

create function private.call_delivery_worker() returns void
language plpgsql volatile set search_path = '' as $$
declare
  project_url text;
  service_key text;
begin
  if not exists (select from public.deliveries where state = 'queued' and due_at <= clock_timestamp())
    and not exists (
      select from public.upkeep
      where purged_at is null or purged_at <= clock_timestamp() - interval '1 hour' or purged_at > clock_timestamp()
    )
  then
    perform public.release_expired_leases();
    return;
  end if;
  select decrypted_secret into project_url from vault.decrypted_secrets where name = 'project_url';
  select decrypted_secret into service_key from vault.decrypted_secrets where name = 'service_key';
  if project_url is null or service_key is null then
    return;
  end if;
  perform net.http_post(
    url := rtrim(project_url, '/') || '/functions/v1/submit-to-disputefox',
    headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', service_key),
    body := '{}'::jsonb,
    timeout_milliseconds := 65000
  );
end
$$;

revoke all on function private.call_delivery_worker() from public, anon, authenticated, service_role;

do $$
declare
  available integer;
begin
  select count(*) into available from pg_available_extensions
  where name in ('pg_cron', 'pg_net', 'supabase_vault');
  if available < 3 then
    return;
  end if;
  create extension if not exists pg_cron;
  create extension if not exists pg_net;
  create extension if not exists supabase_vault;
  perform cron.schedule('deliver-enrollments', '* * * * *', 'select private.call_delivery_worker()');
end
$$;
