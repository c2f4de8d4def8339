-- Payments (R-PAYMENT): the events of a checkout are appended, and what stands of a payment follows from all of its events,
-- in whatever order they came. One that is clear is proven on an enrollment; one that is not waits for a person.

create table public.payment_events (
  -- The sender and its id of the event: one that comes twice is one.
  id text primary key check (id ~ '^[a-z]{1,20}:[!-~]{1,255}$'),
  received_at timestamptz not null default clock_timestamp(),
  happened_at timestamptz not null,
  -- `noted`: nothing follows from it.
  kind text not null check (kind in ('pending', 'paid', 'failed', 'refund', 'dispute', 'noted')),
  payment_reference text check (payment_reference ~ '^[!-~]{1,255}$'),
  amount_cents bigint check (amount_cents between 0 and 9999999999),
  currency text check (currency ~ '^[a-z]{3}$'),

  -- Of a refund or a dispute: its id, and what has become of it.
  part text check (part ~ '^[!-~]{1,255}$'),
  outcome text check (outcome in ('pending', 'made', 'undone', 'open', 'won', 'lost')),

  -- Of a payment: who paid, for what, and why it fits no plan.
  payer_email text check (private.is_email_address(payer_email)),
  plan_name text check (private.is_plain_text(plan_name, 1, 100)),
  is_add_on boolean not null default false,
  doubt text check (doubt ~ '^[a-z-]{1,40}$'),

  constraint a_payment_has_its_facts check (
    kind = 'noted' or num_nulls(payment_reference, amount_cents, currency) = 0
  ),
  constraint a_part_has_an_outcome check ((kind in ('refund', 'dispute')) = (num_nulls(part, outcome) = 0))
);

create index payment_events_reference_idx on public.payment_events (payment_reference);

create table public.payments (
  reference text primary key,
  source text not null,
  status text not null
    check (status in ('pending', 'failed', 'paid', 'partly_refunded', 'refunded', 'disputed', 'lost')),
  amount_cents bigint not null,
  currency text not null,
  paid_at timestamptz,
  refunded_cents bigint not null default 0,
  refunded_at timestamptz,
  disputed_at timestamptz,
  payer_email text,
  plan_name text,
  is_add_on boolean not null,

  -- Why a person has to look: a code of ours; and since when nobody has to any more.
  review text check (review ~ '^[a-z-]{1,40}$'),
  reviewed_at timestamptz,

  -- Where it is proven. Set once; null again if the enrollment is deleted.
  enrollment_id uuid references public.enrollments (id) on delete set null,
  proven_at timestamptz,

  -- E-mails to the payer: the receipt, and two reminders. One that is being sent is due again later.
  emails_sent smallint not null default 0,
  email_due_at timestamptz,
  -- To send the next one.
  email_attempts smallint not null default 0,
  stop_token uuid not null unique default gen_random_uuid(),
  reminders_stopped_at timestamptz
);

create index payments_enrollment_id_idx on public.payments (enrollment_id);
create index payments_payer_email_idx on public.payments (lower(payer_email));
create index payments_email_due_idx on public.payments (email_due_at) where email_due_at is not null;
create index payments_review_idx on public.payments (paid_at) where review is not null and reviewed_at is null;

create unique index enrollments_payment_reference_idx on public.enrollments (payment_reference)
  where payment_reference is not null;

