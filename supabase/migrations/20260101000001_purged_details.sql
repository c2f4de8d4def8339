-- Date of birth and social security digits are kept only as long as they are needed: some time after the delivery they
-- are purged, and the row says since when. A purged row needs no new ones to stand; a client who fills the form again
-- writes new ones, and the mark goes.

alter table public.enrollments add column personal_details_purged_at timestamptz;

alter table public.enrollments
  drop constraint date_of_birth_is_required,
  drop constraint ssn_last_four_is_required,
  add constraint date_of_birth_is_required
    check (date_of_birth is not null or not onboarding_completed or personal_details_purged_at is not null),
  add constraint ssn_last_four_is_required
    check (ssn_last_four is not null or not onboarding_completed or personal_details_purged_at is not null),
  add constraint personal_details_purged_at_is_true
    check (personal_details_purged_at is null or num_nonnulls(date_of_birth, ssn_last_four) = 0);

create function private.unmark_new_details() returns trigger language plpgsql set search_path = '' as $$
begin
  new.personal_details_purged_at := null;
  return new;
end
$$;

revoke all on function private.unmark_new_details() from public, anon, authenticated, service_role;

create trigger unmark_new_details before update on public.enrollments
  for each row when (
    old.personal_details_purged_at is not null and num_nonnulls(new.date_of_birth, new.ssn_last_four) > 0
  ) execute function private.unmark_new_details();

-- What is still to be purged, however many rows there are.
create index enrollments_unpurged_idx on public.enrollments (id)
  where personal_details_purged_at is null;
