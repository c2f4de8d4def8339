-- What the staff decide about deliveries (R-DESK, docs/desk-functions.md): of one form, of one account, and of all.

-- For the last action on an account.
create index staff_log_account_id_idx on public.staff_log (account_id);

create function private.refused(p_reason text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('outcome', 'refused', 'reason', p_reason)
$$;

-- That a form is not as its reader saw it: {outcome, by}, with what a person did last to it, or to its whole account.
create function private.changed(p_enrollment uuid) returns jsonb
language sql stable set search_path = '' set timezone = 'UTC' as $$
  select jsonb_build_object('outcome', 'changed', 'by', (
    select jsonb_build_object('name', staff, 'action', action, 'at', at)
    from public.staff_log
    where (
      enrollment_id = p_enrollment
      or account_id = (select user_id from public.enrollments where id = p_enrollment)
    ) and action in ('retry', 'resolve', 'cancel', 'hold', 'release', 'assign-payment')
    order by id desc limit 1
  ))
$$;

-- Retries, resolves or cancels one delivery, of which the caller has seen `p_seen`. A worker's expired lease is kept: it may still
-- report late that the client has arrived.
create function private.decide_delivery(
  p_caller private.staff_caller, p_action text, p_enrollment uuid, p_seen text, p_twice boolean default false
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  status jsonb;
  is_settled boolean;
begin
  -- Locks the enrollment before its delivery, in the same order as saving does.
  perform from public.enrollments where id = p_enrollment for update;
  if not found then
    return private.refused('not-there');
  end if;
  perform from public.deliveries where enrollment_id = p_enrollment for update;
  status := private.delivery_status(p_enrollment);

  if private.delivery_seen(status) is distinct from p_seen then
    return private.changed(p_enrollment);
  elsif status ->> 'state' = 'sending' then
    return private.refused('sending');
  elsif not p_action = any (private.delivery_actions(status)) then
    return private.refused(case
      when p_action = 'retry' and status ->> 'state' is not null then
        case when (status ->> 'is_held')::boolean then 'account-held' else 'details-purged' end
      else 'wrong-state'
    end);
  elsif p_action = 'retry' and (status ->> 'may_be_there')::boolean and p_twice is not true then
    return private.refused('may-be-there');
  end if;

  -- A change that was never sent is not there either. Some reasons have told a person so already.
  is_settled := (status ->> 'known_version')::integer >= (status ->> 'version')::integer
    or coalesce(status ->> 'reason' in ('edited-after-delivery', 'details-purged'), false);
  if p_action = 'retry' then
    update public.deliveries
    set state = 'queued', reason = null, attempts = 0, due_at = clock_timestamp(),
      queued_at = case when state = 'queued' then queued_at else clock_timestamp() end, delivered_version = null,
      updated_at = clock_timestamp()
    where enrollment_id = p_enrollment;
  elsif p_action = 'resolve' then
    update public.deliveries
    set state = case when is_settled then 'delivered' else 'needs_review' end,
      reason = case when is_settled then 'resolved' else 'edited-after-delivery' end,
      delivered_version = case when is_settled then version else (status ->> 'known_version')::integer end,
      updated_at = clock_timestamp()
    where enrollment_id = p_enrollment;
  else
    update public.deliveries set state = 'cancelled', reason = null, updated_at = clock_timestamp()
    where enrollment_id = p_enrollment;
  end if;
  perform private.log_staff(p_caller, p_action, p_enrollment);
  return jsonb_build_object('outcome', 'done')
    || case when p_action = 'resolve' then jsonb_build_object('settled', is_settled) else '{}' end;
end
$$;

-- What is paid back waits for a person (R-REFUNDED) as before, and a person's own `retry` sends it, now from the desk as well:
-- what a client saves reaches its delivery through a trigger, what the staff decide does not.
create or replace function private.hold_refunded() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or old.state = 'sending' or (auth.uid() is not null and pg_trigger_depth() > 1)) and exists (
    select from public.enrollments where id = new.enrollment_id and payment_status in ('refunded', 'dispute_lost')
      and payment_verified_at is not null
  ) then
    new.state := 'needs_review';
    new.reason := 'refunded';
  end if;
  return new;
end
$$;

create function public.staff_retry(p_id uuid, p_seen text, p_twice boolean, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_retry');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_retry', p_request),
    private.keep_answer(caller, 'staff_retry', p_request, private.decide_delivery(caller, 'retry', p_id, p_seen, p_twice))
  );
end
$$;

create function public.staff_resolve(p_id uuid, p_seen text, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_resolve');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_resolve', p_request),
    private.keep_answer(caller, 'staff_resolve', p_request, private.decide_delivery(caller, 'resolve', p_id, p_seen))
  );
end
$$;

create function public.staff_cancel(p_id uuid, p_seen text, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_cancel');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_cancel', p_request),
    private.keep_answer(caller, 'staff_cancel', p_request, private.decide_delivery(caller, 'cancel', p_id, p_seen))
  );
end
$$;

-- Notes something about a client for colleagues. Answers with the note's id.
create function private.add_note(p_caller private.staff_caller, p_enrollment uuid, p_text text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  added bigint;
begin
  perform from public.enrollments where id = p_enrollment for key share;
  if not found then
    return private.refused('not-there');
  elsif p_text is null or not private.is_plain_lines(p_text, 1, 2000) then
    raise exception 'A note is plain text of 1 to 2,000 characters' using errcode = 'invalid_parameter_value';
  end if;
  insert into private.staff_notes (enrollment_id, author_id, author, text)
  values (p_enrollment, p_caller.id, p_caller.name, p_text) returning id into added;
  perform private.log_staff(p_caller, 'note', p_enrollment);
  return jsonb_build_object('outcome', 'done', 'id', added);
end
$$;

create function public.staff_note(p_id uuid, p_text text, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_note');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_note', p_request),
    private.keep_answer(caller, 'staff_note', p_request, private.add_note(caller, p_id, p_text))
  );
