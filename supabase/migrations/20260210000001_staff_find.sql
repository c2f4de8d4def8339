-- Finding forms (R-DESK): `staff_find`. A million forms are to answer within a tenth of a second, and a typo is forgiven, without
-- an extension: trigrams of frequent names would name too many candidates for that.
--
-- What a form is found by are words: of its name, city, e-mail address, phone, id and payment references. They are kept beside the
-- form, folded, and an index has them together with each word less one letter: two words that differ by one typo have one of
-- these in common, and what differs by more is sorted out letter by letter. How forms stand is kept in a narrow table of its own, since a change of it must not touch that index.

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

-- All that a form is found by, each word once, with a space on both sides of each. A phone number is also found by its end, an
-- address also by its domain and its parts, a name with an apostrophe also by what is beside it; `#` marks the id.
create function private.findable_words(
  p_id uuid, p_name text, p_email text, p_phone text, p_city text, p_references text[]
) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  email constant text := lower(p_email);
  parts constant text := replace(translate(p_name, '’‘ʼ`´', ''''''''''''), '''', ' ');
  digits text;
  all_words text[] := private.words_of(concat_ws(
    e'\n', p_name, case when parts <> p_name then parts end, email, p_city, p_phone, array_to_string(p_references, e'\n')
  ));
begin
  foreach digits in array all_words loop
    if digits ~ '^[0-9]{7,20}$' then
      all_words := all_words || array[right(digits, 10), right(digits, 7), right(digits, 4)];
      if length(digits) = 10 then
        all_words := all_words || ('1' || digits);
      end if;
    end if;
  end loop;
  all_words := all_words || array[email, substr(email, strpos(email, '@')), '#' || replace(p_id::text, '-', '')];
  return ' ' || (select string_agg(distinct word, ' ') from unnest(all_words) word where word <> '') || ' ';
end
$$;

-- Words of letters, and the same less each one of them, as entries of the index. Their numbers are few, so that it stays small;
-- what it finds is compared letter by letter.
create function private.near_keys(p_words text[]) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(
    select '~' || (hashtext(left(word, place - 1) || substr(word, place + 1)) & 1048575)
    from (
      select word from unnest(p_words) word where length(word) between 4 and 24 and word !~ '[0-9@#]' offset 0
    ) words, generate_series(1, length(word) + 1) place
  );
end
$$;

-- The entries of the index for the words of a form. One has room for 2,046 bytes.
create function private.search_terms(p_words text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  words constant text[] := string_to_array(btrim(p_words), ' ');
begin
  return array_to_tsvector(array(select left(word, 200) from unnest(words) word) || private.near_keys(words));
end
$$;

create table private.form_words (
  enrollment_id uuid primary key references public.enrollments (id) on delete cascade,
  saved_at timestamptz not null,
  words text not null
);

create table private.form_states (
  enrollment_id uuid primary key references public.enrollments (id) on delete cascade,
  saved_at timestamptz not null,
  -- Of the delivery, or `incomplete` without one.
  state text not null,
  plan text not null
);

revoke all on table private.form_words, private.form_states from public, anon, authenticated, service_role;

insert into private.form_words
select id, created_at,
  private.findable_words(
    id, customer_name, customer_email, customer_phone, city,
    array(select reference from public.payments where enrollment_id = enrollments.id) || payment_reference
  )
from public.enrollments;

insert into private.form_states
select enrollments.id, enrollments.created_at, coalesce(deliveries.state, 'incomplete'), coalesce(plan_name, '')
from public.enrollments left join public.deliveries on enrollment_id = enrollments.id;

create index form_words_saved_at_idx on private.form_words (saved_at, enrollment_id);
-- New entries wait in a short list, which every search reads.
create index form_words_terms_idx on private.form_words using gin (private.search_terms(words)) with (gin_pending_list_limit = 256);
create index form_states_state_idx on private.form_states (state, saved_at, enrollment_id);
create index form_states_plan_idx on private.form_states (state, plan, saved_at, enrollment_id);
analyze private.form_words, private.form_states;

-- Keeps both up with the form, its delivery and its payments. On enrollments it fires after queue_delivery, by its name, so that a
-- delivery is always locked before its row here. It writes tables that clients may not.
create function private.save_findable() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  form public.enrollments;
  found_by text;
begin
  if tg_table_name = 'deliveries' then
    if tg_op = 'DELETE' then
      update private.form_states set state = 'incomplete' where enrollment_id = old.enrollment_id;
    else
      update private.form_states set state = new.state where enrollment_id = new.enrollment_id;
    end if;
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

-- The words that a text looks for, ten at most. An address is one word, or its parts, where they may have typos; an id with its
-- hyphens is one word.
create function private.sought_words(p_text text, p_in_parts boolean) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  rest text := '';
  sought text[] := '{}';
  word text;
begin
  foreach word in array regexp_split_to_array(private.folded(left(p_text, 200)), '\s+') loop
    if word ~ '.@|@.' and not p_in_parts then
      sought := sought || word;
    elsif word ~ '^[0-9a-f]{8}-([0-9a-f]{0,4}|[0-9a-f]{4}-([0-9a-f]{0,4}|[0-9a-f]{4}-([0-9a-f]{0,4}|[0-9a-f]{4}-[0-9a-f]{0,12})))$' then
      sought := sought || replace(word, '-', '');
    else
      rest := rest || ' ' || word;
    end if;
  end loop;
  return array(select distinct unnest(sought || private.words_of(rest)) limit 10);
end
$$;

-- What a word matches that differs from it by a typo: one letter that is wrong, missing or too many, or two that are swapped.
-- Null where none is forgiven: beside digits, and where neither word has five letters.
create function private.near_pattern(p_word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  letters constant integer := length(p_word);
begin
  if cardinality(private.near_keys(array[p_word])) = 0 then
    return null;
  end if;
  return ' (?:' || (
    select string_agg(form, '|') from (
      select left(p_word, place) || '[^ ]' || substr(p_word, place + 1) as form from generate_series(0, letters) place
      union all
      select unnest(array[
        left(p_word, place - 1) || '[^ ]' || substr(p_word, place + 1),
        left(p_word, place - 1) || substr(p_word, place + 1),
        left(p_word, place - 1) || substr(p_word, place + 1, 1) || substr(p_word, place, 1) || substr(p_word, place + 2)
      ])
      from generate_series(1, letters) place where letters >= 5
    ) forms
  ) || ') ';
end
$$;

-- In how far a form has a word: as it is (1), at the beginning of one of its own (2), or but for a typo (3). As a condition on its
-- words, and as what the index is asked, which may find more. What may be the beginning of an id is looked for in ids, too.
create function private.word_condition(p_word text, p_degree integer) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  word_end constant text := case p_degree when 1 then ' ' else '' end;
begin
  return '(' || concat_ws(
    ' or ',
    format('strpos(words, %L) > 0', ' ' || p_word || word_end),
    case when p_word ~ '^[0-9a-f]{4,}$' then format('strpos(words, %L) > 0', ' #' || p_word || word_end) end,
    case when p_degree = 3 then 'words ~ ' || quote_literal(private.near_pattern(p_word)) end
  ) || ')';
end
$$;

create function private.word_query(p_word text, p_degree integer) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  term constant text := replace(replace(left(p_word, 200), '\', '\\'), '''', '''''');
  word_end constant text := case p_degree when 1 then '''' else ''':*' end;
begin
  return '(' || concat_ws(
    ' | ',
    '''' || term || word_end,
    case when p_word ~ '^[0-9a-f]{4,}$' then '''#' || term || word_end end,
    case when p_degree = 3 then (select string_agg('''' || key || '''', ' | ') from unnest(private.near_keys(array[p_word])) key) end
  ) || ')';
end
$$;

-- The forms of these states and plans, as a query that can be read from the newest one on by an index.
create function private.newest_forms(p_states text[], p_plans text[], p_is_filtered boolean, p_bounds text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if not p_is_filtered then
    return 'select enrollment_id, saved_at, words from private.form_words where ' || p_bounds;
  end if;
  return (
    select string_agg(format(
      'select enrollment_id, saved_at from private.form_states where state = %L%s and %s', state, ' and plan = ' || quote_literal(plan), p_bounds
    ), ' union all ')
    from unnest(p_states) state, unnest(coalesce(p_plans, array[null::text])) plan
  );
end
$$;

-- What the index is asked for: words that few have of the forms that were looked at, or else the two that fewest have.
create function private.rare_words(p_words text[], p_counts integer[], p_looked_at integer, p_degree integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(private.word_query(word, p_degree), ' & ') from (
      select word, count, row_number() over (order by count, word) as place from unnest(p_words, p_counts) each (word, count)
    ) each
    where place <= 2 or (place <= 4 and count * 20 < p_looked_at)
  );
end
$$;

create type private.found_form as (degree integer, saved_at timestamptz, enrollment_id uuid);

-- Up to `p_limit` forms behind `p_after`: those that have all words as they are, then those with beginnings, then those with typos,
-- the newest of each first.
--
-- Each is looked for among the newest forms first, as long as they promise to fill the page, which tells how frequent each word is,
-- too: frequent ones are found there, and rare ones by the index. Statements are made here, so that each is planned for its own
-- words; the settings keep the planner to reading in the order of the indexes, whatever it believes of the words' number.
create function private.find_forms(
  p_text text, p_states text[], p_plans text[], p_since timestamptz, p_until timestamptz, p_after private.found_form, p_limit integer
) returns setof private.found_form
language plpgsql stable
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  -- A page is filled from so many of the newest forms at most.
  most_read constant integer := 10000;
  kinds constant text[] := coalesce(
    p_states, array['incomplete', 'queued', 'sending', 'delivered', 'needs_review', 'rejected', 'cancelled']
  );
  is_filtered constant boolean := num_nonnulls(p_states, p_plans) > 0;
  time_window constant text := concat_ws(
    ' and ', 'true', 'saved_at >= ' || quote_literal(p_since), 'saved_at < ' || quote_literal(p_until)
  );
  sought text[] := private.sought_words(p_text, false);
  conditions text[];
  earlier text := 'false';
  hit text;
  -- The oldest form that was looked at.
  oldest_at timestamptz;
  oldest_id uuid;
  bounds text;
  portion integer;
  read integer;
  counts integer[];
  hits private.found_form[];
  looked_at integer;
  hit_count integer;
  totals integer[];
  missing integer := p_limit;
begin
  for degree in coalesce(p_after.degree, 1)..3 loop
    exit when missing <= 0 or (degree > 1 and sought = '{}');
    if degree > 1 then
      earlier := array_to_string(array(select private.word_condition(word, degree - 1) from unnest(sought) word), ' and ');
    end if;
    if degree = 3 then
      sought := private.sought_words(p_text, true);
      exit when not exists (select from unnest(sought) word where private.near_pattern(word) is not null);
    end if;
    conditions := array(
      select private.word_condition(word, degree) from unnest(sought) with ordinality each (word, place) order by place
    );
    hit := array_to_string(array(select 'has_' || place from generate_series(1, cardinality(sought)) place) || array['not had'], ' and ');
    oldest_at := case when degree = p_after.degree then p_after.saved_at end;
    oldest_id := case when degree = p_after.degree then p_after.enrollment_id end;
    portion := case when sought = '{}' then missing else 500 end;
    looked_at := 0;
    hit_count := 0;
    totals := array_fill(0, array[cardinality(sought)]);

    loop
      bounds := concat_ws(
        ' and ', time_window, case when oldest_at is not null then format('(saved_at, enrollment_id) < (%L, %L)', oldest_at, oldest_id) end
      );
      execute format(
        'with newest as materialized (
           select * from (%1$s) listed order by saved_at desc, enrollment_id desc limit %2$s
         ), looked_at as materialized (
           select saved_at, enrollment_id%3$s, %4$s as had from newest%5$s
         )
         select count(*), array[%6$s]::integer[],
           (select saved_at from looked_at order by saved_at, enrollment_id limit 1),
           (select enrollment_id from looked_at order by saved_at, enrollment_id limit 1),
           (array_agg((%7$s, saved_at, enrollment_id)::private.found_form order by saved_at desc, enrollment_id desc) filter (where %8$s))[1:%9$s]
         from looked_at',
        private.newest_forms(kinds, p_plans, is_filtered, bounds),
        portion,
        (select string_agg(format(', %s as has_%s', condition, place), '') from unnest(conditions) with ordinality each (condition, place)),
        earlier,
        case when is_filtered then
          ' cross join lateral (select words from private.form_words where form_words.enrollment_id = newest.enrollment_id) own'
        else '' end,
        (select string_agg(format('count(*) filter (where has_%s)', place), ', ') from generate_series(1, cardinality(sought)) place),
        degree, hit, missing
      ) into read, counts, oldest_at, oldest_id, hits;
      return query select * from unnest(hits);
      missing := missing - coalesce(cardinality(hits), 0);
      hit_count := hit_count + coalesce(cardinality(hits), 0);
      looked_at := looked_at + read;
      totals := array(select total + count from unnest(totals, counts) with ordinality each (total, count, place) order by place);
      exit when read < portion or missing <= 0 or hit_count::bigint * most_read < p_limit::bigint * looked_at;
      portion := portion * 2;
    end loop;
    continue when read < portion or missing <= 0;

    return query execute format(
      'with candidates as materialized (
         select saved_at, enrollment_id from private.form_words
         where private.search_terms(words) @@ %L::tsquery and %s and not (%s)
       ), listed as materialized (
         select * from candidates where %s order by saved_at desc, enrollment_id desc
       )
       select %s, saved_at, enrollment_id from listed%s limit %s',
      private.rare_words(sought, totals, looked_at, degree), array_to_string(conditions, ' and '), earlier,
      concat_ws(' and ', time_window, format('(saved_at, enrollment_id) < (%L, %L)', oldest_at, oldest_id)), degree,
      case when is_filtered then format(
        ' where (
            select state = any (%L) and (%L is null or plan = any (%L))
            from private.form_states where form_states.enrollment_id = listed.enrollment_id
          )',
        kinds, p_plans, p_plans
      ) else '' end,
      missing
    );
    get diagnostics read = row_count;
    missing := missing - read;
  end loop;
end
$$;

-- Forms by what a caller on the telephone says: see docs/desk-functions.md.
create function public.staff_find(
  p_text text, p_states text[] default null, p_plans text[] default null, p_since timestamptz default null,
  p_until timestamptz default null, p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  caller constant private.staff_caller := private.acting_staff('staff_find');
  page_start private.found_form;
  page private.found_form[];
  key text[] := string_to_array(p_after, ' ');
begin
  if p_limit is null or p_limit not between 1 and 200 or cardinality(p_states) not between 1 and 10
    or cardinality(p_plans) not between 1 and 20 or array_position(p_plans, null) is not null or array_position(p_states, null) is not null
    or p_after !~ '^[123] [0-9TZ:.-]{27} [0-9a-f-]{36}$'
  then
    raise exception 'This page cannot be asked for' using errcode = 'invalid_parameter_value';
  end if;
  if p_after is not null then
    page_start := (key[1]::integer, key[2]::timestamptz, key[3]::uuid)::private.found_form;
  end if;
  -- One more tells whether there is a next page.
  page := array(select form from private.find_forms(
    coalesce(p_text, ''), p_states, p_plans, p_since, p_until, page_start, p_limit + 1
  ) form);
  return jsonb_build_object(
    'found', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', enrollment.id, 'name', customer_name, 'email', private.masked_email(customer_email),
        'phone', private.masked_phone(customer_phone), 'city', city, 'place', enrollment.state, 'plan', plan_name,
        'state', coalesce(delivery.state, 'incomplete'), 'state_at', delivery.updated_at, 'reason', delivery.reason,
        'payment', private.proven_payment(payment_verified_at, payment_status), 'saved_at', enrollment.created_at, 'exact', degree = 1
      ) order by place), '[]')
      from unnest(page) with ordinality listed (degree, saved_at, enrollment_id, place)
        join public.enrollments enrollment on enrollment.id = enrollment_id
        left join public.deliveries delivery on delivery.enrollment_id = enrollment.id
      where place <= p_limit
    ),
    'next', case when cardinality(page) > p_limit then concat_ws(
      ' ', (page[p_limit]).degree, to_char((page[p_limit]).saved_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), (page[p_limit]).enrollment_id
    ) end
  );
end
$$;

revoke all on function
  private.folded(text), private.words_of(text), private.findable_words(uuid, text, text, text, text, text[]), private.near_keys(text[]),
  private.search_terms(text), private.save_findable(), private.sought_words(text, boolean),
  private.newest_forms(text[], text[], boolean, text), private.rare_words(text[], integer[], integer, integer),
  private.near_pattern(text), private.word_condition(text, integer), private.word_query(text, integer),
  private.find_forms(text, text[], text[], timestamptz, timestamptz, private.found_form, integer),
  public.staff_find(text, text[], text[], timestamptz, timestamptz, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.staff_find(text, text[], text[], timestamptz, timestamptz, text, integer) to authenticated, site_staff;
