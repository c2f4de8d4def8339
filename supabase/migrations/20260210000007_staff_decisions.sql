-- What the staff decide about consents, payments, deletion and sessions (R-DESK, docs/desk-functions.md).

create function private.withdraw_consent(p_caller private.staff_caller, p_enrollment uuid, p_document text) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  -- One at a time, also where the enrollment is deleted.
  perform from public.consents where enrollment_id = p_enrollment order by id for update;
  if not public.withdraw_consent(p_enrollment, p_document) then
    return private.refused('no-consent');
  end if;
  perform private.log_staff(p_caller, 'withdraw-consent', p_enrollment);
  return jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_withdraw_consent(p_id uuid, p_document text, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_withdraw_consent');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_withdraw_consent', p_request),
    private.keep_answer(caller, 'staff_withdraw_consent', p_request, private.withdraw_consent(caller, p_id, p_document))
  );
end
$$;

create function private.assign_payment(
  p_caller private.staff_caller, p_reference text, p_enrollment uuid, p_plan text, p_is_add_on boolean
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  told text;
  proven uuid;
begin
  if p_enrollment is not null and not exists (select from public.enrollments where id = p_enrollment) then
    return private.refused('not-there');
  end if;
  told := public.assign_payment(p_reference, p_enrollment, p_plan, coalesce(p_is_add_on, false));
  if told <> 'proven' then
    return private.refused(told);
  end if;
  select enrollment_id into proven from public.payments where reference = p_reference;
  perform private.log_staff(p_caller, 'assign-payment', proven);
  return jsonb_build_object('outcome', 'done', 'enrollment', proven);
end
$$;

create function public.staff_assign_payment(
  p_reference text, p_id uuid, p_plan text default null, p_is_add_on boolean default false, p_request uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_assign_payment');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_assign_payment', p_request),
    private.keep_answer(
      caller, 'staff_assign_payment', p_request, private.assign_payment(caller, p_reference, p_id, p_plan, p_is_add_on)
    )
  );
end
$$;

create function private.dismiss_payment(p_caller private.staff_caller, p_reference text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  told text := public.dismiss_payment(p_reference);
begin
  if told <> 'settled' then
    return private.refused(told);
  end if;
  perform private.log_staff(p_caller, 'dismiss-payment', null, 0);
  return jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_dismiss_payment(p_reference text, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_dismiss_payment');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_dismiss_payment', p_request),
    private.keep_answer(caller, 'staff_dismiss_payment', p_request, private.dismiss_payment(caller, p_reference))
  );
end
$$;

