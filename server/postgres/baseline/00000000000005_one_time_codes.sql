-- What a six-digit code needs beyond Supabase Auth's own tables, which stay as they are there.

create table gateway.one_time_codes (
  user_id uuid not null,
  token_type auth.one_time_token_type not null,
  -- Goes into the hash with the address and the code. Without it a link, which carries the hash, could be made up by
  -- trying a million codes, and nobody would count the tries.
  salt text not null,
  failed_attempts integer not null default 0,
  constraint one_time_codes_pkey primary key (user_id, token_type),
  constraint one_time_codes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
