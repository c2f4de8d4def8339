-- What forms are found by (R-DESK): words, which triggers keep beside each form. How forms stand is kept in a narrow table of its
-- own, since a change of it must not touch the index of words.

-- A text in small letters without diacritics.
create function private.folded(p_text text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- Most are plain ASCII.
  if octet_length(p_text) = length(p_text) then
    return lower(p_text);
  end if;
  return translate(
    replace(replace(replace(replace(
      lower(regexp_replace(
        normalize(p_text, nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'
      )),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øðđłıħŧ', 'oddliht'
  );
end
$$;

-- The words of a text. Digits are one word however a phone number is written, in one line; an apostrophe divides nothing.
create function private.words_of(p_text text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array_remove(regexp_split_to_array(
    regexp_replace(
      translate(private.folded(p_text), '''’‘ʼ`´', ''), '(?<=[0-9])[ ().+/\u2010-\u2015-]+(?=[0-9])', '', 'g'
    ),
    '[\u0001-/:-@\[-`{-\u00bf\u2000-\u206f\u3000]+'
  ), '');
end
$$;

-- A telephone number as it is found by, from its digits: the last ten, so that it needs no country code.
create function private.phone_word(p_digits text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '+' || right(p_digits, 10)
$$;

-- All that a form is found by, each word once, with a space on both sides of each. By the first sign of a word one tells the id
-- (`#`), phone (`+`), e-mail address (`<`) and its domain (`@`), which no word of a text begins with. Phone and address are words
-- as a whole alone: whoever finds forms by parts of them learns what is masked, part by part. A name with an apostrophe is also
-- found by what is beside it.
create function private.findable_words(
  p_id uuid, p_name text, p_email text, p_phone text, p_city text, p_references text[]
) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  parts constant text := replace(translate(p_name, '’‘ʼ`´', ''''''''''''), '''', ' ');
  domain constant text := substr(lower(p_email), strpos(p_email, '@'));
  word text;
  words text := ' #' || replace(p_id::text, '-', '') || coalesce(' <' || lower(p_email) || ' ' || domain, '') || ' ';
begin
  if p_phone is not null then
    foreach word in array private.words_of(p_phone) loop
      if word ~ '^[0-9]{7,20}$' then
        words := words || private.phone_word(word) || ' ';
      end if;
    end loop;
  end if;
  foreach word in array private.words_of(concat_ws(
    e'\n', p_name, case when parts <> p_name then parts end, domain, p_city, array_to_string(p_references, e'\n')
  )) loop
    if strpos(words, ' ' || word || ' ') = 0 then
      words := words || word || ' ';
    end if;
  end loop;
  return words;
end
$$;

-- The entries of the index for the words of a form. One has room for 2,046 bytes.
create function private.search_terms(p_words text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array_to_tsvector(array(select left(word, 200) from unnest(string_to_array(btrim(p_words), ' ')) word));
end
$$;

-- What the index is asked for such an entry, or for all that begin so, where no space follows.
create function private.search_query(p_word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return '''' || replace(replace(left(btrim(p_word), 200), '\', '\\'), '''', '''''') || case when p_word like '% ' then '''' else ''':*' end;
end
$$;

-- Those of words in which a typo is forgiven: short ones without digits.
create function private.forgiving_words(p_words text[]) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(select word from unnest(p_words) word where word ~ '^[^0-9#+<@]{4,16}$');
end
$$;

-- A word and the same less each of its letters, as numbers: two words that differ by one typo have one of them in common.
create function private.near_keys(p_word text) returns integer[]
language sql immutable strict parallel safe set search_path = '' as $$
  select array(
    select hashtext(left(p_word, place - 1) || substr(p_word, place + 1)) from generate_series(1, length(p_word) + 1) place
  )
$$;

create table private.form_words (
  enrollment_id uuid not null,
  saved_at timestamptz not null,
  words text not null
);

create table private.form_states (
  enrollment_id uuid not null,
  saved_at timestamptz not null,
  -- Of the delivery, or `incomplete` without one.
  state text not null,
  plan text not null
);

-- The words of all forms in which a typo is forgiven. Two forms that are saved at once may add the same word twice.
create table private.known_words (
  id bigint generated always as identity primary key,
  word text not null
);

revoke all on table private.form_words, private.form_states, private.known_words from public, anon, authenticated, service_role;

-- All at once, and keys and indexes afterwards: one by one takes much longer with many forms.
insert into private.form_words
select id, created_at,
  private.findable_words(
    id, customer_name, customer_email, customer_phone, city,
    array(select reference from public.payments where enrollment_id = enrollments.id) || payment_reference
  )
from public.enrollments order by created_at;

insert into private.form_states
select enrollments.id, enrollments.created_at, coalesce(deliveries.state, 'incomplete'), coalesce(plan_name, '')
from public.enrollments left join public.deliveries on enrollment_id = enrollments.id;

insert into private.known_words (word)
select distinct unnest(private.forgiving_words(string_to_array(btrim(words), ' '))) from private.form_words;

alter table private.form_words add primary key (enrollment_id),
  add foreign key (enrollment_id) references public.enrollments (id) on delete cascade;
alter table private.form_states add primary key (enrollment_id),
  add foreign key (enrollment_id) references public.enrollments (id) on delete cascade;
create index form_words_saved_at_idx on private.form_words (saved_at, enrollment_id);
-- New entries wait in a short list, which every search reads.
create index form_words_terms_idx on private.form_words using gin (private.search_terms(words)) with (gin_pending_list_limit = 256);
create index form_states_state_idx on private.form_states (state, saved_at, enrollment_id);
create index form_states_plan_idx on private.form_states (state, plan, saved_at, enrollment_id);
create index known_words_word_idx on private.known_words (word);
create index known_words_near_idx on private.known_words using gin (private.near_keys(word));
analyze private.form_words, private.form_states, private.known_words;

-- Keeps both up with the form, its delivery and its payments. On enrollments it fires after queue_delivery, by its name, so that a
-- delivery is always locked before its row here. It writes tables that clients may not.
create function private.save_findable() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  form public.enrollments;
  found_by text;
begin
  if tg_table_name = 'deliveries' then
    update private.form_states set state = case tg_op when 'DELETE' then 'incomplete' else new.state end
    where enrollment_id = case tg_op when 'DELETE' then old.enrollment_id else new.enrollment_id end;
    return null;
  elsif tg_table_name = 'payments' then
    for form in
      select enrollments.* from public.enrollments
      where id in (new.enrollment_id, case when tg_op = 'UPDATE' then old.enrollment_id end)
    loop
      update private.form_words set words = private.findable_words(
        form.id, form.customer_name, form.customer_email, form.customer_phone, form.city,
        array(select reference from public.payments where enrollment_id = form.id) || form.payment_reference
      ) where enrollment_id = form.id;
    end loop;
    return null;
  end if;

  found_by := private.findable_words(
    new.id, new.customer_name, new.customer_email, new.customer_phone, new.city,
    array(select reference from public.payments where enrollment_id = new.id) || new.payment_reference
  );
  if tg_op = 'INSERT' then
    insert into private.form_words (enrollment_id, saved_at, words) values (new.id, new.created_at, found_by);
    insert into private.form_states (enrollment_id, saved_at, state, plan) values (
      new.id, new.created_at, coalesce((select state from public.deliveries where enrollment_id = new.id), 'incomplete'),
      coalesce(new.plan_name, '')
    );
  else
    update private.form_words set words = found_by, saved_at = new.created_at
    where enrollment_id = new.id and (words, saved_at) is distinct from (found_by, new.created_at);
    update private.form_states set plan = coalesce(new.plan_name, ''), saved_at = new.created_at
    where enrollment_id = new.id and (plan, saved_at) is distinct from (coalesce(new.plan_name, ''), new.created_at);
  end if;
  return null;
end
$$;

create trigger save_findable after insert on public.enrollments
  for each row execute function private.save_findable();
create trigger save_changed_findable after update on public.enrollments
  for each row when (
    (old.customer_name, old.customer_email, old.customer_phone, old.city, old.payment_reference, old.plan_name, old.created_at)
    is distinct from
    (new.customer_name, new.customer_email, new.customer_phone, new.city, new.payment_reference, new.plan_name, new.created_at)
  ) execute function private.save_findable();
create trigger save_findable after insert or delete on public.deliveries
  for each row execute function private.save_findable();
create trigger save_changed_findable after update on public.deliveries
  for each row when (old.state is distinct from new.state) execute function private.save_findable();
create trigger save_findable after insert on public.payments
  for each row when (new.enrollment_id is not null) execute function private.save_findable();
create trigger save_changed_findable after update on public.payments
  for each row when (old.enrollment_id is distinct from new.enrollment_id) execute function private.save_findable();

-- Keeps the known words: those that are new, and none that no form has any more. A word that one adds while another takes it away may
-- be missing until a form with it is saved again, and no typo of it is forgiven. Planning for each row would take longer than the work.
create function private.save_known_words() returns trigger
language plpgsql security definer
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  had constant text[] := case when tg_op <> 'INSERT' then private.forgiving_words(string_to_array(btrim(old.words), ' ')) else '{}' end;
  has constant text[] := case when tg_op <> 'DELETE' then private.forgiving_words(string_to_array(btrim(new.words), ' ')) else '{}' end;
begin
  insert into private.known_words (word)
  select word from unnest(has) each (word) where not exists (select from private.known_words known where known.word = each.word);
  if had <> '{}' then
    delete from private.known_words
    where word = any (had) and word <> all (has)
      -- The index reads all forms with a word at once, so words of many are looked for among the newest forms first.
      and not exists (
        select from (select words from private.form_words order by saved_at desc limit 100) newest where strpos(words, ' ' || word || ' ') > 0
      )
      and not exists (select from private.form_words where private.search_terms(words) @@ private.search_query(word || ' ')::tsquery);
  end if;
  return null;
end
$$;

create trigger save_known_words after insert or delete on private.form_words
  for each row execute function private.save_known_words();
create trigger save_changed_known_words after update on private.form_words
  for each row when (old.words <> new.words) execute function private.save_known_words();

revoke all on function
  private.folded(text), private.words_of(text), private.phone_word(text), private.findable_words(uuid, text, text, text, text, text[]),
  private.search_terms(text), private.search_query(text), private.forgiving_words(text[]), private.near_keys(text), private.save_findable(), private.save_known_words()
  from public, anon, authenticated, service_role;
