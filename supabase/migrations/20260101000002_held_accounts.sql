-- Accounts whose deliveries wait for a person: `npm run enrollments -- hold`. Nothing of theirs is leased.
create table public.held_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  held_at timestamptz not null default clock_timestamp()
);

-- The account that a member of the staff names, by its id or its e-mail address; null if there is none. Reads auth.users,
-- which the service may not.
create function public.find_account(p_account text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select id from auth.users
    where id::text = lower(p_account) or (lower(email) = lower(p_account) and deleted_at is null)
  );
end
$$;

revoke all on table public.held_accounts from public, anon, authenticated, service_role;
revoke all on function public.find_account(text) from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.held_accounts to service_role;
grant execute on function public.find_account(text) to service_role;

alter table public.held_accounts enable row level security;
create policy "The service does everything" on public.held_accounts
  for all to service_role using (true) with check (true);
