-- When expired data was last deleted: once an hour, by whichever gateway comes first.

create table gateway.upkeep (
  only_row boolean not null default true,
  begun_at timestamptz,
  constraint upkeep_pkey primary key (only_row),
  constraint upkeep_only_row_check check (only_row)
);

insert into gateway.upkeep default values;

-- Supabase Auth never deletes from its log, and has no such index.
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
