-- `take_prepared_payment` as before, but an upsert that adds no form takes nothing: it deleted what was prepared for whoever had
-- paid, and proved it nowhere (R-PAYMENT-PROOF).
create or replace function private.take_prepared_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address text := private.confirmed_email();
  prepared public.enrollments;
begin
  if address is null then
    return new;
  end if;
  perform private.lock_payer(address);
  -- An upsert of a row that is there comes by here too, and adds none.
  if exists (select from public.enrollments where id = new.id) then
    return new;
  end if;
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
