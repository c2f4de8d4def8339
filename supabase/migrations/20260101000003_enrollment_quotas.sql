-- How many enrollments a client may write (R-QUOTAS). The staff and the service are not limited, nor are functions that
-- run as their owner.

-- Ends a request at its first row too many, before thousands were written.
create function private.bound_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most integer := (select rows_per_request from private.quotas);
  -- In this transaction, which is the request.
  rows_added integer := coalesce(nullif(current_setting('quotas.rows_added', true), '')::integer, 0) + 1;
begin
  if rows_added > most then
    perform private.refuse_over_quota(format('At most %s enrollments can be sent at once.', most));
  end if;
  perform set_config('quotas.rows_added', rows_added::text, true);
  return new;
end
$$;

-- Counts the rows of a statement. Requests of one account pass here one after another, so that many at once leave no more
-- open enrollments than they would in turn.
create function private.count_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quotas private.quotas;
  account uuid := auth.uid();
  network cidr := private.client_network();
  rows_changed integer := (select count(*) from written);
  owns_more boolean := tg_op = 'INSERT';
  wait_seconds integer;
begin
  if rows_changed = 0 then
    return null;
  end if;
  select * into strict quotas from private.quotas;

  if tg_op = 'UPDATE' then
    owns_more := exists (select from written join former using (id) where former.user_id is distinct from written.user_id);
  end if;
  if owns_more and quotas.open_enrollments_per_account is not null then
    perform pg_advisory_xact_lock(20260105, hashtext(account::text));
    if quotas.open_enrollments_per_account < (
      select count(*) from (
        select from public.enrollments
        where user_id = account
          and not exists (select from public.deliveries where enrollment_id = enrollments.id and state = 'cancelled')
        limit quotas.open_enrollments_per_account + 1
      ) owned
    ) then
      perform private.refuse_over_quota(
        format('An account can have %s open enrollments at most. Please contact us.', quotas.open_enrollments_per_account)
      );
    end if;
  end if;

  wait_seconds := private.take_quota('rows of ' || account, rows_changed, quotas.rows_per_account_hour);
  if wait_seconds = 0 and network is not null then
    wait_seconds := private.take_quota('rows from ' || network, rows_changed, quotas.rows_per_network_hour);
  end if;
  if wait_seconds > 0 then
    perform private.refuse_over_quota('Too much was sent within an hour. Please try again later.', wait_seconds);
  end if;
  return null;
end
$$;

revoke all on function private.bound_request(), private.count_rows() from public, anon, authenticated, service_role;

create trigger bound_request before insert on public.enrollments
  for each row when (current_user in ('anon', 'authenticated')) execute function private.bound_request();
create trigger count_added_rows after insert on public.enrollments referencing new table as written
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.count_rows();
create trigger count_changed_rows after update on public.enrollments referencing new table as written old table as former
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.count_rows();
