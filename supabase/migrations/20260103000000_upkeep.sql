-- Periodic work, done by whichever process comes first: purging, and the team's digest.

create table public.upkeep (
  only_row boolean primary key default true check (only_row),
  purged_at timestamptz,
  digest_at timestamptz,

  -- Backups (R-BACKUP): of which moment the last one is, when one was begun last, and how often the gateway has to make
  -- one, and since when. Null where it makes none.
  backed_up_at timestamptz,
  backup_begun_at timestamptz,
  backup_every_seconds integer check (backup_every_seconds > 0),
  backups_since timestamptz
);

insert into public.upkeep default values;

-- For what needs a person: stays small however many deliveries are finished.
create index deliveries_review_idx on public.deliveries (updated_at) where state in ('needs_review', 'rejected');

-- For the purge.
create index deliveries_settled_idx on public.deliveries (updated_at) where state in ('delivered', 'cancelled');

-- Purges date of birth and SSN digits of enrollments whose delivery was settled at least this many seconds ago (null: of
-- none), at most `p_limit` rows, and returns how many (R-RETENTION). Locked rows are skipped until later. What only a
-- stand-in has is nowhere else, so it is kept.
create function public.purge_personal_details(p_older_than_seconds integer, p_limit integer default 1000)
returns integer language sql volatile set search_path = '' as $$
  with due as (
    select enrollments.id
    from public.enrollments join public.deliveries on enrollment_id = enrollments.id
    where enrollments.personal_details_purged_at is null and deliveries.state in ('delivered', 'cancelled')
      and deliveries.reason is distinct from 'stand-in'
      and deliveries.updated_at <= clock_timestamp() - p_older_than_seconds * interval '1 second'
    limit p_limit
    for update skip locked
  ), purged as (
    update public.enrollments
    set personal_details = null, personal_details_key = null, personal_details_given_at = null,
      personal_details_purged_at = clock_timestamp()
    from due where enrollments.id = due.id
    returning 1
  )
  select count(*)::integer from purged
$$;

-- The same once an hour over all processes, more often while a call reaches its limit. Null: not due yet, or another
-- process is doing it. A time in the future counts as due, since the clock was set back.
create function public.purge_when_due(p_older_than_seconds integer) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  max_rows constant integer := 5000;
  purged integer;
begin
  perform from public.upkeep
  where purged_at is null or purged_at <= clock_timestamp() - interval '1 hour' or purged_at > clock_timestamp()
  for update skip locked;
  if not found then
    return null;
  end if;
  purged := public.purge_personal_details(p_older_than_seconds, max_rows);
  if purged < max_rows then
    update public.upkeep set purged_at = clock_timestamp() where only_row;
  end if;
  return purged;
end
$$;

-- Claims the day's digest for the process that asks first; null if nothing needs a person or the last digest is less than
-- a day old. Answers {count, deliveries: [{id, state, reason, since}], deletions, backup_age_seconds}: how many deliveries
-- need a person or have been waiting for a day, the twenty oldest of them, how many clients wait for their deletion, and how
-- old the last backup is, if the next one is overdue. Nothing in it is personal.
create function public.claim_digest() returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  claimed jsonb;
  requested integer;
  backup_age integer := public.overdue_backup_seconds();
begin
  perform from public.upkeep
  where digest_at is null or digest_at <= clock_timestamp() - interval '1 day' or digest_at > clock_timestamp()
  for update skip locked;
  if not found then
    return null;
  end if;
  select count(*) into requested from public.deletion_requests where withdrawn_at is null and settled_at is null;
  with concerned as (
    select enrollment_id, state, reason, updated_at from public.deliveries where state in ('needs_review', 'rejected')
    union all
    select enrollment_id, state, reason, queued_at from public.deliveries
    where state = 'queued' and queued_at <= clock_timestamp() - interval '1 day'
  ), oldest as (
    select * from concerned order by updated_at limit 20
  )
  select jsonb_build_object(
    'count', (select count(*) from concerned),
    'deliveries', coalesce(
      jsonb_agg(
        jsonb_build_object('id', enrollment_id, 'state', state, 'reason', reason, 'since', updated_at) order by updated_at
      ),
      '[]'
    ),
    'deletions', requested,
    'backup_age_seconds', backup_age
  ) into claimed from oldest having count(*) > 0 or requested > 0 or backup_age is not null;
  if claimed is not null then
    update public.upkeep set digest_at = clock_timestamp() where only_row;
  end if;
  return claimed;
end
$$;

-- Makes a digest that could not be sent due again in an hour.
create function public.return_digest() returns void
language sql volatile set search_path = '' as $$
  update public.upkeep set digest_at = clock_timestamp() - interval '23 hours' where only_row
$$;

-- For health checks: {waiting, oldest_waiting_seconds, needs_review, held}. Nothing in it is personal.
create function public.delivery_health() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'waiting', count(*),
    'oldest_waiting_seconds', coalesce(floor(extract(epoch from clock_timestamp() - min(queued_at)))::integer, 0),
    'needs_review', (select count(*) from public.deliveries where state in ('needs_review', 'rejected')),
    'held', (select held_since is not null from public.delivery_pace)
  )
  from (
    select queued_at from public.deliveries where state = 'queued'
    union all
    select queued_at from public.deliveries where state = 'sending'
  ) waiting
$$;

revoke all on function
  public.purge_personal_details(integer, integer),
  public.purge_when_due(integer),
  public.claim_digest(),
  public.return_digest(),
  public.delivery_health()
  from public, anon, authenticated, service_role;
grant execute on function
  public.purge_personal_details(integer, integer),
  public.purge_when_due(integer),
  public.claim_digest(),
  public.return_digest(),
  public.delivery_health()
  to service_role;

revoke all on table public.upkeep from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.upkeep to service_role;
alter table public.upkeep enable row level security;
create policy "The service does everything" on public.upkeep
  for all to service_role using (true) with check (true);
