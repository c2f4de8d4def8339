-- Who of the staff calls, for the functions of the desk and of the staff's commands (R-DESK, docs/desk-functions.md). Each of
-- them asks here itself, since a token says for as long as it is valid what was true when it was made.

alter table public.staff_log drop constraint staff_log_action_check;
alter table public.staff_log add constraint staff_log_action_check check (
  action in (
    'reveal', 'retry', 'resolve', 'cancel', 'hold', 'release', 'delete', 'purge', 'export', 'export-with-personal-details',
    'delete-account', 'keep-account', 'withdraw-consent',
    'find-account', 'confirm-account', 'send-reset', 'ban', 'unban', 'list-sessions', 'end-sessions', 'make-staff', 'remove-staff',
    'assign-payment', 'dismiss-payment', 'note'
  )
);

-- The account of who did it, since two addresses may be alike in what `staff` has of them: its first 100 characters. Null at the machine.
alter table public.staff_log add column staff_id uuid;

-- Numbers, dates and signs a new entry, as before. The account of who did it is one more line at the end, where there is one; entries
-- from before there were such have none. domain/staff/log-check.ts does the same again.
create or replace function private.chain_entry() returns trigger
language plpgsql security invoker set search_path = '' as $$
declare
  head public.staff_log_head;
begin
  select * into strict head from public.staff_log_head for update;
  new.id := head.entries + 1;
  new.at := clock_timestamp();
  new.login := session_user;
  new.hash := encode(sha256(convert_to(concat_ws(e'\n', array_to_string(array[
    head.hash, new.id::text, to_char(new.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), new.staff, new.note,
    new.login, new.action, new.enrollment_id::text, new.enrollments::text,
    new.account_id::text
  ], e'\n', ''), new.staff_id::text), 'UTF8')), 'hex');
  update public.staff_log_head set entries = new.id, hash = new.hash where only_row;
  return new;
end
$$;

-- Entries come from the functions below alone, which write down what they do, with their owner's rights.
drop policy "The staff's commands add to the log" on public.staff_log;
revoke insert (staff, note, action, enrollment_id, enrollments, account_id) on table public.staff_log from site_staff;

-- When a session of the staff was last used by a person, rather than by a page that reads by itself.
create table private.staff_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  touched_at timestamptz not null default clock_timestamp()
);

-- After how many seconds without a touch the desk is closed to a session. The gateway writes its setting here.
alter table public.upkeep add column staff_idle_seconds integer not null default 900
  constraint staff_idle_seconds_is_a_minute_to_a_day check (staff_idle_seconds between 60 and 86400);

-- What was answered to a request that changed something: sent again, it is answered alike and done once. Kept for a day.
create table private.staff_answers (
  request uuid primary key,
  -- private.question of it.
  question bytea not null,
  answer jsonb not null,
  at timestamptz not null default clock_timestamp()
);
create index staff_answers_at_idx on private.staff_answers (at);

revoke all on table private.staff_sessions, private.staff_answers from public, anon, authenticated, service_role;

-- Whoever calls: the account and its address, or nobody's account and the operating system's name at the machine (`role` of the
-- connection is site_staff, which no token becomes), where everything is allowed.
create type private.staff_caller as (id uuid, name text, note text, role text);

-- The caller of a function. Whoever is none of the staff gets what PostgreSQL says of any function that one may not call; the
-- staff are told more, by the error's message: caller_fault's codes, `insufficient_aal` without a second factor in this session,
-- `session_idle` after too long without a touch, `not_a_lead` where only a lead may.
create function private.acting_staff(p_function text, p_least text default 'staff') returns private.staff_caller
language plpgsql stable set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
  caller private.staff_caller;
  fault text;
begin
  if current_setting('role') = 'site_staff' then
    return (null, claims ->> 'staff_name', claims ->> 'staff_note', 'lead')::private.staff_caller;
  end if;
  select account.id, account.email, null, staff.role into caller
  from private.staff join auth.users account on account.id = staff.user_id
  where staff.user_id = (claims ->> 'sub')::uuid and account.deleted_at is null;
  if caller.id is null then
    raise exception 'permission denied for function %', p_function using errcode = 'insufficient_privilege';
  end if;
  fault := coalesce(
    private.caller_fault(),
    case
      when exists (
        select from auth.sessions where id = (claims ->> 'session_id')::uuid and not_after <= clock_timestamp()
      ) then 'session_not_found'
      when claims ->> 'aal' is distinct from 'aal2' or not exists (
        select from auth.sessions where id = (claims ->> 'session_id')::uuid and aal = 'aal2'
      ) or not exists (
        select from auth.mfa_factors where user_id = caller.id and status = 'verified'
      ) then 'insufficient_aal'
      when private.staff_touched_at(claims) is null
        or private.staff_touched_at(claims) < clock_timestamp() - (select staff_idle_seconds from public.upkeep) * interval '1 second'
        then 'session_idle'
      when p_least = 'lead' and caller.role <> 'lead' then 'not_a_lead'
    end
  );
  if fault is not null then
    raise exception '%', fault using errcode = 'insufficient_privilege';
  end if;
  return caller;
end
$$;