end
$$;

-- Holds, releases or cancels what one account has, and counts it: `hold` what waits, and whatever it sends later; `release` what waited
-- for it or for a quota; `cancel` all that was not delivered.
create function private.decide_account(p_caller private.staff_caller, p_action text, p_account uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  decided integer;
begin
  perform from auth.users where id = p_account for key share;
  if not found then
    return private.refused('not-there');
  elsif p_action = 'hold' then
    insert into public.held_accounts (user_id) values (p_account) on conflict do nothing;
  elsif p_action = 'release' then
    delete from public.held_accounts where user_id = p_account;
  end if;
  update public.deliveries
  set state = case p_action when 'hold' then 'needs_review' when 'release' then 'queued' else 'cancelled' end,
    reason = case when p_action = 'hold' then 'account-held' end,
    asked_at = case when p_action <> 'hold' then asked_at end,
    due_at = case when p_action = 'release' then clock_timestamp() else due_at end,
    updated_at = clock_timestamp()
  where enrollment_id in (
      -- Locked in the order of every statement that locks several, so that two cannot deadlock.
      select enrollment_id from public.deliveries join public.enrollments on enrollments.id = enrollment_id
      where user_id = p_account order by enrollment_id for update of deliveries
    )
    and case p_action
      when 'hold' then state = 'queued'
      when 'release' then state = 'needs_review' and reason in ('account-held', 'too-many-deliveries')
      else state in ('queued', 'rejected', 'needs_review')
    end;
  get diagnostics decided = row_count;
  perform private.log_staff(p_caller, p_action, null, decided, p_account);
  return jsonb_build_object('outcome', 'done', 'count', decided);
end
$$;

create function public.staff_hold_account(p_account uuid, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_hold_account');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_hold_account', p_request),
    private.keep_answer(caller, 'staff_hold_account', p_request, private.decide_account(caller, 'hold', p_account))
  );
end
$$;

create function public.staff_release_account(p_account uuid, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_release_account');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_release_account', p_request),
    private.keep_answer(caller, 'staff_release_account', p_request, private.decide_account(caller, 'release', p_account))
  );
end
$$;

create function public.staff_cancel_account(p_account uuid, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_cancel_account');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_cancel_account', p_request),
    private.keep_answer(caller, 'staff_cancel_account', p_request, private.decide_account(caller, 'cancel', p_account))
  );
end
$$;

-- Holds all deliveries by hand, or releases them (R-HOLD). What waited in a restored backup may have been sent after it was made,
-- so a person has to say whether it goes to a person (`p_review`) or is sent.
create function private.decide_hold(p_caller private.staff_caller, p_action text, p_review boolean default null) returns jsonb
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  pace public.delivery_pace;
  waited integer;
  answer jsonb;
begin
  -- One at a time.
  select * into strict pace from public.delivery_pace for update;
  if p_action = 'hold' and pace.held_since is not null then
    return private.refused('held-already');
  elsif p_action = 'hold' then
    answer := jsonb_build_object('since', public.hold_deliveries('by-hand'));
    select * into strict pace from public.delivery_pace;
  elsif pace.held_since is null then
    return private.refused('not-held');
  elsif pace.held_because = 'left' then
    return private.refused('left');
  end if;
  select count(*) into waited from public.deliveries
  where state in ('queued', 'sending') and queued_at <= pace.held_since;
  if p_action = 'release' then
    if pace.held_because = 'restored' and waited > 0 and p_review is null then
      return private.refused('restored') || jsonb_build_object('waited', waited);
    end if;
    answer := public.release_deliveries(coalesce(p_review, false));
  end if;
  perform private.log_staff(p_caller, p_action, null, waited);
  return answer || jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_hold(p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_hold');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_hold', p_request),
    private.keep_answer(caller, 'staff_hold', p_request, private.decide_hold(caller, 'hold'))
  );
end
$$;

create function public.staff_release(p_review boolean, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_release');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_release', p_request),
    private.keep_answer(caller, 'staff_release', p_request, private.decide_hold(caller, 'release', p_review))
  );
end
$$;

revoke all on function private.refused(text), private.changed(uuid),
  private.decide_delivery(private.staff_caller, text, uuid, text, boolean),
  private.add_note(private.staff_caller, uuid, text), private.decide_account(private.staff_caller, text, uuid),
  private.decide_hold(private.staff_caller, text, boolean)
  from public, anon, authenticated, service_role;
revoke all on function public.staff_retry(uuid, text, boolean, uuid), public.staff_resolve(uuid, text, uuid),
  public.staff_cancel(uuid, text, uuid), public.staff_note(uuid, text, uuid), public.staff_hold_account(uuid, uuid),
  public.staff_release_account(uuid, uuid), public.staff_cancel_account(uuid, uuid), public.staff_hold(uuid),
  public.staff_release(boolean, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.staff_retry(uuid, text, boolean, uuid), public.staff_resolve(uuid, text, uuid),
  public.staff_cancel(uuid, text, uuid), public.staff_note(uuid, text, uuid), public.staff_hold_account(uuid, uuid),
  public.staff_release_account(uuid, uuid), public.staff_cancel_account(uuid, uuid), public.staff_hold(uuid),
  public.staff_release(boolean, uuid)
  to authenticated, site_staff;
