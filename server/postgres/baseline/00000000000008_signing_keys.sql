-- The keys that sign tokens, shared by all gateways on this database. Only the login that owns the table can read them.

create type gateway.key_purpose as enum (
  'session', -- users' access tokens
  'service' -- the token of the organisation's own programs
);

create table gateway.signing_keys (
  -- The key's thumbprint (RFC 7638).
  kid text not null,
  purpose gateway.key_purpose not null,
  -- RFC 7518 section 6.2.2: an EC key with its secret part.
  private_jwk jsonb not null,
  created_at timestamptz not null,
  -- When it starts to sign, until the next one does. It is published before, so that verifiers know it by then.
  signs_from timestamptz not null,
  constraint signing_keys_pkey primary key (kid)
);

revoke all on table gateway.signing_keys from public, anon, authenticated, service_role;
alter table gateway.signing_keys enable row level security;
