-- What needs a person, and how deliveries go (R-DESK): `staff_today`, and the counts of `staff_stats`. What is asked for every few
-- seconds reads the ends of indexes that stay small, or of those by time.

-- By the day on which a form was saved, with what became of it; the export pages by it as well.
create index form_states_saved_at_idx on private.form_states (saved_at, enrollment_id) include (state);
-- What waits for its turn, the longest first.
create index deliveries_waiting_idx on public.deliveries (queued_at) where state in ('queued', 'sending');
create index delivery_attempts_started_at_idx on public.delivery_attempts (started_at);
create index delivery_attempts_accepted_idx on public.delivery_attempts (finished_at) where outcome = 'accepted';
-- What the stand-in of a trial took, which reached nobody: in production there is none of it.
create index delivery_attempts_pretended_idx on public.delivery_attempts (finished_at) where outcome = 'accepted' and reason = 'stand-in';
create index deliveries_pretended_idx on public.deliveries (enrollment_id) where state = 'delivered' and reason = 'stand-in';
-- Forms that are not filled, those of payers among them.
create index enrollments_unfilled_idx on public.enrollments (payment_verified_at) where not onboarding_completed;
create index payment_events_received_at_idx on public.payment_events (received_at);
-- For the forms that a payer may have meant.
create index enrollments_customer_email_idx on public.enrollments (lower(customer_email));

-- `h•••@example.com`: just enough to recognise an address.
create function private.masked_email(p_email text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(p_email, '^(.)[^@]*', '\1•••')
$$;

create function private.masked_phone(p_phone text) returns text
language sql immutable set search_path = '' as $$
  select '•••• ' || right(p_phone, 2)
$$;

-- What the checkout has proven of a form's payment: what the form itself says is no proof (R-PAYMENT-PROOF).
create function private.proven_payment(p_verified_at timestamptz, p_status text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_verified_at is null then 'none'
    when p_status in ('partly_refunded', 'refunded', 'disputed', 'dispute_lost') then p_status
    else 'paid'
  end
$$;

-- How the delivery of a form stands, for whoever decides on it: {state, reason, version, since, known_version, is_purged, is_held,
-- may_be_there}. The first four are null while the form is not filled; `since` is when its state was last written, in seconds.
-- `known_version` is the newest one that may have arrived: sent, or resolved by a person; 1 without any attempt. Null if there is
-- no such form.
create function private.delivery_status(p_enrollment uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'state', delivery.state, 'reason', delivery.reason, 'version', delivery.version,
    'since', extract(epoch from delivery.updated_at),
    'known_version', case when delivery.version is not null then greatest(delivery.delivered_version, coalesce(attempts.last_version, 1)) end,
    'is_purged', enrollment.personal_details_purged_at is not null,
    'is_held', exists (select from public.held_accounts held where held.user_id = enrollment.user_id),
    'may_be_there', coalesce(delivery.delivered_version is not null or delivery.state = 'delivered' or attempts.may_have_arrived, false)
  )
  from public.enrollments enrollment
    left join public.deliveries delivery on delivery.enrollment_id = enrollment.id
    left join lateral (
      select max(version) as last_version, bool_or(coalesce(outcome, 'lost') in ('accepted', 'ambiguous', 'lost')) as may_have_arrived
      from public.delivery_attempts attempt where attempt.enrollment_id = enrollment.id
    ) attempts on true
  where enrollment.id = p_enrollment
$$;

-- A mark of the same: who decides says by it what they saw.
create function private.delivery_seen(p_status jsonb) returns text
language sql immutable set search_path = '' as $$
  select md5(p_status::text)
$$;

-- What a person may do about a delivery that stands so: of `retry`, `resolve` and `cancel`. Nothing while it is being sent, which
-- ends within seconds; one that is purged, or whose account is held, is not sent again.
create function private.delivery_actions(p_status jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array[
    case
      when p_status ->> 'state' in ('queued', 'delivered', 'rejected', 'needs_review', 'cancelled')
        and not (p_status ->> 'is_purged')::boolean and not (p_status ->> 'is_held')::boolean then 'retry'
    end,
    case when p_status ->> 'state' in ('queued', 'rejected', 'needs_review', 'cancelled') then 'resolve' end,
    case when p_status ->> 'state' in ('queued', 'rejected', 'needs_review') then 'cancel' end
  ], null)
$$;

-- A delivery that needs a person since then.
create function private.queue_row(p_delivery public.deliveries, p_since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', enrollment.id, 'name', customer_name, 'city', city, 'place', enrollment.state, 'plan', plan_name,
    'state', p_delivery.state, 'reason', p_delivery.reason, 'since', p_since, 'attempts', p_delivery.attempts,
    'seen', private.delivery_seen(status), 'may_be_there', status -> 'may_be_there', 'account', user_id,
    'is_held', status -> 'is_held', 'payment', private.proven_payment(payment_verified_at, payment_status)
  )
  from public.enrollments enrollment, private.delivery_status(enrollment.id) status
  where enrollment.id = p_delivery.enrollment_id
$$;

-- The open requests for deletion as staff_deletion_requests has them, the oldest first.
create function private.deletion_requests(p_limit integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(open) order by asked_at, id), '[]'::jsonb) from (
    select request.id, user_id as account, private.masked_email(account.email) as email, asked_at,
      (
        select coalesce(jsonb_agg(enrollment.id order by enrollment.created_at, enrollment.id), '[]'::jsonb)
        from public.enrollments enrollment where enrollment.user_id = request.user_id
      ) as enrollments
    from public.deletion_requests request left join auth.users account on account.id = request.user_id
    where withdrawn_at is null and settled_at is null
    order by asked_at, request.id limit p_limit
  ) open
$$;

-- The payments that wait for a person, the longest first, after the one with this reference: an array of them.
create function private.payments_in_review(p_after text, p_limit integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(waiting) order by paid_at, reference), '[]'::jsonb) from (
    select reference, source, status, review, paid_at, amount_cents, currency, refunded_cents,
      private.masked_email(payer_email) as payer_email, plan_name, is_add_on,
      (
        select coalesce(jsonb_agg(to_jsonb(candidate) order by saved_at desc, id), '[]'::jsonb) from (
          select id, customer_name as name, enrollments.plan_name as plan, created_at as saved_at,
            payment_verified_at is not null as paid
          from public.enrollments where lower(customer_email) = lower(payment.payer_email)
          order by created_at desc, id limit 10
        ) candidate
      ) as candidates
    from public.payments payment
    where review is not null and reviewed_at is null
      and (p_after is null or (paid_at, reference) > (select paid_at, reference from public.payments where reference = p_after))
    order by paid_at, reference limit p_limit
  ) waiting
