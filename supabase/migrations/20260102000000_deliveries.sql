-- The outbox: every completed enrollment has one delivery to the dispute-management system, queued in the transaction
-- that saves it. Workers lease it, send it and write down what became of it.
--
-- Times are this database's own clock, never a caller's. No payload and no text of the other side is kept here.

create table public.deliveries (
  enrollment_id uuid primary key references public.enrollments (id) on delete cascade,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'delivered', 'needs_review', 'rejected', 'cancelled')),
  -- Why it stands where it stands: a code of ours.
  reason text check (reason ~ '^[a-z-]{1,40}$'),

  -- Raised by every change of what is delivered.
  version integer not null default 1,
  delivered_version integer,

  -- Since it was queued for this version.
  attempts integer not null default 0,
  -- The browser that saves an enrollment asks for its delivery at once, and tells where the first name ends. Workers
  -- leave it this head start.
  due_at timestamptz not null default clock_timestamp() + interval '10 seconds',

  -- The last lease whose end is not written down; an expired one stays, for a worker that comes back late.
  lease_id uuid unique,
  leased_until timestamptz,
  leased_version integer,
  lease_repeats text check (lease_repeats in ('never', 'when-unclear', 'always')),

  -- How many UTF-16 units of customer_name are the first name, where the browser has told.
  first_name_length integer check (first_name_length between 1 and 302),

  created_at timestamptz not null default clock_timestamp(),
  -- Since when the client has been waiting for it.
  queued_at timestamptz not null default clock_timestamp(),
  -- When the state was last written.
  updated_at timestamptz not null default clock_timestamp(),

  constraint sending_has_a_lease
    check (state <> 'sending' or num_nulls(lease_id, leased_until, leased_version, lease_repeats) = 0)
);

-- Finished deliveries are in neither index, so that they cost the workers nothing, however many they are.
create index deliveries_queued_idx on public.deliveries (due_at) where state = 'queued';
create index deliveries_sending_idx on public.deliveries (leased_until) where state = 'sending';

create table public.delivery_attempts (
  -- The lease.
  id uuid primary key,
  enrollment_id uuid not null references public.deliveries (enrollment_id) on delete cascade,
  number integer not null,
  version integer not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- `lost`: the lease expired before its worker told anything.
  outcome text check (outcome in ('accepted', 'rejected', 'retry', 'ambiguous', 'lost')),
  reason text check (reason ~ '^[a-z-]{1,40}$'),
  -- Told by a worker whose lease had expired.
  late boolean not null default false
);

create index delivery_attempts_enrollment_id_idx on public.delivery_attempts (enrollment_id);

-- One row for all workers. Whoever leases or finishes holds it, so that there is one pace and one attempt at a time.
create table public.delivery_pace (
  only_row boolean primary key default true check (only_row),
  next_at timestamptz not null default clock_timestamp(),
  -- In succession, over all deliveries.
  failures integer not null default 0,
  paused_until timestamptz
);

insert into public.delivery_pace default values;

-- What was completed before there were records may have been sent or not: a person looks.
insert into public.deliveries (enrollment_id, state, reason)
  select id, 'needs_review', 'no-record' from public.enrollments where onboarding_completed;

-- Saving queues. A newer version is sent again by itself only where the older one has certainly not arrived, or where
-- lease_delivery finds that sending again is harmless. It writes tables that the client may not.
create function private.queue_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deliveries (enrollment_id) values (new.id) on conflict do nothing;
  if found then
    return null;
  end if;

  update public.deliveries set version = version + 1 where enrollment_id = new.id;

  update public.deliveries
  set state = 'queued', reason = null, attempts = 0, due_at = clock_timestamp() + interval '10 seconds',
    queued_at = clock_timestamp(), updated_at = clock_timestamp()
  where enrollment_id = new.id
    and (
      state in ('delivered', 'rejected')
      or (state = 'needs_review' and reason in ('attempts-exhausted', 'not-completed', 'details-purged'))
    );

  -- A person has decided about the older version only.
  update public.deliveries
  set state = 'needs_review', reason = 'changed-after-cancel', updated_at = clock_timestamp()
  where enrollment_id = new.id and state = 'cancelled';
  return null;
