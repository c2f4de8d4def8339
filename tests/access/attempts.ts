import type { ClientBase } from 'pg'
import type { Caller } from './samples.ts'

/** A statement that a caller tries. */
export interface Attempt {
  caller: Caller
  statement: string
  /** What is done before, with all rights. */
  before?: string
  /** SQL that describes the outcome afterwards, with all rights; the number of rows by default. */
  outcome?: string
}

/**
 * Tries each statement as its caller, undoes it, and returns the outcomes: `denied` for a missing privilege, `refused` by
 * row-level security, `stopped` by a trigger, the name of a broken constraint, or the code of another error.
 */
export async function attempt(client: ClientBase, attempts: Attempt[]): Promise<string[]> {
  await client.query(attemptFunction)
  const { rows } = await client.query<{ outcome: string }>(
    `select pg_temp.attempt(role, claims, before, statement, outcome) as outcome
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       with ordinality as given (role, claims, before, statement, outcome, place)
     order by place`,
    [
      attempts.map(({ caller }) => caller.role),
      attempts.map(({ caller }) => JSON.stringify(caller.claims)),
      attempts.map(({ before }) => before ?? null),
      attempts.map(({ statement }) => statement),
      attempts.map(({ outcome }) => outcome ?? null),
    ],
  )
  return rows.map(({ outcome }) => outcome)
}

// Leaving the block by an exception undoes everything in it, the role included.
const attemptFunction = `
  create or replace function pg_temp.attempt(caller_role text, claims text, before text, statement text, outcome text) returns text
  language plpgsql as $$
  declare
    affected bigint;
    told text;
    broken text;
  begin
    if before is not null then
      execute before;
    end if;
    perform set_config('request.jwt.claims', claims, true);
    perform set_config('role', caller_role, true);
    execute statement;
    get diagnostics affected = row_count;
    perform set_config('role', 'none', true);
    if outcome is null then
      told := affected;
    else
      execute outcome into told;
    end if;
    raise exception using errcode = 'UNDO0', message = coalesce(told, '');
  exception when others then
    get stacked diagnostics broken = constraint_name;
    return case
      when sqlstate = 'UNDO0' then sqlerrm
      when sqlstate = '42501' and sqlerrm like 'permission denied%' then 'denied'
      when sqlstate = '42501' then 'refused'
      when sqlstate = 'P0001' then 'stopped'
      when sqlstate = 'PGRST' then sqlerrm::json ->> 'code'
      else coalesce(nullif(broken, ''), sqlstate)
    end;
  end
  $$`