$$;

-- Who has paid within 30 days and has not sent the form for a day, as R-DIGEST counts them.
create function private.payers_without_form() returns table (id uuid, name text, email text, plan text, paid_at timestamptz)
language sql stable set search_path = '' as $$
  select enrollment.id, customer_name, private.masked_email(coalesce(payer_email, customer_email)), enrollment.plan_name, payment.paid_at
  from public.enrollments enrollment join public.payments payment on enrollment_id = enrollment.id
  where not onboarding_completed and payment_verified_at is not null and payment.status in ('paid', 'partly_refunded')
    and proven_at between clock_timestamp() - interval '30 days' and clock_timestamp() - interval '1 day'
$$;

-- A text that differs once something of staff_today, or any entry of the log, has changed. It reads the ends of indexes alone: what
-- leaves one of the lists appears at the end of another one, or in the log.
create function private.desk_mark() returns text
language sql stable set search_path = '' as $$
  select md5(concat_ws(' ',
    (select entries from public.staff_log_head),
    -- Leasing and finishing write this row each time; so does a hold.
    (select concat_ws(' ', xmin, paused_until > clock_timestamp()) from public.delivery_pace),
    (select max(updated_at) from public.deliveries where state in ('needs_review', 'rejected')),
    (select max(updated_at) from public.deliveries where state in ('delivered', 'cancelled')),
    (select max(queued_at) from public.deliveries where state in ('queued', 'sending')),
    (select max(queued_at) from public.deliveries where state = 'queued' and queued_at < clock_timestamp() - interval '10 minutes'),
    (select count(*) from public.deliveries where state = 'sending'),
    (select max(received_at) from public.payment_events),
    (select count(*) || ' ' || max(id) from public.deletion_requests where withdrawn_at is null and settled_at is null),
    -- A client's change of what is shown.
    (
      select string_agg(version::text, ',') from (
        select version from public.deliveries where state in ('needs_review', 'rejected') order by updated_at limit 50
      ) shown
    ),
    (clock_timestamp() at time zone 'utc')::date
  ))
$$;

-- What needs a person, the longest waiting first, and how deliveries go. docs/desk-functions.md has its shape.
create function public.staff_today() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_today');
  most constant integer := 50;
  long_ago timestamptz := clock_timestamp() - interval '10 minutes';
  first_day date := current_date - 29;