end
$$;

revoke all on function private.queue_delivery() from public, anon, authenticated, service_role;

create trigger queue_delivery after insert on public.enrollments
  for each row when (new.onboarding_completed) execute function private.queue_delivery();

-- A repeated submit changes nothing of what is delivered, and queues nothing; nor does forgetting what was delivered.
create trigger queue_changed_delivery after update on public.enrollments
  for each row when (
    new.onboarding_completed
    and (old.personal_details_purged_at is not null or new.personal_details_purged_at is null)
    and (
      old.onboarding_completed, old.customer_name, old.middle_name, old.customer_email, old.customer_phone,
      old.date_of_birth, old.ssn_last_four, old.street_address, old.city, old.state, old.zip_code,
      old.preferred_contact_method, old.plan_name, old.notes
    ) is distinct from (
      new.onboarding_completed, new.customer_name, new.middle_name, new.customer_email, new.customer_phone,
      new.date_of_birth, new.ssn_last_four, new.street_address, new.city, new.state, new.zip_code,
      new.preferred_contact_method, new.plan_name, new.notes
    )
  ) execute function private.queue_delivery();

-- Nobody knows what became of an attempt whose worker fell silent. Where repeating it could create the client twice, a
-- person looks. Returns how many there were.
create function public.release_expired_leases() returns integer
language sql volatile set search_path = '' as $$
  with expired as (
    select enrollment_id, lease_id from public.deliveries
    -- No lease is given for an hour: there the clock was put back.
    where state = 'sending'
      and (leased_until < clock_timestamp() or leased_until > clock_timestamp() + interval '1 hour')
    for update skip locked
  ), lost as (
    update public.delivery_attempts set finished_at = clock_timestamp(), outcome = 'lost', reason = 'lease-expired'
    from expired where id = expired.lease_id
  ), released as (
    update public.deliveries
    set state = case lease_repeats when 'never' then 'needs_review' else 'queued' end,
      reason = 'lease-expired', due_at = clock_timestamp(), updated_at = clock_timestamp()
    from expired where deliveries.enrollment_id = expired.enrollment_id
    returning 1
  )
  select count(*)::integer from released
$$;

