-- The keys that sign tokens. They stand in the database so that all gateways on it share them; nobody but the login
-- that owns the table reads them.

create type gateway.key_purpose as enum (
  'session', -- people's access tokens
  'service' -- the token of the organisation's own programs
);

create table gateway.signing_keys (
  -- The key's thumbprint (RFC 7638).
  kid text not null,
  purpose gateway.key_purpose not null,
  -- RFC 7518 section 6.2.2: an EC key with its secret part.
  private_jwk jsonb not null,
  created_at timestamptz not null,
  -- From then on it signs, until the next one does. It is published before, so that everybody knows it by then.
  signs_from timestamptz not null,
  constraint signing_keys_pkey primary key (kid)
);

revoke all on table gateway.signing_keys from public, anon, authenticated, service_role;
alter table gateway.signing_keys enable row level security;
