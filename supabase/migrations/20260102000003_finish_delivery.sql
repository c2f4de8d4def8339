-- Records the outcome of an attempt and answers {state}: the delivery's new state, or null if another lease or a person
-- has decided in the meantime. Without `p_retry_seconds` an attempt that was neither accepted nor rejected goes to a person,
-- and so does one that was held before anything was sent.
-- `p_pause_seconds` is how long all workers have to pause, as the destination asks.
--
-- A circuit breaker: after five consecutive failures all deliveries pause, for 30 seconds at first and 15 minutes at most.
-- After each pause, a single attempt probes whether the destination is back.
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
  -- A report after the lease expired is still true, so it counts unless another lease or a person has decided. That the
  -- client has arrived always counts: the delivery must neither be sent again nor be marked as cancelled.
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

  -- What was held says nothing about the destination.
  if p_outcome <> 'held' then
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
  end if;

  -- The new state, its reason, and when it is due.
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
  elsif p_outcome = 'held' and delivery.version = delivery.leased_version then
    delivery.state := 'needs_review';
  elsif p_outcome in ('accepted', 'rejected', 'held') then
    -- A newer version has been saved and not sent yet.
    delivery.state := 'queued';
    delivery.reason := null;
    delivery.attempts := 0;
  elsif p_retry_seconds is not null then
    delivery.state := 'queued';
    delivery.due_at := moment + p_retry_seconds * interval '1 second';
  else
    delivery.state := 'needs_review';
    if p_outcome = 'retry' then
      -- An earlier attempt since it was queued may have arrived.
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

revoke all on function public.finish_delivery(uuid, text, text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.finish_delivery(uuid, text, text, integer, integer) to service_role;
