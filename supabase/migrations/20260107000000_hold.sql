-- Holding all deliveries until a person says so (R-HOLD): after a restore and a move, when another installation may have
-- sent what still waits here; or by hand. Forms are saved meanwhile, and wait.

-- Returns since when they have been held.
create function public.hold_deliveries(p_because text) returns timestamptz
language sql volatile set search_path = '' as $$
  update public.delivery_pace
  set held_since = coalesce(held_since, clock_timestamp()), held_because = coalesce(held_because, p_because)
  where only_row
  returning held_since
$$;

-- Lets workers go on. With `p_review`, what was waiting when the hold began goes to a person instead, since it may have been
-- sent from elsewhere. Answers {review, waiting}: how many that is, and how many are sent now. Null: nothing was held.
create function public.release_deliveries(p_review boolean) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  pace public.delivery_pace;
  reviewed integer := 0;
begin
  select * into strict pace from public.delivery_pace for update;
  if pace.held_since is null then
    return null;
  end if;
  if p_review then
    update public.deliveries
    set state = 'needs_review', reason = 'restored', updated_at = clock_timestamp(), asked_at = null
    -- Locked in the order of every statement that locks several, so that two cannot deadlock.
    where enrollment_id in (
      select enrollment_id from public.deliveries where state in ('queued', 'sending') and queued_at <= pace.held_since
      order by enrollment_id for update
    );
    get diagnostics reviewed = row_count;
  end if;
  update public.delivery_pace set held_since = null, held_because = null where only_row;
  return jsonb_build_object(
    'review', reviewed,
    'waiting', (select count(*) from public.deliveries where state in ('queued', 'sending'))
  );
end
$$;

-- `npm run move` makes this the trigger of the installation that it leaves, so that no form is saved where nobody looks.
create function private.refuse_after_move() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception using
    -- PostgREST answers 503 with the message.
    errcode = 'PT503',
    message = 'Enrollments cannot be saved at the moment. Please try again later.',
    hint = 'This installation has moved to another database.';
end
$$;

revoke all on function private.refuse_after_move() from public, anon, authenticated, service_role;
revoke all on function public.hold_deliveries(text), public.release_deliveries(boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.hold_deliveries(text), public.release_deliveries(boolean) to service_role;
