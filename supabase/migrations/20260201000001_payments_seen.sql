-- Payments in the staff's log and in the team's digest.

alter table public.staff_log drop constraint staff_log_action_check;
alter table public.staff_log add constraint staff_log_action_check check (
  action in (
    'reveal', 'retry', 'resolve', 'cancel', 'hold', 'release', 'delete', 'purge', 'export', 'export-with-personal-details',
    'delete-account', 'keep-account', 'withdraw-consent',
    'find-account', 'confirm-account', 'send-reset', 'ban', 'unban', 'list-sessions', 'end-sessions', 'make-staff', 'remove-staff',
    'assign-payment', 'dismiss-payment'
  )
);

-- What needs a person (R-DIGEST), as before and with two more counts: payments that nobody has decided on, and payers of the
-- last 30 days who have not sent their form for a day.
create or replace function public.read_digest() returns jsonb
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
  ), paid as (
    select proven_at + interval '1 day' as concerns_since
    from public.payments join public.enrollments on enrollments.id = enrollment_id
    where not onboarding_completed and payments.status in ('paid', 'partly_refunded')
      and proven_at between clock_timestamp() - interval '30 days' and clock_timestamp() - interval '1 day'
  ), reviewed as (
    select paid_at from public.payments where review is not null and reviewed_at is null
  )
  select jsonb_build_object(
    'count', (select count(*) from concerned),
    'deliveries', coalesce(
      (select jsonb_agg(jsonb_build_object('id', enrollment_id, 'state', state, 'reason', reason, 'since', since) order by since) from oldest),
      '[]'
    ),
    'deletions', (select count(*) from requested),
    'backup_age_seconds', age_seconds,
    'payments', (select count(*) from reviewed),
    'not_onboarded', (select count(*) from paid),
    'newest', greatest(
      (select max(concerns_since) from concerned),
      (select max(asked_at) from requested),
      (select max(paid_at) from reviewed),
      (select max(concerns_since) from paid),
      case when age_seconds is not null then overdue_since end
    )
  ) from backup
$$;