-- Takes the next delivery, or that of one enrollment, for `p_lease_seconds`. `p_repeats` says what the way of sending
-- allows: `never` sends nothing whose end is unclear again, `when-unclear` does, `always` also sends what was edited
-- after it was delivered.
--
-- Answers {state, wait_ms, lease}. With a lease: what to send. Without: where the delivery stands (null for any next
-- one) and when to ask again; wait_ms is null where nothing is waiting.
create function public.lease_delivery(
  p_repeats text,
  p_enrollment uuid default null,
  p_lease_seconds integer default 30,
  p_interval_ms integer default 1000
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  pace public.delivery_pace;
  chosen public.deliveries;
  client jsonb;
  obstacle text;
  moment timestamptz;
  turn interval := p_interval_ms * interval '1 millisecond';
  wait_until timestamptz;
  longest constant interval := interval '6 hours';
begin
  select * into strict pace from public.delivery_pace for update;
  perform public.release_expired_leases();
  moment := clock_timestamp();

  -- A clock that was put back must not stop the queue: nothing is ever set further ahead than this.
  if pace.next_at > moment + turn or pace.paused_until > moment + longest then
    update public.delivery_pace
    set next_at = least(next_at, moment + turn),
      paused_until = case when paused_until <= moment + longest then paused_until end
    where only_row
    returning * into pace;
  end if;

  -- A row that a client is saving at this moment is skipped: it has the newer version when it comes back.
  if p_enrollment is null then
    select * into chosen from public.deliveries where state = 'queued'
    order by due_at limit 1 for update skip locked;
    if not found then
      return jsonb_build_object('state', null, 'wait_ms', null, 'lease', null);
    end if;
  else
    select * into chosen from public.deliveries where enrollment_id = p_enrollment and state = 'queued'
    for update skip locked;
    if not found then
      return (
        select jsonb_build_object(
          'state', max(state), 'wait_ms', case when max(state) in ('queued', 'sending') then 250 end, 'lease', null
        )
        from public.deliveries where enrollment_id = p_enrollment
      );
    end if;
    if chosen.attempts = 0 then
      chosen.due_at := moment;
    end if;
  end if;
  if chosen.due_at > moment + longest then
    chosen.due_at := moment;
  end if;

  select to_jsonb(completed) into client from (
    select id, customer_name, middle_name, customer_email, customer_phone, date_of_birth, ssn_last_four,
      street_address, city, state, zip_code, preferred_contact_method, plan_name, notes
    from public.enrollments where id = chosen.enrollment_id and onboarding_completed
  ) completed;

  obstacle := case
    when client is null then 'not-completed'
    when num_nulls(client ->> 'date_of_birth', client ->> 'ssn_last_four') > 0 then 'details-purged'
    when chosen.delivered_version is not null and p_repeats <> 'always' then 'edited-after-delivery'
  end;
  if obstacle is not null then
    update public.deliveries
    set state = 'needs_review', updated_at = moment, reason = obstacle
    where enrollment_id = chosen.enrollment_id;
    return jsonb_build_object('state', 'needs_review', 'wait_ms', 0, 'lease', null);
  end if;

  wait_until := greatest(chosen.due_at, pace.next_at, pace.paused_until);
  if exists (select from public.deliveries where state = 'sending') then
    wait_until := greatest(wait_until, moment + interval '250 milliseconds');
  end if;
  if wait_until > moment then
    return jsonb_build_object(
      'state', 'queued', 'wait_ms', ceil(extract(epoch from wait_until - moment) * 1000)::integer, 'lease', null
    );
  end if;

  -- From the last turn, not from now, so that lateness does not add up; but a tenth of an interval at most, or what a
  -- busy machine takes to wake, so that quiet times save up no burst.
  update public.delivery_pace
  set next_at = greatest(least(pace.next_at, moment), moment - greatest(turn / 10, interval '0.1 seconds')) + turn
  where only_row;

  update public.deliveries
  set state = 'sending', reason = null, attempts = attempts + 1, updated_at = moment,
    lease_id = gen_random_uuid(), leased_until = moment + p_lease_seconds * interval '1 second',
    leased_version = version, lease_repeats = p_repeats
  where enrollment_id = chosen.enrollment_id
  returning * into chosen;

  insert into public.delivery_attempts (id, enrollment_id, number, version, started_at)
  values (chosen.lease_id, chosen.enrollment_id, chosen.attempts, chosen.version, moment);

  return jsonb_build_object(
    'state', 'sending',
    'wait_ms', null,
    'lease', jsonb_build_object(
      'id', chosen.lease_id, 'attempts', chosen.attempts, 'first_name_length', chosen.first_name_length,
      'enrollment', client
    )
  );
end
$$;

-- Writes down what became of an attempt, and answers {state}: where the delivery stands now, or null where another
-- lease or a person has decided meanwhile. Without `p_retry_seconds` an attempt that was neither accepted nor rejected
-- goes to a person. `p_pause_seconds` is the other side's wish to be left alone.
--
-- The circuit breaker: after five failures in succession everything pauses, 30 seconds at first and 15 minutes at most;
-- after each pause one attempt tells whether the other side is back.
create function public.finish_delivery(
  p_lease uuid,
  p_outcome text,
  p_reason text default null,
  p_retry_seconds integer default null,
  p_pause_seconds integer default null
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  pace public.delivery_pace;
  delivery public.deliveries;
  moment timestamptz;
  stopped boolean;
begin
  select * into strict pace from public.delivery_pace for update;
  -- An expired lease still counts, as long as nobody else has leased or decided: what it tells is the truth. That the
  -- client is there counts whatever a person has decided meanwhile: it is neither sent again nor called cancelled.
  select * into delivery from public.deliveries
  where lease_id = p_lease
    and (
      state = 'sending'
      or (state in ('queued', 'needs_review') and reason = 'lease-expired')
      or (state in ('queued', 'needs_review', 'cancelled') and p_outcome = 'accepted')
    )
  for update;
  moment := clock_timestamp();

  update public.delivery_attempts
  set finished_at = moment, outcome = p_outcome, reason = p_reason, late = delivery.state is distinct from 'sending'
  where id = p_lease and (finished_at is null or outcome = 'lost');

  if delivery.enrollment_id is null then
    return jsonb_build_object('state', null);
  end if;

  pace.failures := case when p_outcome in ('retry', 'ambiguous') then pace.failures + 1 else 0 end;
  update public.delivery_pace
  set failures = pace.failures,
    paused_until = greatest(
      case when pace.failures >= 5 then
        moment + least(interval '30 seconds' * 2 ^ least(pace.failures - 5, 10), interval '15 minutes')
      end,
      moment + p_pause_seconds * interval '1 second'
    )
  where only_row;

  -- Three questions: where does it go, why, and when.
  if p_outcome = 'accepted' then
    delivery.delivered_version := delivery.leased_version;
  end if;
  stopped := delivery.state = 'cancelled' or delivery.reason is not distinct from 'changed-after-cancel';
  delivery.reason := p_reason;
  delivery.due_at := moment;
  if p_outcome = 'accepted' and delivery.version = delivery.leased_version then
    delivery.state := 'delivered';
  elsif p_outcome = 'accepted' and (delivery.lease_repeats <> 'always' or stopped) then
    delivery.state := 'needs_review';
    delivery.reason := 'edited-after-delivery';
  elsif p_outcome = 'rejected' and delivery.version = delivery.leased_version then
    delivery.state := 'rejected';
  elsif p_outcome in ('accepted', 'rejected') then
    -- The version that came in meanwhile has not been sent yet.
    delivery.state := 'queued';
    delivery.reason := null;
    delivery.attempts := 0;
  elsif p_retry_seconds is not null then
    delivery.state := 'queued';
    delivery.due_at := moment + p_retry_seconds * interval '1 second';
  else
    delivery.state := 'needs_review';
    if p_outcome = 'retry' then
      -- Since it was queued, an earlier attempt may have arrived.
      delivery.reason := case
        when exists (
          select from public.delivery_attempts
          where enrollment_id = delivery.enrollment_id and started_at >= delivery.queued_at
            and outcome in ('ambiguous', 'lost')
        ) then 'no-answer'
        else 'attempts-exhausted'
      end;
    end if;
  end if;

  update public.deliveries
  set state = delivery.state, reason = delivery.reason, attempts = delivery.attempts, due_at = delivery.due_at,
    delivered_version = delivery.delivered_version, updated_at = moment,
    lease_id = null, leased_until = null, leased_version = null, lease_repeats = null
  where enrollment_id = delivery.enrollment_id;
  return jsonb_build_object('state', delivery.state);
end
$$;

-- Only the service. The functions run with the caller's rights, so that nothing depends on who owns them.
revoke all on function
  public.release_expired_leases(),
  public.lease_delivery(text, uuid, integer, integer),
  public.finish_delivery(uuid, text, text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.release_expired_leases(),
  public.lease_delivery(text, uuid, integer, integer),
  public.finish_delivery(uuid, text, text, integer, integer)
  to service_role;

revoke all on table public.deliveries, public.delivery_attempts, public.delivery_pace
  from public, anon, authenticated, service_role;
grant all on table public.deliveries, public.delivery_attempts, public.delivery_pace to service_role;

alter table public.deliveries enable row level security;
alter table public.delivery_attempts enable row level security;
alter table public.delivery_pace enable row level security;

create policy "The service does everything" on public.deliveries
  for all to service_role using (true) with check (true);
create policy "The service does everything" on public.delivery_attempts
  for all to service_role using (true) with check (true);
create policy "The service does everything" on public.delivery_pace
  for all to service_role using (true) with check (true);
