-- Who is one of the staff (R-STAFF-ACCOUNTS), and whether something has changed since somebody looked (R-DESK).

-- Asked by each open desk every few seconds, so it reads the ends of a few indexes alone.
create function public.staff_pulse() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant private.staff_caller := private.acting_staff('staff_pulse');
begin
  return jsonb_build_object('mark', private.desk_mark());
end
$$;

create function public.staff_people() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller constant private.staff_caller := private.acting_staff('staff_people', 'lead');
begin
  return jsonb_build_object('people', (
    select coalesce(jsonb_agg(to_jsonb(person) order by email, id), '[]') from (
      select account.id, account.email, staff.role, made_at, last_sign_in_at as signed_in_at,
        (select count(*) from auth.mfa_factors factor where factor.user_id = account.id and status = 'verified') as factors,
        (
          select count(*) from auth.sessions session
          where session.user_id = account.id and (not_after is null or not_after > clock_timestamp())
        ) as sessions,
        account.id is not distinct from caller.id as is_self
      from private.staff join auth.users account on account.id = staff.user_id
      where account.deleted_at is null
    ) person
  ));
end
$$;

-- Whether this account is the only lead who may act. Somebody who leads has to be left, unless a person at the machine says
-- otherwise, who can make a new lead. Whoever changes the leads waits for one another here, before any account is locked.
create function private.is_last_lead(p_caller private.staff_caller, p_account uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  perform from private.staff where role = 'lead' order by user_id for update;
  return p_caller.id is not null
    and exists (select from private.staff where user_id = p_account and role = 'lead')
    and not exists (
      select from private.staff join auth.users lead on lead.id = staff.user_id
      where staff.role = 'lead' and lead.id <> p_account and deleted_at is null
        and (banned_until is null or banned_until < clock_timestamp())
    );
end
$$;

create function private.change_role(p_caller private.staff_caller, p_asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  named constant text := p_asked ->> 'account';
  new_role constant text := p_asked ->> 'role';
  account auth.users;
  is_last_lead boolean;
begin
  if new_role not in ('staff', 'lead') then
    raise exception 'There is no such role' using errcode = 'invalid_parameter_value';
  end if;
  is_last_lead := private.is_last_lead(p_caller, public.find_account(named));
  select * into account from auth.users where id = public.find_account(named) for key share;
  if account.id is null or (new_role is null and not exists (select from private.staff where user_id = account.id)) then
    return private.refused('not-there');
  elsif new_role is not null and account.email_confirmed_at is null then
    return private.refused('unconfirmed');
  elsif new_role is distinct from 'lead' and is_last_lead then
    return private.refused('last-lead');
  elsif new_role is null then
    delete from private.staff where user_id = account.id;
    delete from auth.sessions where user_id = account.id;
  else
    insert into private.staff (user_id, role) values (account.id, new_role)
    on conflict (user_id) do update set role = excluded.role;
  end if;
  perform private.log_staff(p_caller, case when new_role is null then 'remove-staff' else 'make-staff' end, null, 0, account.id);
  return jsonb_build_object('outcome', 'done');
end
$$;

-- Makes an account `staff` or `lead`, or without a role none of them: its sessions end at once.
create function public.staff_set_role(p_account text, p_role text default null, p_request uuid default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.once(
    private.acting_staff('staff_set_role', 'lead'), 'private.change_role',
    jsonb_build_object('account', p_account, 'role', p_role), p_request
  )
$$;

-- The service's way, which asked nobody and left no entry in the log.
drop function public.set_staff_role(uuid, text);

revoke all on function public.staff_pulse(), public.staff_people(), private.is_last_lead(private.staff_caller, uuid),
  private.change_role(private.staff_caller, jsonb), public.staff_set_role(text, text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.staff_pulse(), public.staff_people(), public.staff_set_role(text, text, uuid)
  to authenticated, site_staff;
