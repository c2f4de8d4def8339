import type { PoolClient } from 'pg'
import type { Claims, Database } from '../../server/postgres/database.ts'

/** One transaction as PostgREST runs it on Supabase: as the token's role and with its claims, without the gateway's checks. */
export function asPostgrest<Result>(
  database: Database,
  claims: Claims,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (client) => {
    await client.query(`select set_config('request.jwt.claims', $2, true), set_config('role', $1, true)`, [
      claims.role,
      JSON.stringify(claims),
    ])
    return work(client)
  })
}