-- When a session was last touched: at the desk, or before that when its person proved who they are (the token's `amr`).
create function private.staff_touched_at(p_claims jsonb) returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(
    (select touched_at from private.staff_sessions where session_id = (p_claims ->> 'session_id')::uuid),
    (
      select max(to_timestamp((method ->> 'timestamp')::float8))
      from jsonb_array_elements(case jsonb_typeof(p_claims -> 'amr') when 'array' then p_claims -> 'amr' end) method
      where jsonb_typeof(method -> 'timestamp') = 'number'
    )
  )
$$;

-- Adds an entry to the staff's log, in the same transaction as what it tells of (R-STAFF-LOG).
create function private.log_staff(
  p_caller private.staff_caller, p_action text, p_enrollment uuid default null, p_enrollments integer default 1,
  p_account uuid default null, p_note text default null
) returns void language sql volatile set search_path = '' as $$
  insert into public.staff_log (staff, note, action, enrollment_id, enrollments, account_id, staff_id)
  values (left(p_caller.name, 100), coalesce(p_note, p_caller.note), p_action, p_enrollment, p_enrollments, p_account, p_caller.id)
$$;

-- What a person has typed, without what nobody sees and white space at both ends: without Unicode's format characters (Cf), which hide
-- or turn what stands beside them, its fillers and variation selectors. Control characters stay, to be refused.
create function private.visible(p_typed text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    regexp_replace(
      p_typed,
      '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e'
        '\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3'
        '\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'
    ),
    '^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$',
    '', 'g'
  )
$$;

-- A hash of who asks for what: the caller, the function that does it, and what that is given.
create function private.question(p_caller private.staff_caller, p_work text, p_asked jsonb) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(jsonb_build_array(p_caller.id, p_work, p_asked)::text, 'UTF8'))
$$;

-- What a request was answered; null if it is new. It is then being answered until this transaction ends, and nobody else's.
-- Without an id a request is always new.
create function private.earlier_answer(p_request uuid, p_question bytea) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  earlier private.staff_answers;
begin
  if p_request is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_request::text, 0));
  select * into earlier from private.staff_answers where request = p_request;
  if not found then
    return null;
  elsif earlier.question is distinct from p_question then
    -- PostgREST makes it the status 422, as draft-ietf-httpapi-idempotency-key-header wants it.
    raise sqlstate 'PT422' using message = 'Something else was asked under this id', hint = 'Give each request an id of its own';
  elsif earlier.at < clock_timestamp() - interval '1 day' then
    raise exception 'This was asked more than a day ago: begin anew' using errcode = 'invalid_parameter_value';
  end if;
  return earlier.answer;
end
$$;

create function private.keep_answer(p_request uuid, p_question bytea, p_answer jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if p_request is not null then
    delete from private.staff_answers where request in (
      select request from private.staff_answers where at < clock_timestamp() - interval '1 day' limit 10 for update skip locked
    );
    insert into private.staff_answers (request, question, answer) values (p_request, p_question, p_answer);
  end if;
end
$$;

-- Answers a request that changes something: what `p_work` returns, a function that takes the caller and what is asked for. Sent again,
-- the request is answered alike, and nothing is done.
create function private.once(p_caller private.staff_caller, p_work regproc, p_asked jsonb, p_request uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  question constant bytea := private.question(p_caller, p_work::text, p_asked);
  answer jsonb := private.earlier_answer(p_request, question);
begin
  if answer is null then
    execute format('select %s($1, $2)', p_work) into strict answer using p_caller, p_asked;
    perform private.keep_answer(p_request, question, answer);
  end if;
  return answer;
end
$$;

-- That a person has just used the desk: {role, name, idle_seconds}. The page calls it at most once a minute, and the others
-- never count as a touch.
create function public.staff_touch() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller private.staff_caller := private.acting_staff('staff_touch');
begin
  if caller.id is not null then
    insert into private.staff_sessions (session_id) values ((auth.jwt() ->> 'session_id')::uuid)
    on conflict (session_id) do update set touched_at = clock_timestamp();
  end if;
  return jsonb_build_object(
    'role', caller.role, 'name', caller.name, 'idle_seconds', (select staff_idle_seconds from public.upkeep)
  );
end
$$;

-- Sets after how long without a touch the desk is closed; null where nothing is configured, which leaves it.
create function public.set_staff_idle(p_seconds integer) returns void
language sql volatile set search_path = '' as $$
  update public.upkeep set staff_idle_seconds = p_seconds where p_seconds is not null and only_row
$$;

revoke all on function private.acting_staff(text, text), private.staff_touched_at(jsonb),
  private.log_staff(private.staff_caller, text, uuid, integer, uuid, text), private.visible(text),
  private.question(private.staff_caller, text, jsonb), private.earlier_answer(uuid, bytea), private.keep_answer(uuid, bytea, jsonb),
  private.once(private.staff_caller, regproc, jsonb, uuid), public.staff_touch(), public.set_staff_idle(integer)
  from public, anon, authenticated, service_role;
grant execute on function public.staff_touch() to authenticated, site_staff;
grant execute on function public.set_staff_idle(integer) to service_role;
