-- Who of the staff did what with which enrollment, and when (R-STAFF-LOG). Entries are added by a role that may do nothing
-- else, and nobody can change or delete them, not even the table's owner by mistake. A superuser can; so each entry has a
-- hash over itself and the entry before it, by which `doctor` notices.

-- The staff's commands run as this role, and as service_role for everything but the log. It owns nothing.
do $$
begin
  if not exists (select from pg_roles where rolname = 'site_staff') then
    create role site_staff nologin noinherit;
    execute format('grant site_staff to %I', current_user);
  end if;
end
$$;

create table public.staff_log (
  -- Counted without gaps, so that a missing number is a missing entry.
  id bigint primary key,
  at timestamptz not null,
  -- Who ran the command: the operating system's name of the person.
  staff text not null,
  -- What the person said beside it (`--as`). Nothing proves it.
  note text,
  -- The database's login of the command.
  login text not null,
  action text not null check (
    action in (
      'reveal', 'retry', 'resolve', 'cancel', 'hold', 'release', 'delete', 'purge', 'export', 'export-with-personal-details',
      'delete-account', 'keep-account', 'withdraw-consent'
    )
  ),
  -- Null for several enrollments. It is no foreign key, so that it outlives a deleted enrollment.
  enrollment_id uuid,
  -- How many enrollments.
  enrollments integer not null default 1,
  -- Whose they are, where the action concerned all of one account. No foreign key either.
  account_id uuid,
  -- SHA-256 in hexadecimal digits; see private.chain_entry.
  hash text not null,

  -- No line breaks, which divide the fields of the text that is hashed.
  constraint staff_is_plain_text_of_1_to_100_characters check (private.is_plain_text(staff, 1, 100)),
  constraint note_is_plain_text_of_1_to_100_characters check (private.is_plain_text(note, 1, 100))
);

create index staff_log_enrollment_id_idx on public.staff_log (enrollment_id);

-- The last entry. Locked while one is added, so that concurrent entries form one chain.
create table public.staff_log_head (
  only_row boolean primary key default true check (only_row),
  entries bigint not null default 0,
  -- Empty before the first entry.
  hash text not null default ''
);

insert into public.staff_log_head default values;

-- Numbers, dates and signs a new entry. What is hashed are lines: the hash of the entry before, then the fields in the
-- table's order, the time in UTC with microseconds, null as an empty line. server/enrollments/staff-log-chain.ts does the same
-- again. It runs as its owner: whoever adds an entry cannot read or write the head.
create function private.chain_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  head public.staff_log_head;
begin
  select * into strict head from public.staff_log_head for update;
  new.id := head.entries + 1;
  new.at := clock_timestamp();
  new.login := session_user;
  new.hash := encode(sha256(convert_to(array_to_string(array[
    head.hash, new.id::text, to_char(new.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), new.staff, new.note,
    new.login, new.action, new.enrollment_id::text, new.enrollments::text,
    new.account_id::text
  ], e'\n', ''), 'UTF8')), 'hex');
  update public.staff_log_head set entries = new.id, hash = new.hash where only_row;
  return new;
end
$$;

create function private.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'The log of the staff can only be added to';
end
$$;

revoke all on function private.chain_entry(), private.refuse_change() from public, anon, authenticated, service_role;

create trigger chain_entry before insert on public.staff_log
  for each row execute function private.chain_entry();
create trigger refuse_change before update or delete or truncate on public.staff_log
  for each statement execute function private.refuse_change();
-- Also in sessions that disable other triggers, such as replicating.
alter table public.staff_log enable always trigger refuse_change;

revoke all on table public.staff_log, public.staff_log_head from public, anon, authenticated, service_role;
grant select on table public.staff_log, public.staff_log_head to service_role;
grant usage on schema public to site_staff;
grant insert (staff, note, action, enrollment_id, enrollments, account_id) on table public.staff_log to site_staff;

alter table public.staff_log enable row level security;
alter table public.staff_log_head enable row level security;
create policy "The service reads the log" on public.staff_log for select to service_role using (true);
create policy "The service reads the end of the log" on public.staff_log_head for select to service_role using (true);
create policy "The staff's commands add to the log" on public.staff_log for insert to site_staff with check (true);

-- `doctor` looks up which migrations are applied, and whether they are the files of this version.
do $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    grant usage on schema supabase_migrations to site_staff;
    grant select (version, name, statements) on table supabase_migrations.schema_migrations to site_staff;
  end if;
end
$$;
