-- An anonymous user is nobody (R-CALLER): who cannot be told from any other visitor keeps nothing here. Decided by the
-- account, not by the token, which still says so for a while once the account has an address.
create or replace function public.caller_fault(p_user uuid, p_session uuid, p_aal text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  fault text;
begin
  select case
    when account.banned_until > clock_timestamp() then 'user_banned'
    when own_session.id is null then 'session_not_found'
    when account.is_anonymous then 'no_authorization'
    -- A session that fell back to aal1, because its factor was removed, still has tokens of aal2.
    when (p_aal is distinct from 'aal2' or own_session.aal = 'aal1')
      and exists (select from auth.mfa_factors where user_id = p_user and status = 'verified')
      then 'insufficient_aal'
  end into fault
  from auth.users account
    left join auth.sessions own_session on own_session.id = p_session and own_session.user_id = account.id
  where account.id = p_user and account.deleted_at is null;
  return case when found then fault else 'user_not_found' end;
end
$$;