begin
  return jsonb_build_object(
    'queue', (
      select coalesce(jsonb_agg(private.queue_row(delivery, (delivery).updated_at) order by (delivery).updated_at), '[]'::jsonb)
      from (
        select deliveries from public.deliveries where state in ('needs_review', 'rejected') order by updated_at limit most
      ) needing (delivery)
    ),
    'queue_count', (select count(*) from public.deliveries where state in ('needs_review', 'rejected')),
    'waiting_long', (
      select coalesce(jsonb_agg(private.queue_row(delivery, (delivery).queued_at) order by (delivery).queued_at), '[]'::jsonb)
      from (
        select deliveries from public.deliveries where state = 'queued' and queued_at < long_ago order by queued_at limit most
      ) waiting (delivery)
    ),
    'waiting_long_count', (select count(*) from public.deliveries where state = 'queued' and queued_at < long_ago),
    'deletions', private.deletion_requests(most),
    'payments', private.payments_in_review(null, 25),
    'payments_count', (select count(*) from public.payments where review is not null and reviewed_at is null)
  ) || (
    select jsonb_build_object(
      'not_onboarded', coalesce(jsonb_agg(to_jsonb(payer) - 'number' order by number) filter (where number <= most), '[]'::jsonb),
      'not_onboarded_count', count(*)
    )
    from (select *, row_number() over (order by paid_at, id) as number from private.payers_without_form()) payer
  ) || jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', days.day, 'accepted', coalesce(delivered, 0) - coalesce(pretended, 0), 'waiting', coalesce(waiting, 0),
        'in_review', coalesce(in_review, 0), 'pretended', coalesce(pretended, 0)
      ) order by days.day)
      from (select first_day + number as day from generate_series(0, 29) number) days
        left join (
          select saved_at::date as day,
            count(*) filter (where state = 'delivered') as delivered,
            count(*) filter (where state in ('queued', 'sending')) as waiting,
            count(*) filter (where state in ('needs_review', 'rejected')) as in_review
          from private.form_states where saved_at >= first_day group by 1
        ) counted using (day)
        left join (
          select saved_at::date as day, count(*) as pretended
          from public.deliveries join private.form_states using (enrollment_id)
          where deliveries.state = 'delivered' and reason = 'stand-in' and saved_at >= first_day group by 1
        ) at_stand_in using (day)
    ),
    'deliveries', (
      select jsonb_build_object(
        'waiting', (select count(*) from public.deliveries where state = 'queued'),
        'sending', (select count(*) from public.deliveries where state = 'sending'),
        'oldest_waiting_seconds', (
          select greatest(floor(extract(epoch from clock_timestamp() - coalesce(min(queued_at), clock_timestamp()))), 0)::bigint
          from public.deliveries where state in ('queued', 'sending')
        ),
        'last_accepted_at', (
          select max(finished_at) from public.delivery_attempts where outcome = 'accepted' and reason is distinct from 'stand-in'
        ),
        'last_pretended_at', (select max(finished_at) from public.delivery_attempts where outcome = 'accepted' and reason = 'stand-in'),
        'last_attempt_at', (select max(started_at) from public.delivery_attempts),
        'last_outcome', (select outcome from public.delivery_attempts where outcome is not null order by started_at desc limit 1),
        'failures', failures,
        'paused_until', case when paused_until > clock_timestamp() then paused_until end,
        'held_since', held_since, 'held_because', held_because
      )
      from public.delivery_pace
    ),
    'mark', private.desk_mark()
  );
end
$$;

-- Counts of deliveries by state and reason, of the last day's attempts by outcome, and of forms by what is kept of date of birth
-- and SSN digits.
create function public.staff_stats() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_stats');
begin
  return jsonb_build_object(
    'deliveries', (
      select coalesce(jsonb_agg(to_jsonb(counted) order by state, reason nulls first), '[]'::jsonb) from (
        select state, reason, count(*) as count,
          extract(epoch from clock_timestamp() - min(
            case when state in ('queued', 'sending') then queued_at else updated_at end
          ))::float8 as oldest_seconds
        from public.deliveries group by state, reason
      ) counted
    ),
    'attempts_of_last_day', (
      select coalesce(jsonb_agg(to_jsonb(counted) order by outcome), '[]'::jsonb) from (
        select coalesce(outcome, 'under way') as outcome, count(*) as count
        from public.delivery_attempts where started_at > clock_timestamp() - interval '1 day' group by 1
      ) counted
    ),
    'details', (
      -- Counted by indexes. A filled form has its details unless they are purged.
      select jsonb_build_object('kept', unpurged - without, 'purged', total - unpurged, 'incomplete', unfilled)
      from (select count(*) as total from public.enrollments) forms,
        (select count(*) as unpurged from public.enrollments where personal_details_purged_at is null) kept,
        (
          select count(*) as unfilled,
            count(*) filter (where personal_details is null and personal_details_purged_at is null) as without
          from public.enrollments where not onboarding_completed
        ) prepared
    )
  );
end
$$;

revoke all on function private.masked_email(text), private.masked_phone(text), private.proven_payment(timestamptz, text),
  private.delivery_status(uuid), private.delivery_seen(jsonb), private.delivery_actions(jsonb),
  private.queue_row(public.deliveries, timestamptz), private.deletion_requests(integer), private.payments_in_review(text, integer),
  private.payers_without_form(), private.desk_mark(), public.staff_today(), public.staff_stats()
  from public, anon, authenticated, service_role;
grant execute on function public.staff_today(), public.staff_stats() to authenticated, site_staff;
