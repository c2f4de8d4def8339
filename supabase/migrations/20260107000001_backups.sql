-- When a backup is due (R-BACKUP). The gateway makes it, through a connection of the database's owner; these functions only
-- keep the time, for all gateways on this database together.

-- Whether the caller is to make a backup now, because the last one is this old; after a failure again in an hour at most.
-- Null: the gateway makes none. A time in the future counts as past, since the clock was set back.
create function public.claim_backup(p_every_seconds integer) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  period interval := p_every_seconds * interval '1 second';
begin
  update public.upkeep
  set backup_every_seconds = p_every_seconds,
    backups_since = case when p_every_seconds is not null then coalesce(backups_since, clock_timestamp()) end
  where backup_every_seconds is distinct from p_every_seconds;
  update public.upkeep set backup_begun_at = clock_timestamp()
  where (backed_up_at is null or backed_up_at <= clock_timestamp() - period or backed_up_at > clock_timestamp())
    and (
      backup_begun_at is null or backup_begun_at > clock_timestamp()
      or backup_begun_at <= clock_timestamp() - least(period, interval '1 hour')
    )
    and p_every_seconds is not null;
  return found;
end
$$;

-- How old the last backup is, or the schedule if there is none, once two of them should have been made; otherwise null.
create function public.overdue_backup_seconds() returns integer
language sql stable set search_path = '' as $$
  select floor(extract(epoch from clock_timestamp() - greatest(backed_up_at, backups_since)))::integer
  from public.upkeep
  where greatest(backed_up_at, backups_since) < clock_timestamp() - 2 * backup_every_seconds * interval '1 second'
$$;

revoke all on function public.claim_backup(integer), public.overdue_backup_seconds()
  from public, anon, authenticated, service_role;
grant execute on function public.claim_backup(integer), public.overdue_backup_seconds() to service_role;
