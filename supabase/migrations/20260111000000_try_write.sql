-- For health checks: a row is really written. A database that answers may take none, because its disk is full, or because its
-- host has made it read-only, as Supabase does before the disk is.

create table private.last_write (at timestamptz not null);
revoke all on table private.last_write from public, anon, authenticated, service_role;

-- Throws if nothing can be written. The table is emptied each time, so that its file begins anew and needs a block of the disk,
-- as new rows do: changing a row in place would succeed on a full disk. However often somebody asks, that is done once in five
-- seconds.
create function public.try_write() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'nothing can be written';
  end if;
  perform pg_advisory_xact_lock(7204110031);
  if exists (
    select from private.last_write where at between clock_timestamp() - interval '5 seconds' and clock_timestamp()
  ) then
    return;
  end if;
  truncate private.last_write;
  insert into private.last_write values (clock_timestamp());
end
$$;

revoke all on function public.try_write() from public, anon, authenticated, service_role;
grant execute on function public.try_write() to service_role;
