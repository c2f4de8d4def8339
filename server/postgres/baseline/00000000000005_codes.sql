-- What six-digit codes need beyond the tables of Supabase Auth, which are left unchanged.

create table gateway.one_time_codes (
  user_id uuid not null,
  token_type auth.one_time_token_type not null,
  -- Hashed with the address and the code. Without a salt, the hash in a link could be computed from the address and a
  -- million codes, offline and uncounted.
  salt text not null,
  -- Wrong codes from networks that are not familiar to the account, and from those that are.
  failed_attempts integer not null default 0,
  failed_nearby integer not null default 0,
  -- Whether it was asked for from a familiar network.
  asked_nearby boolean not null default false,
  constraint one_time_codes_pkey primary key (user_id, token_type),
  constraint one_time_codes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

-- An authenticator's code works once: codes of this 30-second step and of earlier ones are not accepted again.
create table gateway.used_codes (
  factor_id uuid not null,
  step bigint not null,
  constraint used_codes_pkey primary key (factor_id),
  constraint used_codes_factor_id_fkey foreign key (factor_id) references auth.mfa_factors (id) on delete cascade
);

create table gateway.challenge_attempts (
  challenge_id uuid not null,
  failed_attempts integer not null,
  constraint challenge_tries_pkey primary key (challenge_id),
  constraint challenge_tries_challenge_id_fkey
    foreign key (challenge_id) references auth.mfa_challenges (id) on delete cascade
);
