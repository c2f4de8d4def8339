-- What is stored of payments about a person, in the copy of their own (R-ACCOUNT-COPY): those proven on a form of theirs, and
-- those that their confirmed address has made.
create function private.own_payments(p_caller uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(own) order by paid_at, reference), '[]'::jsonb) from (
    select reference, source, status, amount_cents, currency, paid_at, refunded_cents, refunded_at, disputed_at, payer_email,
      plan_name, enrollment_id, emails_sent, reminders_stopped_at
    from public.payments
    where enrollment_id in (select id from private.own_enrollments(p_caller)) or lower(payer_email) = private.confirmed_email()
  ) own
$$;

alter function public.own_data() set schema private;
alter function private.own_data() rename to own_records;
alter function private.own_records() security invoker;

create function public.own_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  records jsonb := private.own_records();
begin
  if records ? 'fault' then
    return records;
  end if;
  return records || jsonb_build_object('payments', private.own_payments(private.acting_caller()));
end
$$;

revoke all on function private.own_payments(uuid), private.own_records(), public.own_data()
from public, anon, authenticated, service_role;
grant execute on function public.own_data() to authenticated;

-- Forgets whom the payments of an address came from, when its account is deleted (R-ACCOUNT-DELETION): what was prepared for it,
-- the address itself, and e-mails to it. References and sums stay, for the books.
create function private.forget_payer(p_address text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.lock_payer(lower(p_address));
  delete from public.enrollments
  where user_id is null and lower(customer_email) = lower(p_address) and payment_verified_at is not null;
  update public.payment_events set payer_email = null where lower(payer_email) = lower(p_address);
  update public.payments
  set payer_email = null, email_due_at = null, reminders_stopped_at = coalesce(reminders_stopped_at, clock_timestamp())
  where lower(payer_email) = lower(p_address);
end
$$;

revoke all on function private.forget_payer(text) from public, anon, authenticated, service_role;