-- What stands of a payment by all of its events; null if none of them is of the payment itself.
create function private.payment_standing(p_reference text) returns jsonb
language sql stable set search_path = '' as $$
  with own as (
    select * from public.payment_events where payment_reference = p_reference
  ), main as (
    -- Its facts are those of the first event of its furthest kind.
    select * from own where kind in ('pending', 'failed', 'paid')
    order by array_position(array['paid', 'failed', 'pending'], kind), happened_at, id
    limit 1
  ), parts as (
    select kind, part, min(happened_at) as since, max(amount_cents) as amount_cents,
      bool_or(outcome = 'made') and not bool_or(outcome = 'undone') as is_refunded,
      bool_or(outcome = 'lost') as is_lost, bool_or(outcome = 'won') as is_won
    from own where kind in ('refund', 'dispute') group by kind, part
  ), sums as (
    select
      least(coalesce(sum(amount_cents) filter (where kind = 'refund' and is_refunded), 0), 9999999999) as refunded_cents,
      min(since) filter (where kind = 'refund' and is_refunded) as refunded_at,
      min(since) filter (where kind = 'dispute') as disputed_at,
      coalesce(bool_or(kind = 'dispute' and is_lost), false) as is_lost,
      coalesce(bool_or(kind = 'dispute' and not is_lost and not is_won), false) as is_disputed
    from parts
  )
  select jsonb_build_object(
    'source', split_part(main.id, ':', 1),
    'status', case
      when main.kind <> 'paid' then main.kind
      when is_lost then 'lost'
      when refunded_cents >= main.amount_cents and refunded_cents > 0 then 'refunded'
      when is_disputed then 'disputed'
      when refunded_cents > 0 then 'partly_refunded'
      else 'paid'
    end,
    'amount_cents', main.amount_cents, 'currency', main.currency,
    'paid_at', case when main.kind = 'paid' then main.happened_at end,
    'refunded_cents', refunded_cents, 'refunded_at', refunded_at, 'disputed_at', disputed_at,
    'payer_email', main.payer_email, 'plan_name', main.plan_name, 'is_add_on', main.is_add_on, 'doubt', main.doubt
  )
  from main cross join sums
$$;

-- One at a time for whoever pays, fills in a form, or claims one by this address.
create function private.lock_payer(p_email text) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(20260112, hashtext(lower(p_email)))
$$;

-- Where a payment belongs: an enrollment, a doubt for a person, or neither, if one has to be prepared.
create function private.place_of_payment(p_payment public.payments, out enrollment uuid, out doubt text)
language plpgsql stable set search_path = '' as $$
declare
  account uuid := (
    select id from auth.users
    where lower(email) = lower(p_payment.payer_email) and email_confirmed_at is not null and deleted_at is null
    limit 1
  );
  found_ids uuid[];
begin
  if p_payment.is_add_on then
    select array_agg(id) into found_ids from (
      select id from public.enrollments
      where payment_verified_at is not null
        and (user_id = account or (user_id is null and lower(customer_email) = lower(p_payment.payer_email)))
      order by payment_verified_at desc, id limit 1
    ) latest;
    if found_ids is not null then
      enrollment := found_ids[1];
      return;
    end if;
  elsif exists (
    select from public.payments
    where lower(payer_email) = lower(p_payment.payer_email) and plan_name = p_payment.plan_name
      and reference <> p_payment.reference and proven_at is not null and status in ('paid', 'partly_refunded', 'disputed')
      and paid_at > p_payment.paid_at - interval '30 days'
  ) then
    doubt := 'paid-again';
    return;
  end if;

  -- The forms that this account has sent lately and nobody has paid for: those of this plan before others.
  select array_agg(id) into found_ids from (
    select id, rank() over (order by plan_name is not distinct from p_payment.plan_name desc) as place
    from public.enrollments
    where user_id = account and payment_verified_at is null and updated_at > p_payment.paid_at - interval '30 days'
      and not exists (select from public.deliveries where enrollment_id = enrollments.id and state = 'cancelled')
  ) open where place = 1;
  if cardinality(found_ids) > 1 then
    doubt := 'several-forms';
  else
    enrollment := found_ids[1];
  end if;
end
$$;

-- Proves a payment on an enrollment, or on one that it prepares for the payer, without an owner (R-PAYMENT-PROOF).
create function private.prove_payment(p_payment public.payments, p_enrollment uuid) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  proven uuid := p_enrollment;
begin
  if proven is null then
    insert into public.enrollments (
      customer_email, plan_name, plan_price, payment_status, payment_verified_at, payment_source, payment_reference
    ) values (
      p_payment.payer_email, p_payment.plan_name, p_payment.amount_cents / 100.0, 'completed', p_payment.paid_at,
      p_payment.source, p_payment.reference
    ) returning id into proven;
  else
    -- An add-on changes nothing of the plan that is paid for already.
    update public.enrollments
    set plan_name = p_payment.plan_name, plan_price = p_payment.amount_cents / 100.0, payment_status = 'completed',
      payment_verified_at = p_payment.paid_at, payment_source = p_payment.source, payment_reference = p_payment.reference
    where id = proven and payment_verified_at is null;
  end if;
  update public.payments
  set enrollment_id = proven, proven_at = clock_timestamp(), review = null, email_due_at = clock_timestamp()
  where reference = p_payment.reference;
  return proven;
