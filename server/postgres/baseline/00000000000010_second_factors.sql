-- What a second factor needs beyond Supabase Auth's own tables, which stay as they are there.

-- A code of an authenticator app is good once: those of this 30-second step and of earlier ones are not taken again.
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
