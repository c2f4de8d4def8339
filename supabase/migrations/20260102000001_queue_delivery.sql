-- Saving a completed enrollment queues its delivery. A newer version is sent automatically only if the older one has
-- certainly not arrived, or if lease_delivery finds that sending again is harmless. It writes tables that clients may not.
create function private.queue_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  queued boolean;
  most integer;
begin
  insert into public.deliveries (enrollment_id) values (new.id) on conflict do nothing;
  queued := found;
  if not queued then
    -- Where the first name of another name ends is not known until a browser reports it again.
    update public.deliveries
    set version = version + 1,
      first_name_length = case when new.customer_name is not distinct from old.customer_name then first_name_length end
    where enrollment_id = new.id;

    update public.deliveries
    set state = 'queued', reason = null, attempts = 0, due_at = clock_timestamp() + interval '10 seconds',
      queued_at = clock_timestamp(), updated_at = clock_timestamp(), asked_at = null
    where enrollment_id = new.id
      and (
        state in ('delivered', 'rejected')
        or (state = 'needs_review' and reason in ('attempts-exhausted', 'not-completed', 'details-purged', 'details-unreadable'))
      );
    queued := found;

    -- A cancellation applies to the older version only.
    update public.deliveries
    set state = 'needs_review', reason = 'changed-after-cancel', updated_at = clock_timestamp()
    where enrollment_id = new.id and state = 'cancelled';
  end if;

  -- Too many from one client within an hour are for a person (R-QUOTAS): the dispute-management system deletes nothing.
  if queued and new.user_id = auth.uid() then
    select deliveries_per_account_hour into strict most from private.quotas;
    if private.take_quota('deliveries of ' || new.user_id, 1, most) > 0 then
      update public.deliveries
      set state = 'needs_review', reason = 'too-many-deliveries', updated_at = clock_timestamp()
      where enrollment_id = new.id;
    end if;
  end if;
  return null;
end
$$;

revoke all on function private.queue_delivery() from public, anon, authenticated, service_role;

create trigger queue_delivery after insert on public.enrollments
  for each row when (new.onboarding_completed) execute function private.queue_delivery();

-- Purging queues nothing. Date of birth and SSN digits cannot be compared, so that giving them again is a change; encrypting
-- them with another key is none.
create trigger queue_changed_delivery after update on public.enrollments
  for each row when (
    new.onboarding_completed
    and (old.personal_details_purged_at is not null or new.personal_details_purged_at is null)
    and (
      old.onboarding_completed, old.customer_name, old.middle_name, old.customer_email, old.customer_phone,
      old.personal_details_given_at, old.street_address, old.city, old.state, old.zip_code,
      old.preferred_contact_method, old.plan_name, old.notes
    ) is distinct from (
      new.onboarding_completed, new.customer_name, new.middle_name, new.customer_email, new.customer_phone,
      new.personal_details_given_at, new.street_address, new.city, new.state, new.zip_code,
      new.preferred_contact_method, new.plan_name, new.notes
    )
  ) execute function private.queue_delivery();
