-- What clients agreed to and when, and the texts themselves (R-CONSENT-LEDGER). Both tables can only be added to: nobody
-- changes or deletes what is in them, not even their owner by mistake.

-- Each text in each version that the site has ever shown, as one reads it (R-CONSENT-TEXT).
create table public.consent_texts (
  document text not null,
  version text not null,
  sha256 text not null,
  body text not null,
  kept_at timestamptz not null default clock_timestamp(),
  primary key (document, version, sha256),
  constraint sha256_is_that_of_the_body check (sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex'))
);

-- One row each time that a client sends the form, or that a consent is withdrawn. No foreign keys, so that the proof outlives
-- the enrollment, the account and the session, and so that a consent counts although its text has not been kept yet.
-- Nothing here names a person.
create table public.consents (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  action text not null check (action in ('given', 'withdrawn')),
  -- `<document>@<version>=<sha256>` of each, as the browser showed them, with a comma and a space between them.
  texts text not null,
  enrollment_id uuid not null,
  -- The account that gave it, or withdrew it by sending the form again. Null: the staff did, whose log says who.
  user_id uuid,
  -- The network address of the session, as the sign-in service knows it.
  network text
);

create index consents_enrollment_id_idx on public.consents (enrollment_id, id);

create function private.refuse_consent_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'Consents and their texts can only be added to';
end
$$;

create trigger refuse_consent_change before update or delete or truncate on public.consents
  for each statement execute function private.refuse_consent_change();
create trigger refuse_consent_change before update or delete or truncate on public.consent_texts
  for each statement execute function private.refuse_consent_change();
-- Also in sessions that disable other triggers, such as restoring and replicating.
alter table public.consents enable always trigger refuse_consent_change;
alter table public.consent_texts enable always trigger refuse_consent_change;

-- The text of this document that the enrollment's client has consented to and not withdrawn since; null without one.
create function private.standing_consent(p_enrollment uuid, p_document text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case action when 'given' then text end
    from public.consents, string_to_table(texts, ', ') text
    where enrollment_id = p_enrollment and split_part(text, '@', 1) = p_document
    order by id desc limit 1
  );
end
$$;

-- Records what the client who sends the form agrees to, in the transaction that saves the enrollment: neither is ever
-- stored without the other. The browser names the texts in the request header `Consents` (domain/consents.ts), since the
-- row's columns are not ours to add to.
--
-- Consent to text messages is for the number that is sent along with it. It ends with a form that is sent again without it,
-- and with a correction that changes the number or chooses another way of contact; another correction leaves it.
--
-- A fault here must not lose the enrollment. It is a warning in the log, and `doctor` counts enrollments without consents.
create function private.record_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shown text;
  texting text;
begin
  select string_agg(text, ', ') into shown
  from string_to_table(left(nullif(current_setting('request.headers', true), '')::json ->> 'consents', 1000), ', ') text
  where text ~ '^[a-z-]+@[0-9.-]+=[0-9a-f]+$' and length(split_part(text, '=', 2)) = 64;

  -- In an insert `old` is null, and every number is another one.
  if strpos(', ' || coalesce(shown, ''), ', sms@') = 0 and (
    shown is not null
    or (new.customer_phone, new.preferred_contact_method) is distinct from (old.customer_phone, old.preferred_contact_method)
  ) then
    texting := private.standing_consent(new.id, 'sms');
  end if;

  insert into public.consents (action, texts, enrollment_id, user_id, network)
  select action, texts, new.id, new.user_id,
    (select host(ip) from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid)
  from (values ('withdrawn', texting), ('given', shown)) said (action, texts)
  where texts is not null;
  return null;
exception
  when others then
    raise warning 'The consents of an enrollment were not recorded (%)', sqlstate;
    return null;
end
$$;

create trigger record_consents after insert or update on public.enrollments
  for each row when (new.onboarding_completed and current_user = 'authenticated')
  execute function private.record_consents();

create function public.has_consented(p_enrollment uuid, p_document text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.standing_consent(p_enrollment, p_document) is not null;
end
$$;

-- Withdraws a consent on the client's word. Answers whether there was one.
create function public.withdraw_consent(p_enrollment uuid, p_document text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.consents (action, texts, enrollment_id)
  select 'withdrawn', standing, p_enrollment
  from private.standing_consent(p_enrollment, p_document) standing where standing is not null;
  return found;
end
$$;

-- Consents are added by two of the functions alone, which run as their owner.
revoke all on function private.refuse_consent_change(), private.standing_consent(uuid, text), private.record_consents()
  from public, anon, authenticated, service_role;
revoke all on function public.has_consented(uuid, text), public.withdraw_consent(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function public.has_consented(uuid, text), public.withdraw_consent(uuid, text) to service_role;

revoke all on table public.consents, public.consent_texts from public, anon, authenticated, service_role;
revoke all on sequence public.consents_id_seq from public, anon, authenticated, service_role;
grant select on table public.consents to service_role;
grant select, insert on table public.consent_texts to service_role;
alter table public.consents enable row level security;
alter table public.consent_texts enable row level security;
create policy "The service reads consents" on public.consents for select to service_role using (true);
create policy "The service reads texts" on public.consent_texts for select to service_role using (true);
create policy "The service keeps texts" on public.consent_texts for insert to service_role with check (true);
