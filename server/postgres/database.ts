import { Pool, type PoolClient, type QueryResultRow } from 'pg'
import type { Log } from '../runtime/log.ts'

/** Claims of a verified access token; `role` is the database role that its statements run as. */
export interface Claims {
  role: 'anon' | 'authenticated' | 'service_role'
  sub?: string
  session_id?: string
  email?: string
  [claim: string]: unknown
}

export interface Statement {
  /** Under its name a statement is prepared once for each connection. */
  name?: string
  text: string
  values?: unknown[]
}

export interface Database {
  /** One statement as the gateway's own login, in a transaction of its own and one round trip. */
  query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]>
  /**
   * One transaction as the gateway's own login, for the sign-in service's stores. Rolls back when `work` throws, and
   * throws itself unless everything is stored. `work` asks for no second connection: if all of them were held by those
   * who wait for one more, none would come free.
   */
  transaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>
  /**
   * One transaction as the token's role with its claims set, as PostgREST does it: row-level security decides. Throws
   * `SessionEnded` if the claims name a session that is gone.
   */
  transactionAs<Result>(claims: Claims, work: (client: PoolClient) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** The session that a token was issued in has ended, and with it the token. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
}

const connectionTimeoutMs = 5_000
const statementTimeoutMs = 15_000

/** Longer than any statement may take: whoever says nothing for so long is not there any more. */
const answerTimeoutMs = 20_000

export interface ConnectionLimits {
  /** How many connections are open at most. */
  connections?: number
  /** For how long a server may say nothing. */
  silenceLimitMs?: number
}

/** Connects lazily: a database that is down shows at the first transaction, and one that comes back is used again. */
export function connectDatabase(
  url: string,
  log: Log,
  { connections = 10, silenceLimitMs = answerTimeoutMs }: ConnectionLimits = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: silenceLimitMs,
    application_name: 'gateway',
    // Beginning, role and the first statement of a transaction are sent together, in one round trip.
    pipeline: true,
  })
  // An idle connection that the server closes is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log('database-connection-lost', { reason: error.name }))

  async function transaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    let broken: Error | undefined
    // Between checkout and release the pool does not listen: a connection that breaks here must not end the process.
    const onError = (error: Error) => (broken = error)
    client.on('error', onError)
    try {
      const beginning = client.query('begin')
      const working = work(client)
      await Promise.allSettled([beginning, working])
      await beginning
      const result = await working
      // After an error that `work` kept to itself PostgreSQL answers a commit with ROLLBACK, as if all were well.
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
      return result
    } catch (error) {
      await client.query('rollback').catch((fault: Error) => (broken ??= fault))
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  return {
    query: async <Row extends QueryResultRow>(statement: Statement) => (await pool.query<Row>(statement)).rows,
    transaction,
    transactionAs: (claims, work) =>
      transaction(async (client) => {
        const acting = client.query<{ lasts: boolean }>({
          name: 'act-as',
          text: `select $3::uuid is null or exists (select from auth.sessions where id = $3 and user_id = $4) as lasts,
                   set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
          values: [claims.role, JSON.stringify(claims), claims.session_id, claims.sub],
        })
        const working = work(client)
        await Promise.allSettled([acting, working])
        const { rows } = await acting
        // For a session that is gone the work was in vain: nothing of it is stored or told.
        if (!rows[0]?.lasts) throw new SessionEnded()
        return working
      }),
    close: () => pool.end(),
  }
}
