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

-- Retries, resolves or cancels one delivery, of which the caller has seen `seen`. A worker's expired lease is kept: it may still
-- report late that the client has arrived.
create function private.decide_delivery(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  wanted constant text := p_asked ->> 'action';
  form constant uuid := p_asked ->> 'id';
  status jsonb;
  is_settled boolean;
begin
  -- Locks the enrollment before its delivery, in the same order as saving does.
  perform from public.enrollments where id = form for update;
  if not found then
    return private.refused('not-there');
  end if;
  perform from public.deliveries where enrollment_id = form for update;
  status := private.delivery_status(form);

  if private.delivery_seen(status) is distinct from p_asked ->> 'seen' then
    return private.changed(form);
  elsif status ->> 'state' = 'sending' then
    return private.refused('sending');
  elsif not wanted = any (private.delivery_actions(status)) then
    return private.refused(case
      when wanted = 'retry' and status ->> 'state' is not null then
        case when (status ->> 'is_held')::boolean then 'account-held' else 'details-purged' end
      else 'wrong-state'
    end);
  elsif wanted = 'retry' and (status ->> 'may_be_there')::boolean and (p_asked ->> 'twice')::boolean is not true then
    return private.refused('may-be-there');
  end if;

  -- A change that was never sent is not there either. Some reasons have told a person so already.
  is_settled := (status ->> 'known_version')::integer >= (status ->> 'version')::integer
    or coalesce(status ->> 'reason' in ('edited-after-delivery', 'details-purged'), false);
  if wanted = 'retry' then
    update public.deliveries
    set state = 'queued', reason = null, attempts = 0, due_at = clock_timestamp(),
      queued_at = case when state = 'queued' then queued_at else clock_timestamp() end, delivered_version = null,
      updated_at = clock_timestamp()
    where enrollment_id = form;
  elsif wanted = 'resolve' then
    update public.deliveries
    set state = case when is_settled then 'delivered' else 'needs_review' end,
      reason = case when is_settled then 'resolved' else 'edited-after-delivery' end,
      delivered_version = case when is_settled then version else (status ->> 'known_version')::integer end,
      updated_at = clock_timestamp()
    where enrollment_id = form;
  else
    update public.deliveries set state = 'cancelled', reason = null, updated_at = clock_timestamp()
    where enrollment_id = form;
  end if;
  perform private.log_staff(p_caller, wanted, form);
  return jsonb_build_object('outcome', 'done')
    || case when wanted = 'resolve' then jsonb_build_object('settled', is_settled) else '{}' end;
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
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_retry'), 'private.decide_delivery',
    jsonb_build_object('action', 'retry', 'id', p_id, 'seen', p_seen, 'twice', p_twice), p_request
  )
$$;

create function public.staff_resolve(p_id uuid, p_seen text, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_resolve'), 'private.decide_delivery',
    jsonb_build_object('action', 'resolve', 'id', p_id, 'seen', p_seen), p_request
  )
$$;

create function public.staff_cancel(p_id uuid, p_seen text, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_cancel'), 'private.decide_delivery',
    jsonb_build_object('action', 'cancel', 'id', p_id, 'seen', p_seen), p_request
  )
$$;

