-- Date of birth and SSN digits at rest (R-DETAILS-ENCRYPTED). Clients write them into two columns as before; a trigger
-- checks them, encrypts both together for a key whose private half is not in this database, and empties the columns before
-- the row is stored. Opening them is for the delivery and the staff, outside of the database.

-- The keys: OpenPGP (RFC 9580), public halves only. The newest one that is neither retired nor lost encrypts.
create table private.personal_details_keys (
  id smallint generated always as identity primary key,
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{40}$'),
  public_key bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  -- No enrollment needs it any more, so its private half may go.
  retired_at timestamptz,
  -- A person has said that its private half is lost for good.
  lost_at timestamptz
);

-- pgcrypto is a trusted extension: whoever may create something in the database may create it. Where it is there already,
-- as on Supabase, it stays in its schema, and the function below names that one.
do $do$
declare
  home text;
begin
  if not exists (select from pg_available_extensions where name = 'pgcrypto') then
    raise exception 'PostgreSQL lacks the extension pgcrypto. Install its additional modules (postgresql-contrib).';
  end if;
  if not exists (select from pg_extension where extname = 'pgcrypto') then
    create schema if not exists extensions;
    create extension pgcrypto with schema extensions;
  end if;
  select quote_ident(nspname) into strict home
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  where extname = 'pgcrypto';
  execute format(
    $statement$
      create function private.encrypt(content text, public_key bytea) returns bytea
      language plpgsql volatile strict set search_path = '' as $$
      begin
        return %s.pgp_pub_encrypt(content, public_key, 'cipher-algo=aes256');
      end
      $$
    $statement$,
    home
  );
end
$do$;

alter table public.enrollments
  add personal_details bytea,
  -- The key that encrypted them. No foreign key, whose check would lock the one row of the key at every insert; keys are
  -- never deleted.
  add personal_details_key smallint,
  -- For the trigger queue_changed_delivery: given again, whatever the values.
  add personal_details_given_at timestamptz,
  -- When they were purged (R-RETENTION). A purged row may lack them; a client who submits the form again stores new ones
  -- and clears this mark.
  add personal_details_purged_at timestamptz,
  -- Should the trigger ever be missing, nothing is stored rather than something readable.
  add constraint personal_details_are_encrypted check (num_nonnulls(date_of_birth, ssn_last_four) = 0),
  add constraint personal_details_are_whole
    check (num_nulls(personal_details, personal_details_key, personal_details_given_at) in (0, 3)),
  add constraint personal_details_purged_at_is_true
    check (personal_details_purged_at is null or personal_details is null),
  -- Where both values are missing. The trigger says which one is, where one is.
  add constraint date_of_birth_is_required
    check (personal_details is not null or not onboarding_completed or personal_details_purged_at is not null),
  -- Samples of ciphertexts would outlive the purge, and no query compares them.
  alter personal_details set statistics 0;

-- For the purge: stays small however many rows there are.
create index enrollments_unpurged_idx on public.enrollments (id) where personal_details_purged_at is null;

-- Both values are given together. Two nulls clear them, which a completed row refuses; an update that names neither column
-- keeps what is there (the trigger does not fire), and so does an insert that brings the ciphertext, such as a restored row.
--
-- An insert that meets a row with its id may go on as an update of that row (`on conflict do update`), which gets what this
-- trigger has left in the two columns: nothing. So the ciphertext is handed on in a setting of the transaction.
--
-- The rules are those of R-ONBOARDING-LIMITS, and a broken one is reported as a check constraint of the table is, whose
-- name the client reads. It runs as its owner: clients may not read the keys.
create function private.encrypt_personal_details() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key private.personal_details_keys;
  -- The trigger set_updated_at fires later than this one.
  written_at timestamptz := case tg_op when 'INSERT' then new.updated_at else now() end;
  broken_rule text;
  -- Of this row and this statement only: its key, and the ciphertext.
  mark text := format('%s %s ', new.id, extract(epoch from statement_timestamp()));
  handed_on text[];
begin
  if num_nonnulls(new.date_of_birth, new.ssn_last_four) = 0 then
    if tg_op = 'INSERT' then
      return new;
    end if;
    if starts_with(current_setting('enrollments.handed_on', true), mark) then
      handed_on := string_to_array(substr(current_setting('enrollments.handed_on'), char_length(mark) + 1), ' ');
    end if;
    new.personal_details_key := handed_on[1]::smallint;
    new.personal_details := decode(handed_on[2], 'hex');
    new.personal_details_given_at := case when handed_on is not null then clock_timestamp() end;
    new.personal_details_purged_at := case when handed_on is null then new.personal_details_purged_at end;
    return new;
  end if;

  broken_rule := case
    when new.date_of_birth is null then 'date_of_birth_is_required'
    when new.date_of_birth < '1900-01-01' then 'date_of_birth_is_in_1900_or_later'
    -- No visitor's date is later than that of UTC+14.
    when new.date_of_birth >= (written_at at time zone interval '14 hours')::date then 'date_of_birth_is_in_the_past'
    when new.ssn_last_four is null then 'ssn_last_four_is_required'
    when new.ssn_last_four !~ '^[0-9]{4}$' then 'ssn_last_four_is_4_digits'
  end;
  if broken_rule is not null then
    raise exception using
      errcode = 'check_violation', schema = 'public', table = 'enrollments', constraint = broken_rule,
      message = format('new row for relation "enrollments" violates check constraint "%s"', broken_rule);
  end if;

  select * into key from private.personal_details_keys
  where retired_at is null and lost_at is null order by id desc limit 1;
  if not found then
    raise exception using
      errcode = 'object_not_in_prerequisite_state',
      message = 'Enrollments cannot be saved at the moment. Please try again later.',
      hint = 'No key for personal details is registered: npm run keys -- help';
  end if;
  -- With the id it opens in no other row.
  new.personal_details := private.encrypt(
    json_build_object(
      'enrollment', new.id, 'date_of_birth', new.date_of_birth, 'ssn_last_four', new.ssn_last_four
    )::text,
    key.public_key
  );
  new.personal_details_key := key.id;
  new.personal_details_given_at := clock_timestamp();
  new.personal_details_purged_at := null;
  new.date_of_birth := null;
  new.ssn_last_four := null;
  if tg_op = 'INSERT' then
    perform set_config('enrollments.handed_on', mark || key.id || ' ' || encode(new.personal_details, 'hex'), true);
  end if;
  return new;
end
$$;

create trigger encrypt_personal_details before insert or update of date_of_birth, ssn_last_four on public.enrollments
  for each row execute function private.encrypt_personal_details();

-- The keys that a private half has to be there for, oldest first: [{fingerprint, encrypts, probe}]. Whoever opens the
-- probe, a fresh ciphertext of the fingerprint in Base64, has the right one. Nothing in it is secret.
create function public.personal_details_keys() returns jsonb
language sql volatile security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'fingerprint', fingerprint,
        'encrypts', id = (
          select max(id) from private.personal_details_keys where retired_at is null and lost_at is null
        ),
        'probe', encode(private.encrypt(fingerprint, public_key), 'base64')
      ) order by id
    ),
    '[]'
  )
  from private.personal_details_keys
  where retired_at is null and lost_at is null
$$;

revoke all on function private.encrypt(text, bytea), private.encrypt_personal_details() from public, anon, authenticated, service_role;
revoke all on function public.personal_details_keys() from public, anon, authenticated, service_role;
grant execute on function public.personal_details_keys() to service_role;
