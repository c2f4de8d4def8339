-- What is looked for (R-DESK): the words of a text, their spellings, and both as conditions on the words that forms are found by.

-- The words that a text looks for, eight at most. An address, from its @ on, is one word, or its parts, where they may have typos;
-- an id with its hyphens is one word.
create function private.sought_words(p_text text, p_in_parts boolean) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  rest text := '';
  sought text[] := '{}';
  word text;
begin
  foreach word in array regexp_split_to_array(private.folded(left(p_text, 200)), '\s+') loop
    if word ~ '.@|@.' and not p_in_parts then
      sought := sought || case when starts_with(word, '@') then word else '<' || word end;
    elsif word ~ '^[0-9a-f]{8}-([0-9a-f]{0,4}|[0-9a-f]{4}-([0-9a-f]{0,4}|[0-9a-f]{4}-([0-9a-f]{0,4}|[0-9a-f]{4}-[0-9a-f]{0,12})))$' then
      sought := sought || replace(word, '-', '');
    else
      rest := rest || ' ' || word;
    end if;
  end loop;
  return array(
    select each.word from unnest(sought || private.words_of(rest)) with ordinality each (word, place)
    group by each.word order by min(place) limit 8
  );
end
$$;

-- As what a form may have a word: as it is (1), or at the beginning of one of its own (2, 3). Each begins with a space, and ends with
-- one where nothing may follow. A phone is found as a whole alone, an id by its beginning, too.
create function private.spellings(p_word text, p_degree integer) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  word_end constant text := case p_degree when 1 then ' ' else '' end;
begin
  return array_remove(array[
    ' ' || p_word || word_end,
    case when p_word ~ '^[0-9a-f]{4,}$' then ' #' || p_word || word_end end,
    case when p_word ~ '^[0-9]{7,}$' then ' ' || private.phone_word(p_word) || ' ' end
  ], null);
end
$$;

-- What a word matches that differs from it by a typo: one letter that is wrong, missing or too many, or two that are swapped. A
-- word of four letters may only lack one.
create function private.near_pattern(p_word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  letters constant integer := length(p_word);
begin
  return '^(?:' || (
    select string_agg(form, '|') from (
      select left(p_word, place) || '.' || substr(p_word, place + 1) as form from generate_series(0, letters) place
      union all
      select unnest(array[
        left(p_word, place - 1) || '.' || substr(p_word, place + 1),
        left(p_word, place - 1) || substr(p_word, place + 1),
        left(p_word, place - 1) || substr(p_word, place + 1, 1) || substr(p_word, place, 1) || substr(p_word, place + 2)
      ])
      from generate_series(1, letters) place where letters >= 5
    ) forms
  ) || ')$';
end
$$;

-- The spellings of known words that differ from a word by a typo and do not begin with it, 30 at most: those that begin alike first.
create function private.near_words(p_word text) returns text[]
language plpgsql stable strict set search_path = '' set enable_seqscan = off as $$
begin
  return array(
    with candidates as materialized (
      select distinct word from private.known_words where private.near_keys(word) && private.near_keys(p_word)
    )
    select ' ' || word || ' ' from candidates where word ~ private.near_pattern(p_word) and not starts_with(word, p_word)
    order by left(word, 1) <> left(p_word, 1), word limit 30
  );
end
$$;

-- One of several spellings, as a condition on the words of a form and as what the index is asked, which may find more.
create function private.words_condition(p_spellings text[]) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return '(' || (select string_agg(format('strpos(words, %L) > 0', spelling), ' or ') from unnest(p_spellings) spelling) || ')';
end
$$;

create function private.words_query(p_spellings text[]) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return '(' || (select string_agg(private.search_query(spelling), ' | ') from unnest(p_spellings) spelling) || ')';
end
$$;

revoke all on function
  private.sought_words(text, boolean), private.spellings(text, integer), private.near_pattern(text), private.near_words(text),
  private.words_condition(text[]), private.words_query(text[])
  from public, anon, authenticated, service_role;
