-- `settle_deletion` as before, but a form that is being saved at that moment is deleted too (R-ACCOUNT-DELETION), instead of
-- staying behind without its account, and payers are forgotten.
create or replace function public.settle_deletion(p_request bigint, p_as text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  client uuid;
  deleted jsonb := '[]';
begin
  -- First the account: a form that is being saved has it locked until it is there, and later ones are refused.
  perform from auth.users where id = (select user_id from public.deletion_requests where id = p_request) for update;
  select user_id into client from public.deletion_requests
  where id = p_request and withdrawn_at is null and settled_at is null for update;
  if client is null then
    return jsonb_build_object('outcome', 'not-open');
  end if;
  if p_as = 'deleted' then
    perform from public.enrollments where user_id = client order by id for update;
    perform from public.deliveries
    where enrollment_id in (select id from public.enrollments where user_id = client) order by enrollment_id for update;
    if exists (
      select from public.deliveries join public.enrollments on enrollments.id = enrollment_id
      where user_id = client and deliveries.state = 'sending'
    ) then
      return jsonb_build_object('outcome', 'sending');
    end if;
    with gone as (delete from public.enrollments where user_id = client returning id)
    select coalesce(jsonb_agg(id order by id), '[]'::jsonb) into deleted from gone;
    -- An address that is not confirmed is nobody's yet.
    perform private.forget_payer(email) from auth.users where id = client and email_confirmed_at is not null;
    delete from auth.users where id = client;
  end if;
  update public.deletion_requests set settled_at = clock_timestamp(), settled_as = p_as where id = p_request;
  return jsonb_build_object('outcome', 'settled', 'account', client, 'enrollments', deleted);
end
$$;
