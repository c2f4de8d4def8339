-- Ends expired leases, whose attempts have an unknown outcome. Where a retry could create the client twice, the delivery
-- goes to a person. Returns how many leases were ended.
create function public.release_expired_leases() returns integer
language sql volatile set search_path = '' as $$
  with expired as (
    select enrollment_id, lease_id from public.deliveries
    -- No lease lasts an hour; if one does, the clock was set back.
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

-- Leases the next delivery, or that of one enrollment, for `p_lease_seconds`. `p_repeats` says what the destination
-- allows: `never` retries nothing that may have arrived, `when-unclear` does, and `always` also sends what was edited
-- after its delivery.
--
-- Answers {state, wait_ms, lease}. With a lease: what to send, the personal details still encrypted, in Base64. Without: the delivery's state (null if no enrollment was
-- named) and when to ask again; wait_ms is null if nothing is waiting.
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
  this_turn timestamptz;
  wait_until timestamptz;
  longest constant interval := interval '6 hours';
begin
  select * into strict pace from public.delivery_pace for update;
  perform public.release_expired_leases();
  moment := clock_timestamp();

  if pace.held_since is not null then
    return jsonb_build_object(
      'state', (select state from public.deliveries where enrollment_id = p_enrollment), 'wait_ms', null, 'lease', null
    );
  end if;

  -- Nothing is ever scheduled further ahead than this. If it is, the clock was set back, which must not stop the queue.
  if pace.next_at > moment + turn or pace.paused_until > moment + longest then
    update public.delivery_pace
    set next_at = least(next_at, moment + turn),
      paused_until = case when paused_until <= moment + longest then paused_until end
    where only_row
    returning * into pace;
  end if;

  -- A row that is just being saved is locked and skipped. It will be leased later with its newer version.
  if p_enrollment is null then
    select * into chosen from public.deliveries where state = 'queued'
    order by asked_at, due_at limit 1 for update skip locked;
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
    select id, customer_name, middle_name, customer_email, customer_phone, street_address, city, state, zip_code,
      preferred_contact_method, plan_name, notes, encode(personal_details, 'base64') as personal_details
    from public.enrollments where id = chosen.enrollment_id and onboarding_completed
  ) completed;

  obstacle := case
    when exists (
      select from public.enrollments join public.held_accounts using (user_id) where enrollments.id = chosen.enrollment_id
    ) then 'account-held'
    when client is null then 'not-completed'
    when client ->> 'personal_details' is null then 'details-purged'
    when chosen.delivered_version is not null and p_repeats <> 'always' then 'edited-after-delivery'
  end;
  if obstacle is not null then
    update public.deliveries
    set state = 'needs_review', updated_at = moment, reason = obstacle, asked_at = null
    where enrollment_id = chosen.enrollment_id;
    return jsonb_build_object('state', 'needs_review', 'wait_ms', 0, 'lease', null);
  end if;

  wait_until := greatest(chosen.due_at, pace.next_at, pace.paused_until);
  if exists (select from public.deliveries where state = 'sending') then
    wait_until := greatest(wait_until, moment + interval '250 milliseconds');
  end if;
  if wait_until > moment then
    -- A visitor is waiting at a spinner, so the next worker sends this first.
    if p_enrollment is not null and chosen.attempts = 0 and chosen.asked_at is null then
      update public.deliveries set asked_at = moment, due_at = moment where enrollment_id = chosen.enrollment_id;
    end if;
    return jsonb_build_object(
      'state', 'queued', 'wait_ms', ceil(extract(epoch from wait_until - moment) * 1000)::integer, 'lease', null
    );
  end if;

  -- The interval counts from the scheduled time, not from now, so that small delays do not add up: those of up to a tenth
  -- of an interval, or at high rates the rest of a second. There is no burst after longer gaps.
  this_turn := greatest(pace.next_at, chosen.due_at);
  update public.delivery_pace
  set next_at = turn + case
    when moment - this_turn <= greatest(turn / 10, interval '1 second' - turn) then this_turn
    else moment
  end
  where only_row;

  update public.deliveries
  set state = 'sending', reason = null, attempts = attempts + 1, updated_at = moment, asked_at = null,
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

-- Only the service may call them. They run with its rights, so that nothing depends on their owner.
revoke all on function public.release_expired_leases(), public.lease_delivery(text, uuid, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.release_expired_leases(), public.lease_delivery(text, uuid, integer, integer)
  to service_role;
