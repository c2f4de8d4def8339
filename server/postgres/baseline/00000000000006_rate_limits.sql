-- How often somebody asked lately. Lost in a crash, which does no harm, and therefore cheap to write.

create unlogged table gateway.rate_limits (
  -- A hash of the limit, the address and the account: whoever reads the table learns neither.
  key bytea not null,
  -- Each request puts this moment off; once it is past, the next one starts anew.
  full_at timestamptz not null,
  constraint rate_limits_pkey primary key (key)
) with (fillfactor = 50);

-- From where an account's owner has signed in. A hash of both, so that the table tells nobody's whereabouts.
create table gateway.familiar_addresses (
  key bytea not null,
  seen_at timestamptz not null,
  constraint familiar_addresses_pkey primary key (key)
);

create index familiar_addresses_seen_at_idx on gateway.familiar_addresses (seen_at);
