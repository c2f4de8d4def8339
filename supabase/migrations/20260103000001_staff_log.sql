-- Who of the staff did what with which enrollment, and when. The service may add and read entries; nobody can change or
-- delete them, not even the table's owner by mistake.

create table public.staff_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  staff text not null check (char_length(staff) between 1 and 100),
  action text not null check (
    action in ('reveal', 'retry', 'resolve', 'cancel', 'delete', 'purge', 'export', 'export-with-personal-details',
      'withdraw-consent')
  ),
  -- Null for several enrollments. It is no foreign key, so that it outlives a deleted enrollment.
  enrollment_id uuid,
  -- How many enrollments.
  enrollments integer not null default 1
);

create index staff_log_enrollment_id_idx on public.staff_log (enrollment_id);

create function private.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'The log of the staff can only be added to';
end
$$;

revoke all on function private.refuse_change() from public, anon, authenticated, service_role;

create trigger refuse_change before update or delete or truncate on public.staff_log
  for each statement execute function private.refuse_change();
-- Also in sessions that disable other triggers, such as restoring and replicating.
alter table public.staff_log enable always trigger refuse_change;

revoke all on table public.staff_log from public, anon, authenticated, service_role;
grant select, insert on table public.staff_log to service_role;
alter table public.staff_log enable row level security;
create policy "The service reads the log" on public.staff_log for select to service_role using (true);
create policy "The service adds to the log" on public.staff_log for insert to service_role with check (true);
