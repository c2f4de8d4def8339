import type { ClientBase } from 'pg'
import type { Caller } from './callers.ts'

/** A statement that every caller tries. */
export interface Try {
  /** The heading under which it stands. */
  section: string
  what: string
  /** Columns with the same outcomes share a line. */
  column?: string
  /** The table, sequence or function that it concerns, with its schema. */
  about: string
  /** What is done before, with all rights. */
  before?: string
  /** SQL; `:person` is the caller's person, as a literal. */
  statement: string
  /** SQL that describes the outcome afterwards, with all rights; the number of rows by default. */
  outcome?: string
  /** The outcome in the words of the page, unless it is a refusal. */
  inWords?: (outcome: string) => string
}

/** An outcome: a privilege is missing to do it at all. */
export const denied = '-'

/**
 * Tries each statement as each caller, undoes it, and returns the outcomes: what the try is asked for, or `-` for a missing
 * privilege, `denied inside` a function, `refused` by row-level security or R-CALLER, `stopped` by a trigger, the name of a
 * broken constraint, or the code of another error. The connection needs `attemptFunction`.
 */
export async function attempt(client: ClientBase, callers: Caller[], tries: Try[]): Promise<string[][]> {
  const attempts = tries.flatMap((each) => callers.map((caller) => ({ ...each, caller })))
  const { rows } = await client.query<{ outcome: string }>(
    `select pg_temp.attempt(role, claims, before, statement, outcome) as outcome
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       with ordinality as given (role, claims, before, statement, outcome, place)
     order by place`,
    [
      attempts.map(({ caller }) => caller.role),
      attempts.map(({ caller }) => JSON.stringify(caller.claims ?? {})),
      attempts.map(({ before }) => before ?? null),
      attempts.map(({ statement, caller }) => bind(statement, caller)),
      attempts.map(({ outcome, caller }) => bind(outcome, caller)),
    ],
  )
  return tries.map((_, index) => rows.slice(index * callers.length, (index + 1) * callers.length).map(({ outcome }) => outcome))
}

const bind = (text: string | undefined, { person = '' }: Caller) => text?.replaceAll(':person', `'${person}'`) ?? null

/** For this connection alone. Leaving the block by an exception undoes everything in it, the role included. */
export const attemptFunction = `
  create function pg_temp.attempt(caller_role text, claims text, before text, statement text, outcome text) returns text
  language plpgsql as $$
  declare
    affected bigint;
    told text;
    broken text;
    place text;
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
    raise exception using errcode = 'UNDO0', message = coalesce(nullif(told, ''), 'nothing');
  exception when others then
    get stacked diagnostics broken = constraint_name, place = pg_exception_context;
    return case
      when sqlstate = 'UNDO0' then sqlerrm
      when sqlstate = '42501' and sqlerrm like 'permission denied%' then
        -- Functions of the staff say the same of themselves, to whoever is none of the staff.
        case
          when place ~ 'SQL function .*SQL function ' and (
            strpos(statement, '.' || split_part(sqlerrm, ' function ', 2) || '(') = 0
            -- A function that calls another one of its name, in another schema.
            or place !~ '^PL/pgSQL function private[.]acting_staff[(]'
          ) then 'denied inside'
          else '${denied}'
        end
      when sqlstate = '42501' then 'refused'
      when sqlstate = 'P0001' then 'stopped'
      when sqlstate = 'PGRST' then sqlerrm::json ->> 'code'
      else coalesce(nullif(broken, ''), sqlstate)
    end;
  end
  $$`
