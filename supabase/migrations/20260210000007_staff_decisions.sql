-- What the staff decide about consents, payments, deletion and sessions (R-DESK, docs/desk-functions.md).

create function private.withdraw_consent(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  form constant uuid := p_asked ->> 'id';
begin
  -- One at a time, also where the enrollment is deleted.
  perform from public.consents where enrollment_id = form order by id for update;
  if not public.withdraw_consent(form, p_asked ->> 'document') then
    return private.refused('no-consent');
  end if;
  perform private.log_staff(p_caller, 'withdraw-consent', form);
  return jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_withdraw_consent(p_id uuid, p_document text, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_withdraw_consent'), 'private.withdraw_consent',
    jsonb_build_object('id', p_id, 'document', p_document), p_request
  )
$$;

create function private.assign_payment(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  payment constant text := p_asked ->> 'reference';
  form constant uuid := p_asked ->> 'id';
  told text;
  proven uuid;
begin
  if form is not null and not exists (select from public.enrollments where id = form) then
    return private.refused('not-there');
  end if;
  told := public.assign_payment(payment, form, p_asked ->> 'plan', coalesce((p_asked ->> 'is_add_on')::boolean, false));
  if told <> 'proven' then
    return private.refused(told);
  end if;
  select enrollment_id into proven from public.payments where reference = payment;
  perform private.log_staff(p_caller, 'assign-payment', proven);
  return jsonb_build_object('outcome', 'done', 'enrollment', proven);
end
$$;

create function public.staff_assign_payment(
  p_reference text, p_id uuid, p_plan text default null, p_is_add_on boolean default false, p_request uuid default null
) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_assign_payment'), 'private.assign_payment',
    jsonb_build_object('reference', p_reference, 'id', p_id, 'plan', p_plan, 'is_add_on', p_is_add_on), p_request
  )
$$;

create function private.dismiss_payment(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  told text := public.dismiss_payment(p_asked ->> 'reference');
begin
  if told <> 'settled' then
    return private.refused(told);
  end if;
  perform private.log_staff(p_caller, 'dismiss-payment', null, 0);
  return jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_dismiss_payment(p_reference text, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_dismiss_payment'), 'private.dismiss_payment',
    jsonb_build_object('reference', p_reference), p_request
  )
$$;

-- Settles what a client has asked for (R-ACCOUNT-DELETION).
create function private.settle_deletion(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  request constant bigint := p_asked ->> 'number';
  settled_as constant text := p_asked ->> 'as';
  settled jsonb;
begin
  if settled_as is null or settled_as not in ('deleted', 'kept') then
    raise exception 'A request for deletion is settled as deleted or kept' using errcode = 'invalid_parameter_value';
  end if;
  if settled_as = 'deleted'
    and private.is_last_lead(p_caller, (select user_id from public.deletion_requests where id = request and settled_at is null))
  then
    return private.refused('last-lead');
  end if;
  settled := public.settle_deletion(request, settled_as);
  if settled ->> 'outcome' <> 'settled' then
    return private.refused(settled ->> 'outcome');
  end if;
  perform private.log_staff(
    p_caller, case settled_as when 'deleted' then 'delete-account' else 'keep-account' end, null,
    jsonb_array_length(settled -> 'enrollments'), (settled ->> 'account')::uuid
  );
  return settled || jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_settle_deletion(p_number bigint, p_as text, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  -- Only what deletes nothing is for everybody.
  select private.once(
    private.acting_staff('staff_settle_deletion', case p_as when 'kept' then 'staff' else 'lead' end), 'private.settle_deletion',
    jsonb_build_object('number', p_number, 'as', p_as), p_request
  )
$$;

-- Deletes a form at the client's request, with its delivery and attempts. The log keeps that it did, and the proof of what the client
-- agreed to stays (R-CONSENT-LEDGER).
create function private.delete_enrollment(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  form constant uuid := p_asked ->> 'id';
begin
  perform from public.enrollments where id = form for update;
  if not found then
    return private.refused('not-there');
  end if;
  perform from public.deliveries where enrollment_id = form for update;
  if exists (select from public.deliveries where enrollment_id = form and state = 'sending') then
    return private.refused('sending');
  end if;
  delete from public.enrollments where id = form;
  perform private.log_staff(p_caller, 'delete', form);
  return jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_delete(p_id uuid, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_delete', 'lead'), 'private.delete_enrollment',
    jsonb_build_object('id', p_id), p_request
  )
$$;

create function private.delete_account(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  account constant uuid := p_asked ->> 'account';
  deleted jsonb;
begin
  if private.is_last_lead(p_caller, account) then
    return private.refused('last-lead');
  end if;
  deleted := public.delete_account(account);
  if deleted ->> 'outcome' <> 'deleted' then
    return private.refused(deleted ->> 'outcome');
  end if;
  perform private.log_staff(p_caller, 'delete-account', null, jsonb_array_length(deleted -> 'enrollments'), account);
  return deleted || jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_delete_account(p_account uuid, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_delete_account', 'lead'), 'private.delete_account',
    jsonb_build_object('account', p_account), p_request
  )
$$;

-- Purges up to 1,000 rows of date of birth and SSN digits (R-RETENTION), and counts them. Whoever has more calls again.
create function private.purge(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  seconds constant integer := p_asked ->> 'older_than_seconds';
  purged integer;
begin
  if seconds is null or seconds < 0 then
    raise exception 'What is purged is 0 seconds old or older' using errcode = 'invalid_parameter_value';
  end if;
  purged := public.purge_personal_details(seconds, 1000);
  if purged > 0 then
    perform private.log_staff(p_caller, 'purge', null, purged);
  end if;
  return jsonb_build_object('outcome', 'done', 'count', purged);
end
$$;

create function public.staff_purge(p_older_than_seconds integer, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_purge', 'lead'), 'private.purge',
    jsonb_build_object('older_than_seconds', p_older_than_seconds), p_request
  )
$$;

-- Logs what was done to an account as a whole, with how many forms it has.
create function private.log_account(p_caller private.staff_caller, p_action text, p_account uuid) returns void
language sql volatile set search_path = '' as $$
  select private.log_staff(
    p_caller, p_action, null, (select count(*)::integer from public.enrollments where user_id = p_account), p_account
  )
$$;

create function private.end_sessions(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  account constant uuid := p_asked ->> 'account';
  ended integer;
begin
  perform from auth.users where id = account for key share;
  if not found then
    return private.refused('not-there');
  end if;
  ended := public.end_sessions(account);
  perform private.log_account(p_caller, 'end-sessions', account);
  return jsonb_build_object('outcome', 'done', 'count', ended);
end
$$;

create function public.staff_end_sessions(p_account uuid, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_end_sessions', 'lead'), 'private.end_sessions',
    jsonb_build_object('account', p_account), p_request
  )
$$;

-- Logs what the commands have the sign-in service do, before it is done: what it refuses then stays recorded as well.
create function private.record_action(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  wanted constant text := p_asked ->> 'action';
  account constant uuid := p_asked ->> 'account';
begin
  if wanted is null or wanted not in ('confirm-account', 'send-reset', 'ban', 'unban') then
    raise exception 'The sign-in service does nothing of that name' using errcode = 'invalid_parameter_value';
  elsif not exists (select from auth.users where id = account) then
    return private.refused('not-there');
  end if;
  perform private.log_account(p_caller, wanted, account);
  return jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_record(p_action text, p_account uuid, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_record'), 'private.record_action',
    jsonb_build_object('action', p_action, 'account', p_account), p_request
  )
$$;

revoke all on function private.withdraw_consent(private.staff_caller, jsonb), private.assign_payment(private.staff_caller, jsonb),
  private.dismiss_payment(private.staff_caller, jsonb), private.settle_deletion(private.staff_caller, jsonb),
  private.delete_enrollment(private.staff_caller, jsonb), private.delete_account(private.staff_caller, jsonb),
  private.purge(private.staff_caller, jsonb), private.log_account(private.staff_caller, text, uuid),
  private.record_action(private.staff_caller, jsonb), private.end_sessions(private.staff_caller, jsonb)
  from public, anon, authenticated, service_role;
revoke all on function public.staff_withdraw_consent(uuid, text, uuid),
  public.staff_assign_payment(text, uuid, text, boolean, uuid), public.staff_dismiss_payment(text, uuid),
  public.staff_settle_deletion(bigint, text, uuid), public.staff_delete(uuid, uuid), public.staff_delete_account(uuid, uuid),
  public.staff_purge(integer, uuid), public.staff_end_sessions(uuid, uuid), public.staff_record(text, uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.staff_withdraw_consent(uuid, text, uuid),
  public.staff_assign_payment(text, uuid, text, boolean, uuid), public.staff_dismiss_payment(text, uuid),
  public.staff_settle_deletion(bigint, text, uuid), public.staff_delete(uuid, uuid), public.staff_delete_account(uuid, uuid),
  public.staff_purge(integer, uuid), public.staff_end_sessions(uuid, uuid)
  to authenticated, site_staff;
grant execute on function public.staff_record(text, uuid, uuid) to site_staff;

-- The service's ways to the same, which asked nobody and left no entry in the log. What is left of them is behind the functions above, with their rights.
drop function public.open_deletion_requests();
revoke all on function public.find_account(text), public.find_accounts(text), public.account_sessions(uuid), public.end_sessions(uuid),
  public.delete_account(uuid), public.settle_deletion(bigint, text), public.withdraw_consent(uuid, text),
  public.assign_payment(text, uuid, text, boolean), public.dismiss_payment(text), public.hold_deliveries(text),
  public.release_deliveries(boolean)
  from service_role;
alter function public.find_account(text) security invoker;
alter function public.find_accounts(text) security invoker;
alter function public.account_sessions(uuid) security invoker;
alter function public.end_sessions(uuid) security invoker;
alter function public.delete_account(uuid) security invoker;
alter function public.settle_deletion(bigint, text) security invoker;
alter function public.withdraw_consent(uuid, text) security invoker;
alter function public.assign_payment(text, uuid, text, boolean) security invoker;
revoke insert, update, delete on table public.held_accounts from service_role;
drop policy "The service does everything" on public.held_accounts;
create policy "The service reads which accounts are held" on public.held_accounts for select to service_role using (true);