end
$$;

-- Writes what stands of a payment, and what follows from it.
create function private.settle_payment(p_reference text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  standing jsonb := private.payment_standing(p_reference);
  payment public.payments;
  place record;
  is_paid_back boolean := standing ->> 'status' in ('refunded', 'lost');
begin
  if standing is null then
    return;
  end if;
  payment := jsonb_populate_record(null::public.payments, standing);
  perform private.lock_payer(coalesce(payment.payer_email, p_reference));

  insert into public.payments (
    reference, source, status, amount_cents, currency, paid_at, refunded_cents, refunded_at, disputed_at, payer_email,
    plan_name, is_add_on
  ) values (
    p_reference, payment.source, payment.status, payment.amount_cents, payment.currency, payment.paid_at,
    payment.refunded_cents, payment.refunded_at, payment.disputed_at, payment.payer_email, payment.plan_name,
    payment.is_add_on
  ) on conflict (reference) do update set
    (source, status, amount_cents, currency, paid_at, refunded_cents, refunded_at, disputed_at, payer_email) = (
      excluded.source, excluded.status, excluded.amount_cents, excluded.currency, excluded.paid_at,
      excluded.refunded_cents, excluded.refunded_at, excluded.disputed_at, excluded.payer_email
    ),
    -- A person may have said otherwise.
    plan_name = case when payments.reviewed_at is null then excluded.plan_name else payments.plan_name end,
    is_add_on = case when payments.reviewed_at is null then excluded.is_add_on else payments.is_add_on end
  returning * into payment;

  if payment.paid_at is not null and payment.proven_at is null and payment.reviewed_at is null then
    if standing ->> 'doubt' is not null then
      update public.payments set review = standing ->> 'doubt' where reference = p_reference;
    else
      place := private.place_of_payment(payment);
      if place.doubt is not null then
        update public.payments set review = place.doubt where reference = p_reference;
      else
        perform private.prove_payment(payment, place.enrollment);
      end if;
    end if;
  end if;

  update public.enrollments
  set payment_status = case payment.status when 'paid' then 'completed' when 'lost' then 'dispute_lost' else payment.status end
  where payment_reference = p_reference;

  -- What is paid back is not worked on before a person has looked (R-REFUNDED), unless the refund fails.
  update public.deliveries
  set state = case when is_paid_back then 'needs_review' else 'queued' end, reason = case when is_paid_back then 'refunded' end,
    updated_at = clock_timestamp()
  where enrollment_id = (select id from public.enrollments where payment_reference = p_reference)
    and case when is_paid_back then state = 'queued' else state = 'needs_review' and reason = 'refunded' end;
end
$$;

-- Records an event of a checkout, once, with all that follows from it: `recorded`, or `known`. Keys are the columns of
-- payment_events.
create function public.record_payment_event(p_event jsonb) returns text
language plpgsql volatile strict security definer set search_path = '' as $$
declare
  event public.payment_events := jsonb_populate_record(null::public.payment_events, p_event);
begin
  perform pg_advisory_xact_lock(20260113, hashtext(coalesce(event.payment_reference, event.id)));
  insert into public.payment_events (
    id, happened_at, kind, payment_reference, amount_cents, currency, part, outcome, payer_email, plan_name, is_add_on, doubt
  ) values (
    event.id, event.happened_at, event.kind, event.payment_reference, event.amount_cents, event.currency, event.part,
    event.outcome, event.payer_email, event.plan_name, coalesce(event.is_add_on, false), event.doubt
  ) on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  if event.payment_reference is not null then
    perform private.settle_payment(event.payment_reference);
  end if;
  return 'recorded';
end
$$;

-- A person's decision on a payment: it is for this enrollment, or, without one, for one that is prepared for the payer.
-- An add-on goes to an enrollment that is paid for, too; without a plan, it is what the checkout says. Answers `proven`, or
-- why not.
create function public.assign_payment(p_reference text, p_enrollment uuid, p_plan text default null, p_is_add_on boolean default false)
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  adds_on boolean;
begin
  perform pg_advisory_xact_lock(20260113, hashtext(p_reference));
  select * into payment from public.payments where reference = p_reference for update;
  adds_on := case when p_plan is null then payment.is_add_on else p_is_add_on end;
  if not found then
    return 'no-such-payment';
  elsif payment.proven_at is not null then
    return 'proven-already';
  elsif payment.paid_at is null then
    return 'not-paid';
  elsif p_enrollment is null and payment.payer_email is null then
    return 'no-email';
  elsif coalesce(p_plan, payment.plan_name) is null then
    return 'no-plan';
  elsif p_enrollment is not null and not exists (
    select from public.enrollments where id = p_enrollment and (adds_on or payment_verified_at is null) for update
  ) then
    return 'no-open-enrollment';
  end if;
  perform private.lock_payer(coalesce(payment.payer_email, p_reference));
  update public.payments set plan_name = coalesce(p_plan, plan_name), is_add_on = adds_on, reviewed_at = clock_timestamp()
  where reference = p_reference returning * into payment;
  perform private.prove_payment(payment, p_enrollment);
  perform private.settle_payment(p_reference);
  return 'proven';
end
$$;

-- A person's decision that a payment is for no plan, such as a donation: `settled`, or `not-open`.
create function public.dismiss_payment(p_reference text) returns text
language plpgsql volatile set search_path = '' as $$
begin
  update public.payments set review = null, reviewed_at = clock_timestamp()
  where reference = p_reference and review is not null and proven_at is null;
  return case when found then 'settled' else 'not-open' end;
end
$$;

-- Whoever has paid and does not come by the link of the e-mail: a form of theirs takes over what was prepared for their
-- confirmed address, the one of its plan first. Reads and deletes what clients may not.
create function private.take_prepared_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address text := private.confirmed_email();
  prepared public.enrollments;
begin
  if address is null then
    return new;
  end if;
  perform private.lock_payer(address);
  delete from public.enrollments
  where id = (
    select id from public.enrollments
    where user_id is null and lower(customer_email) = address and payment_verified_at is not null
      and not onboarding_completed
    order by plan_name is not distinct from new.plan_name desc, payment_verified_at, id
    limit 1
  ) returning * into prepared;
  if found then
    new.plan_name := prepared.plan_name;
    new.plan_price := prepared.plan_price;
    new.payment_status := prepared.payment_status;
    new.payment_verified_at := prepared.payment_verified_at;
    new.payment_source := prepared.payment_source;
    new.payment_reference := prepared.payment_reference;
  end if;
  return new;
end
$$;

create function private.keep_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.payments set enrollment_id = new.id where reference = new.payment_reference;
  return null;
end
$$;

create trigger take_prepared_payment before insert on public.enrollments
  for each row when (current_user in ('anon', 'authenticated')) execute function private.take_prepared_payment();
create trigger keep_payment after insert on public.enrollments
  for each row when (new.payment_reference is not null and current_user in ('anon', 'authenticated'))
  execute function private.keep_payment();

-- What a client sends, or a worker returns, after everything was paid back waits for a person (R-REFUNDED). A person's own
-- `retry` sends it.
create function private.hold_refunded() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or old.state = 'sending' or auth.uid() is not null) and exists (
    select from public.enrollments where id = new.enrollment_id and payment_status in ('refunded', 'dispute_lost')
      and payment_verified_at is not null
  ) then
    new.state := 'needs_review';
    new.reason := 'refunded';
  end if;
  return new;