-- Settles what a client has asked for (R-ACCOUNT-DELETION).
create function private.settle_deletion(p_caller private.staff_caller, p_number bigint, p_as text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  settled jsonb;
begin
  if p_as is null or p_as not in ('deleted', 'kept') then
    raise exception 'A request for deletion is settled as deleted or kept' using errcode = 'invalid_parameter_value';
  end if;
  if p_as = 'deleted'
    and private.is_last_lead(p_caller, (select user_id from public.deletion_requests where id = p_number and settled_at is null))
  then
    return private.refused('last-lead');
  end if;
  settled := public.settle_deletion(p_number, p_as);
  if settled ->> 'outcome' <> 'settled' then
    return private.refused(settled ->> 'outcome');
  end if;
  perform private.log_staff(
    p_caller, case p_as when 'deleted' then 'delete-account' else 'keep-account' end, null,
    jsonb_array_length(settled -> 'enrollments'), (settled ->> 'account')::uuid
  );
  return settled || jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_settle_deletion(p_number bigint, p_as text, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only what deletes nothing is for everybody.
  caller private.staff_caller := private.acting_staff('staff_settle_deletion', case p_as when 'kept' then 'staff' else 'lead' end);
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_settle_deletion', p_request),
    private.keep_answer(caller, 'staff_settle_deletion', p_request, private.settle_deletion(caller, p_number, p_as))
  );
end
$$;

-- Deletes a form at the client's request, with its delivery and attempts. The log keeps that it did, and the proof of what the client
-- agreed to stays (R-CONSENT-LEDGER).
create function private.delete_enrollment(p_caller private.staff_caller, p_enrollment uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform from public.enrollments where id = p_enrollment for update;
  if not found then
    return private.refused('not-there');
  end if;
  perform from public.deliveries where enrollment_id = p_enrollment for update;
  if exists (select from public.deliveries where enrollment_id = p_enrollment and state = 'sending') then
    return private.refused('sending');
  end if;
  delete from public.enrollments where id = p_enrollment;
  perform private.log_staff(p_caller, 'delete', p_enrollment);
  return jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_delete(p_id uuid, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_delete', 'lead');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_delete', p_request),
    private.keep_answer(caller, 'staff_delete', p_request, private.delete_enrollment(caller, p_id))
  );
end
$$;

create function private.delete_account(p_caller private.staff_caller, p_account uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  deleted jsonb;
begin
  if private.is_last_lead(p_caller, p_account) then
    return private.refused('last-lead');
  end if;
  deleted := public.delete_account(p_account);
  if deleted ->> 'outcome' <> 'deleted' then
    return private.refused(deleted ->> 'outcome');
  end if;
  perform private.log_staff(p_caller, 'delete-account', null, jsonb_array_length(deleted -> 'enrollments'), p_account);
  return deleted || jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_delete_account(p_account uuid, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_delete_account', 'lead');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_delete_account', p_request),
    private.keep_answer(caller, 'staff_delete_account', p_request, private.delete_account(caller, p_account))
  );
end
$$;

-- Purges up to 1,000 rows of date of birth and SSN digits (R-RETENTION), and counts them. Whoever has more calls again.
create function private.purge(p_caller private.staff_caller, p_older_than_seconds integer) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  purged integer;
begin
  if p_older_than_seconds is null or p_older_than_seconds < 0 then
    raise exception 'What is purged is 0 seconds old or older' using errcode = 'invalid_parameter_value';
  end if;
  purged := public.purge_personal_details(p_older_than_seconds, 1000);
  if purged > 0 then
    perform private.log_staff(p_caller, 'purge', null, purged);
  end if;
  return jsonb_build_object('outcome', 'done', 'count', purged);
end
$$;

create function public.staff_purge(p_older_than_seconds integer, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_purge', 'lead');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_purge', p_request),
    private.keep_answer(caller, 'staff_purge', p_request, private.purge(caller, p_older_than_seconds))
  );
end
$$;

-- Logs what was done to an account as a whole, with how many forms it has.
create function private.log_account(p_caller private.staff_caller, p_action text, p_account uuid) returns void
language sql volatile set search_path = '' as $$
  select private.log_staff(
    p_caller, p_action, null, (select count(*)::integer from public.enrollments where user_id = p_account), p_account
  )
$$;

create function private.end_sessions(p_caller private.staff_caller, p_account uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  ended integer;
begin
  perform from auth.users where id = p_account for key share;
  if not found then
    return private.refused('not-there');
  end if;
  ended := public.end_sessions(p_account);
  perform private.log_account(p_caller, 'end-sessions', p_account);
  return jsonb_build_object('outcome', 'done', 'count', ended);
end
$$;

create function public.staff_end_sessions(p_account uuid, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_end_sessions', 'lead');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_end_sessions', p_request),
    private.keep_answer(caller, 'staff_end_sessions', p_request, private.end_sessions(caller, p_account))
  );
end
$$;

-- Logs what the commands have the sign-in service do, before it is done: what it refuses then stays recorded as well.
create function private.record_action(p_caller private.staff_caller, p_action text, p_account uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if p_action is null or p_action not in ('confirm-account', 'send-reset', 'ban', 'unban') then
    raise exception 'The sign-in service does nothing of that name' using errcode = 'invalid_parameter_value';
  elsif not exists (select from auth.users where id = p_account) then
    return private.refused('not-there');
  end if;
  perform private.log_account(p_caller, p_action, p_account);
  return jsonb_build_object('outcome', 'done');
end
$$;

create function public.staff_record(p_action text, p_account uuid, p_request uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_record');
begin
  return coalesce(
    private.earlier_answer(caller, 'staff_record', p_request),
    private.keep_answer(caller, 'staff_record', p_request, private.record_action(caller, p_action, p_account))
  );
end
$$;

revoke all on function private.withdraw_consent(private.staff_caller, uuid, text),
  private.assign_payment(private.staff_caller, text, uuid, text, boolean), private.dismiss_payment(private.staff_caller, text),
  private.settle_deletion(private.staff_caller, bigint, text), private.delete_enrollment(private.staff_caller, uuid),
  private.delete_account(private.staff_caller, uuid), private.purge(private.staff_caller, integer),
  private.log_account(private.staff_caller, text, uuid), private.record_action(private.staff_caller, text, uuid),
  private.end_sessions(private.staff_caller, uuid)
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