-- Notes something about a client for colleagues. Answers with the note's id.
create function private.add_note(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  form constant uuid := p_asked ->> 'id';
  written constant text := private.visible(p_asked ->> 'text');
  added bigint;
begin
  perform from public.enrollments where id = form for key share;
  if not found then
    return private.refused('not-there');
  elsif written is null or not private.is_plain_lines(written, 1, 2000) then
    raise exception 'A note is plain text of 1 to 2,000 characters' using errcode = 'invalid_parameter_value';
  end if;
  insert into private.staff_notes (enrollment_id, author_id, author, text)
  values (form, p_caller.id, p_caller.name, written) returning id into added;
  perform private.log_staff(p_caller, 'note', form);
  return jsonb_build_object('outcome', 'done', 'id', added);
end
$$;

create function public.staff_note(p_id uuid, p_text text, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(private.acting_staff('staff_note'), 'private.add_note', jsonb_build_object('id', p_id, 'text', p_text), p_request)
$$;

-- Holds, releases or cancels what one account has, and counts it: `hold` what waits, and whatever it sends later; `release` what waited
-- for it or for a quota; `cancel` all that was not delivered.
create function private.decide_account(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  wanted constant text := p_asked ->> 'action';
  account constant uuid := p_asked ->> 'account';
  decided integer;
begin
  perform from auth.users where id = account for key share;
  if not found then
    return private.refused('not-there');
  elsif wanted = 'hold' then
    insert into public.held_accounts (user_id) values (account) on conflict do nothing;
  elsif wanted = 'release' then
    delete from public.held_accounts where user_id = account;
  end if;
  update public.deliveries
  set state = case wanted when 'hold' then 'needs_review' when 'release' then 'queued' else 'cancelled' end,
    reason = case when wanted = 'hold' then 'account-held' end,
    asked_at = case when wanted <> 'hold' then asked_at end,
    due_at = case when wanted = 'release' then clock_timestamp() else due_at end,
    updated_at = clock_timestamp()
  where enrollment_id in (
      -- Locked in the order of every statement that locks several, so that two cannot deadlock.
      select enrollment_id from public.deliveries join public.enrollments on enrollments.id = enrollment_id
      where user_id = account order by enrollment_id for update of deliveries
    )
    and case wanted
      when 'hold' then state = 'queued'
      when 'release' then state = 'needs_review' and reason in ('account-held', 'too-many-deliveries')
      else state in ('queued', 'rejected', 'needs_review')
    end;
  get diagnostics decided = row_count;
  perform private.log_staff(p_caller, wanted, null, decided, account);
  return jsonb_build_object('outcome', 'done', 'count', decided);
end
$$;

create function public.staff_hold_account(p_account uuid, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_hold_account'), 'private.decide_account',
    jsonb_build_object('action', 'hold', 'account', p_account), p_request
  )
$$;

create function public.staff_release_account(p_account uuid, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_release_account'), 'private.decide_account',
    jsonb_build_object('action', 'release', 'account', p_account), p_request
  )
$$;

create function public.staff_cancel_account(p_account uuid, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_cancel_account'), 'private.decide_account',
    jsonb_build_object('action', 'cancel', 'account', p_account), p_request
  )
$$;

-- Holds all deliveries by hand, or releases them (R-HOLD). What waited in a restored backup may have been sent after it was made,
-- so a person has to say whether it goes to a person (`review`) or is sent.
create function private.decide_hold(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  wanted constant text := p_asked ->> 'action';
  is_for_review constant boolean := p_asked ->> 'review';
  pace public.delivery_pace;
  waited integer;
  answer jsonb;
begin
  -- One at a time.
  select * into strict pace from public.delivery_pace for update;
  if wanted = 'hold' and pace.held_since is not null then
    return private.refused('held-already');
  elsif wanted = 'hold' then
    answer := jsonb_build_object('since', public.hold_deliveries('by-hand'));
    select * into strict pace from public.delivery_pace;
  elsif pace.held_since is null then
    return private.refused('not-held');
  elsif pace.held_because = 'left' then
    return private.refused('left');
  end if;
  select count(*) into waited from public.deliveries
  where state in ('queued', 'sending') and queued_at <= pace.held_since;
  if wanted = 'release' then
    if pace.held_because = 'restored' and waited > 0 and is_for_review is null then
      return private.refused('restored') || jsonb_build_object('waited', waited);
    end if;
    answer := public.release_deliveries(coalesce(is_for_review, false));
  end if;
  perform private.log_staff(p_caller, wanted, null, waited);
  return answer || jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_hold(p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(private.acting_staff('staff_hold'), 'private.decide_hold', jsonb_build_object('action', 'hold'), p_request)
$$;

create function public.staff_release(p_review boolean, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_release'), 'private.decide_hold',
    jsonb_build_object('action', 'release', 'review', p_review), p_request
  )
$$;

revoke all on function private.refused(text), private.changed(uuid),
  private.decide_delivery(private.staff_caller, jsonb), private.add_note(private.staff_caller, jsonb),
  private.decide_account(private.staff_caller, jsonb), private.decide_hold(private.staff_caller, jsonb)
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
