-- Quotas: how much one account, and one network, may write within an hour (R-QUOTAS).

-- The figures; null is no limit. The gateway writes them at its start, from QUOTAS; on Supabase change them here.
create table private.quotas (
  only_row boolean primary key default true check (only_row),
  rows_per_request integer default 10 check (rows_per_request > 0),
  -- Added or changed.
  rows_per_account_hour integer default 30 check (rows_per_account_hour > 0),
  rows_per_network_hour integer default 120 check (rows_per_network_hour > 0),
  -- Owned, and not cancelled. A family may share an account.
  open_enrollments_per_account integer default 5 check (open_enrollments_per_account > 0),
  -- What is beyond is held for a person.
  deliveries_per_account_hour integer default 10 check (deliveries_per_account_hour > 0),
  -- The request header with the visitor's address. It must be one that nobody can send along: Cloudflare, in front of
  -- every Supabase project, overwrites this one, unlike X-Forwarded-For, to which it appends. The gateway sets it itself.
  network_header text not null default 'cf-connecting-ip'
);

insert into private.quotas default values;

-- Sets the figures that are named, and all others to their defaults.
create function public.set_quotas(p_quotas jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  chosen private.quotas;
begin
  update private.quotas
  set rows_per_request = default, rows_per_account_hour = default, rows_per_network_hour = default,
    open_enrollments_per_account = default, deliveries_per_account_hour = default
  where only_row
  returning * into strict chosen;
  chosen := jsonb_populate_record(chosen, p_quotas);
  update private.quotas
  set rows_per_request = chosen.rows_per_request,
    rows_per_account_hour = chosen.rows_per_account_hour,
    rows_per_network_hour = chosen.rows_per_network_hour,
    open_enrollments_per_account = chosen.open_enrollments_per_account,
    deliveries_per_account_hour = chosen.deliveries_per_account_hour
  where only_row;
end
$$;

-- What was used: the time at which a quota is whole again (generic cell rate algorithm). Unlogged, since losing it in a
-- crash does no harm. The keys are hashes, so that it reveals neither accounts nor networks.
create unlogged table private.quota_use (
  key bytea primary key,
  whole_at timestamptz not null
) with (fillfactor = 50);

create index quota_use_whole_at_idx on private.quota_use (whole_at);

-- Takes `p_count` from a quota of `p_per_hour` and returns 0, or leaves it as it is and returns the seconds to wait. The
-- quota is locked until the transaction ends, so that concurrent requests cannot exceed it together.
create function private.take_quota(p_name text, p_count integer, p_per_hour integer) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  hour constant interval := interval '1 hour';
  own_key bytea := sha256(convert_to(p_name, 'UTF8'));
  moment timestamptz := clock_timestamp();
  taken interval := hour * p_count / p_per_hour;
begin
  if p_per_hour is null then
    return 0;
  end if;
  -- Now and then, what is whole again is deleted: it equals a missing row.
  if random() < 0.01 then
    delete from private.quota_use
    where key in (select key from private.quota_use where whole_at < moment limit 1000 for update skip locked);
  end if;
  if taken <= hour then
    insert into private.quota_use as used (key, whole_at) values (own_key, moment + taken)
    on conflict (key) do update
      set whole_at = greatest(used.whole_at, moment) + taken
      where used.whole_at <= moment + hour - taken;
    if found then
      return 0;
    end if;
  end if;
  return ceil(extract(epoch from coalesce(
    (select whole_at from private.quota_use where key = own_key) + taken - hour - moment, taken
  )));
end
$$;

-- The visitor's network: an IPv4 address, or the /64 of an IPv6 address, of which every customer has one at least
-- (RFC 6177). Null where it is unknown, and for this machine, where demonstrations and undeclared proxies are.
create function private.client_network() returns cidr
language plpgsql stable set search_path = '' as $$
declare
  address inet;
begin
  select nullif(current_setting('request.headers', true), '')::jsonb ->> network_header into address from private.quotas;
  if address <<= '127.0.0.0/8' or address = '::1' then
    return null;
  end if;
  return network(set_masklen(address, case family(address) when 4 then 32 else 64 end));
exception
  when invalid_text_representation then
    return null;
end
$$;

-- Ends the request with an answer that PostgREST specifies (docs.postgrest.org, "Errors", RAISE).
create function private.refuse_over_quota(p_message text, p_wait_seconds integer default null) returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', 'over_request_rate_limit', 'message', p_message)::text,
    detail = json_build_object(
      'status', 429,
      'headers', json_strip_nulls(json_build_object('Retry-After', p_wait_seconds::text))
    )::text;
end
$$;

revoke all on function public.set_quotas(jsonb), private.take_quota(text, integer, integer), private.client_network(),
  private.refuse_over_quota(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.set_quotas(jsonb) to service_role;
