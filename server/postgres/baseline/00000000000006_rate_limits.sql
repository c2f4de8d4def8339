-- Rate limits. The table is unlogged: losing it in a crash does no harm, and writing it is cheap.

create unlogged table gateway.rate_limits (
  -- A hash of the limit, the network and the account, so that the table reveals neither.
  key bytea not null,
  -- When the bucket is full again. Each request postpones it.
  full_at timestamptz not null,
  constraint rate_limits_pkey primary key (key)
) with (fillfactor = 50);

-- The networks that an account's owner has signed in from, hashed together with the account.
create table gateway.familiar_addresses (
  key bytea not null,
  seen_at timestamptz not null,
  constraint familiar_addresses_pkey primary key (key)
);

create index familiar_addresses_seen_at_idx on gateway.familiar_addresses (seen_at);
