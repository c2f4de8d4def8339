-- The outbox (R-DELIVERY): every completed enrollment has one delivery to the dispute-management system, queued in the
-- transaction that saves it. Workers lease it, send it and record the outcome.
--
-- All times are this database's clock. Neither payloads nor texts from the destination are stored.

create table public.deliveries (
  enrollment_id uuid primary key references public.enrollments (id) on delete cascade,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'delivered', 'needs_review', 'rejected', 'cancelled')),
  -- The reason for the state: a code of ours.
  reason text check (reason ~ '^[a-z-]{1,40}$'),

  -- Incremented by every change of what is delivered.
  version integer not null default 1,
  delivered_version integer,

  -- Since this version was queued.
  attempts integer not null default 0,
  -- The browser that saves an enrollment requests its delivery immediately and reports where the first name ends. Workers
  -- give it this head start.
  due_at timestamptz not null default clock_timestamp() + interval '10 seconds',

  -- Since when a browser is waiting for it. Workers send those first, in this order.
  asked_at timestamptz,

  -- The last lease without a recorded outcome. An expired one is kept for a late report.
  lease_id uuid unique,
  leased_until timestamptz,
  leased_version integer,
  lease_repeats text check (lease_repeats in ('never', 'when-unclear', 'always')),

  -- How many UTF-16 units of customer_name are the first name, if the browser has reported it.
  first_name_length integer check (first_name_length between 1 and 302),

  created_at timestamptz not null default clock_timestamp(),
  -- Since when the client has been waiting.
  queued_at timestamptz not null default clock_timestamp(),
  -- When the state was last written.
  updated_at timestamptz not null default clock_timestamp(),

  constraint sending_has_a_lease
    check (state <> 'sending' or num_nulls(lease_id, leased_until, leased_version, lease_repeats) = 0)
);

-- Neither index contains finished deliveries, so that workers stay fast however many there are.
create index deliveries_queued_idx on public.deliveries (asked_at, due_at) where state = 'queued';
create index deliveries_sending_idx on public.deliveries (leased_until) where state = 'sending';

create table public.delivery_attempts (
  -- The lease.
  id uuid primary key,
  enrollment_id uuid not null references public.deliveries (enrollment_id) on delete cascade,
  number integer not null,
  version integer not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- `held`: nothing was sent, and a person has to look. `lost`: the lease expired without a report.
  outcome text check (outcome in ('accepted', 'rejected', 'retry', 'ambiguous', 'held', 'lost')),
  reason text check (reason ~ '^[a-z-]{1,40}$'),
  -- Reported by a worker whose lease had expired.
  late boolean not null default false
);

create index delivery_attempts_enrollment_id_idx on public.delivery_attempts (enrollment_id);

-- One row for all workers, locked by leasing and finishing, so that there is one pace and one attempt at a time.
create table public.delivery_pace (
  only_row boolean primary key default true check (only_row),
  next_at timestamptz not null default clock_timestamp(),
  -- Consecutive failures, over all deliveries.
  failures integer not null default 0,
  paused_until timestamptz,

  -- Since when nothing is leased until a person says so, and why (R-HOLD): `moved` to here, or `left` for another database.
  held_since timestamptz,
  held_because text check (held_because in ('by-hand', 'restored', 'moved', 'left')),
  constraint held_for_a_reason check (num_nulls(held_since, held_because) in (0, 2))
);

insert into public.delivery_pace default values;

revoke all on table public.deliveries, public.delivery_attempts, public.delivery_pace
  from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.deliveries, public.delivery_attempts, public.delivery_pace to service_role;

alter table public.deliveries enable row level security;
alter table public.delivery_attempts enable row level security;
alter table public.delivery_pace enable row level security;

create policy "The service does everything" on public.deliveries
  for all to service_role using (true) with check (true);
create policy "The service does everything" on public.delivery_attempts
  for all to service_role using (true) with check (true);
create policy "The service does everything" on public.delivery_pace
  for all to service_role using (true) with check (true);
