import type { PoolClient } from 'pg'
import type { Claims, Database } from '../../server/postgres/database.ts'
import { asPostgrest } from './as-postgrest.ts'
import { addFactor, addUser, type TestUser } from './enrollments.ts'

/** One of the staff in a session with a second factor, who has just proved it. */
export async function addStaff(database: Database, email: string, role: 'staff' | 'lead' = 'staff'): Promise<TestUser> {
  const user = await addUser(database, email)
  await addFactor(database, user, 'totp', 'verified')
  await database.transaction(async (client) => {
    await client.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [user.id])
    await client.query('insert into private.staff (user_id, role) values ($1, $2)', [user.id, role])
  })
  const amr = [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) }]
  return { ...user, claims: { ...user.claims, aal: 'aal2', amr } }
}

/** The commands' claims: at the machine everything is allowed. */
export const machine: Claims = { role: 'site_staff', staff_name: 'ruth', staff_note: null }

/** Calls a function of the staff with these parameters, as PostgREST does on Supabase. */
export async function callAs(database: Database, claims: Claims, name: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
  return asPostgrest(database, claims, (client) => callWith(client, name, parameters))
}

async function callWith(client: PoolClient, name: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
  const list = Object.keys(parameters).map((parameter, index) => `${parameter} => $${index + 1}`)
  const { rows } = await client.query<{ answer: unknown }>(`select public.${name}(${list.join(', ')}) as answer`, Object.values(parameters))
  return rows[0]?.answer
}

/** Calls it twice with the same parameters: the first keeps its transaction open until the second waits for it. */
export async function callAtOnce(
  database: Database,
  name: string,
  parameters: Record<string, unknown>,
  first: Claims,
  second: Claims,
): Promise<[unknown, unknown]> {
  let waiting: Promise<unknown> | undefined
  const answer = await asPostgrest(database, first, async (client) => {
    const own = await callWith(client, name, parameters)
    waiting = callAs(database, second, name, parameters)
    await someoneWaits(database)
    return own
  })
  return [answer, await waiting]
}

/** Resolves once somebody waits for a lock of this database. */
async function someoneWaits(database: Database): Promise<void> {
  const text = 'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0'
  for (;;) if ((await database.query({ text })).length > 0) return
}
