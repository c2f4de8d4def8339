-- The team's digest (R-DIGEST): once a day while something needs a person, and sooner, hourly at most, when something new does.

-- Of what the last digest has told, the newest; null if it could not be sent.
alter table public.upkeep add column digest_told_at timestamptz;

-- What needs a person, whether or not a digest is due: {count, deliveries: [{id, state, reason, since}], deletions,
-- backup_age_seconds, newest}. That is how many deliveries need a person or have been waiting for a day, the twenty oldest of
-- them, how many clients wait for their deletion, how old the last backup is, if the next one is overdue, and since when the
-- newest of all these needs a person, null if nothing does. Nothing in it is personal.
create function public.read_digest() returns jsonb
language sql stable set search_path = '' as $$
  with concerned as (
    select enrollment_id, state, reason, updated_at as since, updated_at as concerns_since
    from public.deliveries where state in ('needs_review', 'rejected')
    union all
    select enrollment_id, state, reason, queued_at, queued_at + interval '1 day'
    from public.deliveries where state = 'queued' and queued_at <= clock_timestamp() - interval '1 day'
  ), oldest as (
    select * from concerned order by since limit 20
  ), requested as (
    select asked_at from public.deletion_requests where withdrawn_at is null and settled_at is null
  ), backup as (
    select public.overdue_backup_seconds() as age_seconds,
      (select greatest(backed_up_at, backups_since) + 2 * backup_every_seconds * interval '1 second' from public.upkeep) as overdue_since
  )
  select jsonb_build_object(
    'count', (select count(*) from concerned),
    'deliveries', coalesce(
      (select jsonb_agg(jsonb_build_object('id', enrollment_id, 'state', state, 'reason', reason, 'since', since) order by since) from oldest),
      '[]'
    ),
    'deletions', (select count(*) from requested),
    'backup_age_seconds', age_seconds,
    'newest', greatest(
      (select max(concerns_since) from concerned),
      (select max(asked_at) from requested),
      case when age_seconds is not null then overdue_since end
    )
  ) from backup
$$;

-- Claims the digest for the process that asks first; null if nothing needs a person, or if none is due. A time in the future
-- counts as past, since the clock was set back.
create or replace function public.claim_digest() returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  last public.upkeep;
  claimed jsonb;
  newest timestamptz;
begin
  select * into last from public.upkeep
  where digest_at is null or digest_at <= clock_timestamp() - interval '1 hour' or digest_at > clock_timestamp()
  for update skip locked;
  if not found then
    return null;
  end if;
  claimed := public.read_digest();
  newest := claimed ->> 'newest';
  if newest is null
    or (last.digest_at between clock_timestamp() - interval '1 day' and clock_timestamp() and newest <= last.digest_told_at)
  then
    return null;
  end if;
  update public.upkeep set digest_at = clock_timestamp(), digest_told_at = newest where only_row;
  return claimed;
end
$$;

-- Makes a digest that could not be sent due again in an hour.
create or replace function public.return_digest() returns void
language sql volatile set search_path = '' as $$
  update public.upkeep set digest_told_at = null where only_row
$$;

revoke all on function public.read_digest() from public, anon, authenticated, service_role;
grant execute on function public.read_digest() to service_role;
