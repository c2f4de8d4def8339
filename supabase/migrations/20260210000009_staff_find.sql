-- Finding forms (R-DESK): `staff_find`. A million forms are to answer within a tenth of a second, and a typo is forgiven, without
-- an extension: trigrams of frequent names would name too many candidates for that.

-- The forms of these states and plans, as a query that can be read from the newest one on by an index.
create function private.newest_forms(p_states text[], p_plans text[], p_is_filtered boolean, p_bounds text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if not p_is_filtered then
    return 'select enrollment_id, saved_at, words from private.form_words where ' || p_bounds;
  end if;
  return (
    select string_agg(format(
      '(select enrollment_id, saved_at from private.form_states where state = %L%s and %s order by saved_at desc, enrollment_id desc)',
      state, ' and plan = ' || quote_literal(plan), p_bounds
    ), ' union all ')
    from unnest(p_states) state, unnest(coalesce(p_plans, array[null::text])) plan
  );
end
$$;

-- What the index is asked for: words that few have of the forms that were looked at, or else the two that fewest have.
create function private.rare_words(p_queries text[], p_counts integer[], p_looked_at integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(query, ' & ') from (
      select query, count, row_number() over (order by count, query) as place from unnest(p_queries, p_counts) each (query, count)
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
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off
set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  -- A page is filled from so many of the newest forms at most.
  most_read constant integer := 10000;
  -- Typos are forgiven in so many words.
  most_forgiven constant integer := 3;
  kinds constant text[] := coalesce(
    p_states, array['incomplete', 'queued', 'sending', 'delivered', 'needs_review', 'rejected', 'cancelled']
  );
  is_filtered constant boolean := num_nonnulls(p_states, p_plans) > 0;
  time_window constant text := concat_ws(
    ' and ', 'true', 'saved_at >= ' || quote_literal(p_since), 'saved_at < ' || quote_literal(p_until)
  );
  sought text[] := private.sought_words(p_text, false);
  word text;
  near text[];
  is_near boolean;
  conditions text[];
  queries text[];
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
      earlier := array_to_string(array(
        select private.words_condition(private.spellings(sought_word, degree - 1)) from unnest(sought) sought_word
      ), ' and ');
    end if;
    sought := private.sought_words(p_text, degree = 3);
    conditions := '{}';
    queries := '{}';
    is_near := false;
    foreach word in array sought loop
      near := case
        when degree = 3 and word = any ((private.forgiving_words(sought))[:most_forgiven]) then private.near_words(word) else '{}'
      end;
      is_near := is_near or near <> '{}';
      conditions := conditions || private.words_condition(private.spellings(word, degree) || near);
      queries := queries || private.words_query(private.spellings(word, degree) || near);
    end loop;
    exit when degree = 3 and not is_near;
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
      private.rare_words(queries, totals, looked_at), array_to_string(conditions, ' and '), earlier,
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

-- Forms by what a caller on the telephone says: see docs/desk-functions.md. PostgREST and the gateway set a function's
-- statement_timeout before its statement begins; elsewhere it is without effect.
create function public.staff_find(
  p_text text, p_states text[] default null, p_plans text[] default null, p_since timestamptz default null,
  p_until timestamptz default null, p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '2s' as $$
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
        'attempts', coalesce(delivery.attempts, 0),
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
  private.newest_forms(text[], text[], boolean, text), private.rare_words(text[], integer[], integer),
  private.find_forms(text, text[], text[], timestamptz, timestamptz, private.found_form, integer),
  public.staff_find(text, text[], text[], timestamptz, timestamptz, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.staff_find(text, text[], text[], timestamptz, timestamptz, text, integer) to authenticated, site_staff;