end
$$;

create trigger hold_refunded before insert or update of state on public.deliveries
  for each row when (new.state = 'queued') execute function private.hold_refunded();

-- Claims one e-mail to a payer for the process that asks first: the receipt (`number` 0) as soon as the payment is proven,
-- reminders 2 and 7 days later while the form is missing. Null if none is due. One whose sending is not finished is due
-- again in a quarter of an hour, then in twice that, and given up after eight attempts.
create function public.claim_payment_email() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  enrollment public.enrollments;
begin
  loop
    select * into payment from public.payments
    where email_due_at <= clock_timestamp() order by email_due_at limit 1 for update skip locked;
    if not found then
      return null;
    end if;
    select * into enrollment from public.enrollments where id = payment.enrollment_id;
    exit when payment.payer_email is not null and payment.status in ('paid', 'partly_refunded') and enrollment.id is not null
      and (payment.emails_sent = 0 or (payment.reminders_stopped_at is null and not enrollment.onboarding_completed));
    update public.payments set email_due_at = null where reference = payment.reference;
  end loop;
  update public.payments
  set email_attempts = email_attempts + 1,
    email_due_at = case when email_attempts < 7 then clock_timestamp() + interval '15 minutes' * 2 ^ email_attempts end
  where reference = payment.reference;
  return jsonb_build_object(
    'reference', payment.reference, 'number', payment.emails_sent, 'to', payment.payer_email,
    'plan_name', payment.plan_name, 'amount_cents', payment.amount_cents, 'paid_at', payment.paid_at,
    'enrollment_id', enrollment.id, 'onboarded', enrollment.onboarding_completed, 'stop_token', payment.stop_token,
    'has_account', exists (
      select from auth.users where lower(email) = lower(payment.payer_email) and deleted_at is null
    )
  );
end
$$;

-- Records that an e-mail was sent, and when the next one is due.
create function public.finish_payment_email(p_reference text, p_number integer) returns void
language sql volatile set search_path = '' as $$
  update public.payments
  set emails_sent = emails_sent + 1, email_attempts = 0,
    email_due_at = case p_number when 0 then clock_timestamp() + interval '2 days' when 1 then clock_timestamp() + interval '5 days' end
  where reference = p_reference and emails_sent = p_number
$$;

-- Ends the reminders of the e-mail that has this token. Answers nothing, whether there is one or not.
create function public.stop_payment_reminders(p_token uuid) returns void
language sql volatile set search_path = '' as $$
  update public.payments set reminders_stopped_at = clock_timestamp()
  where stop_token = p_token and reminders_stopped_at is null
$$;

-- For the staff: {last_event_at, in_review, not_onboarded}, the last one of payments that are a day old.
create function public.payment_health() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'last_event_at', (select max(received_at) from public.payment_events),
    'in_review', (select count(*) from public.payments where review is not null and reviewed_at is null),
    'not_onboarded', (
      select count(*) from public.payments join public.enrollments on enrollments.id = enrollment_id
      where not onboarding_completed and payments.status in ('paid', 'partly_refunded')
        and proven_at < clock_timestamp() - interval '1 day'
    )
  )
$$;

revoke all on function
  private.payment_standing(text), private.lock_payer(text), private.place_of_payment(public.payments),
  private.prove_payment(public.payments, uuid), private.settle_payment(text), private.take_prepared_payment(),
  private.keep_payment(), private.hold_refunded(), public.record_payment_event(jsonb),
  public.assign_payment(text, uuid, text, boolean), public.dismiss_payment(text), public.claim_payment_email(),
  public.finish_payment_email(text, integer), public.stop_payment_reminders(uuid), public.payment_health()
  from public, anon, authenticated, service_role;
grant execute on function
  public.record_payment_event(jsonb), public.assign_payment(text, uuid, text, boolean), public.dismiss_payment(text),
  public.claim_payment_email(), public.finish_payment_email(text, integer), public.stop_payment_reminders(uuid),
  public.payment_health()
  to service_role;

-- Events are only added.
revoke all on table public.payment_events, public.payments from public, anon, authenticated, service_role;
grant select on table public.payment_events to service_role;
grant select, update on table public.payments to service_role;

alter table public.payment_events enable row level security;
alter table public.payments enable row level security;
create policy "The service reads" on public.payment_events for select to service_role using (true);
create policy "The service does everything" on public.payments for all to service_role using (true) with check (true);
