import { type ClientBase, escapeIdentifier, Pool, type PoolClient, type QueryResultRow } from 'pg'
import type { CallerFault } from '../../domain/caller-faults.ts'
import type { Log } from '../runtime/log.ts'
import type { Room } from './disk-space.ts'
import type { Login } from './logins.ts'

/** Claims of a verified access token; `role` is the database role that its statements run as. */
export interface Claims {
  role: 'anon' | 'authenticated' | 'service_role' | 'site_staff'
  sub?: string
  session_id?: string
  aal?: unknown
  email?: string
  [claim: string]: unknown
}

export interface Statement {
  /** A named statement is prepared once for each connection. */
  name?: string
  text: string
  values?: unknown[]
}

export interface Database {
  /** One statement with the rights of the connections' own role, in a transaction of its own and one round trip. */
  query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]>
  /**
   * One transaction with the rights of the connections' own role, for the sign-in service's stores. Rolls back if `work`
   * throws, and throws unless everything was committed. `work` must not take a second connection: if all connections were held by callers
   * waiting for another one, the pool would deadlock.
   */
  transaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>
  /**
   * One transaction as the token's role, with its claims and these headers set as in PostgREST: row-level security
   * decides. Throws `CallerRefused` if the claims name a person who may not act (R-CALLER).
   */
  transactionAs<Result>(
    claims: Claims,
    work: (client: PoolClient) => Promise<Result>,
    headers?: Record<string, string>,
  ): Promise<Result>
  /** How the pool is used at this moment. */
  connections(): Connections
  close(): Promise<void>
}

export interface Connections {
  inUse: number
  idle: number
  /** Statements and transactions that wait for a connection. */
  waiting: number
}

/** The token is valid, but the person whom it names may not act, or not at its assurance level (R-CALLER). */
export class CallerRefused extends Error {
  override name = 'CallerRefused'
  readonly fault: CallerFault

  constructor(fault: CallerFault) {
    super(fault)
    this.fault = fault
  }
}

const connectionTimeoutMs = 5_000
const statementTimeoutMs = 15_000

/** Longer than any statement may take: a server that is silent for longer is considered dead. */
const answerTimeoutMs = 20_000

export interface ConnectionSettings {
  /** What the server's list of connections calls them. */
  name?: string
  /** The maximum number of connections. */
  connections?: number
  /** How long the server may be silent. */
  silenceLimitMs?: number
  /** How much room the server's disk has, if that is known: with little, transactions only read. */
  room?: () => Room
}

/**
 * Connects lazily: a database that is down fails transactions until it is back. A login with a role becomes that role on
 * each connection.
 */
export function connectDatabase(
  login: string | Login,
  log: Log,
  { name = 'gateway', connections = 10, silenceLimitMs = answerTimeoutMs, room = () => 'enough' }: ConnectionSettings = {},
): Database {
  const { url, role } = typeof login === 'string' ? { url: login, role: undefined } : login
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: silenceLimitMs,
    application_name: name,
    // BEGIN, role and the first statement of a transaction go out in one round trip.
    pipeline: true,
    ...(role === undefined ? {} : becoming(role)),
  })
  // Without a listener, an idle connection that the server closes would end the process. The pool replaces it.
  pool.on('error', (error) => log('database-connection-lost', { reason: error.name }))

  async function transact<Result>(enough: Room[], work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool does not listen between checkout and release, and a connection that breaks then would end the process.
    const onError = (error: Error) => (broken = error)
    client.on('error', onError)
    try {
      const beginning = client.query(enough.includes(room()) ? 'begin' : 'begin read only')
      const working = work(client)
      await Promise.allSettled([beginning, working])
      await beginning
      const result = await working
      // After an error that `work` swallowed, PostgreSQL answers COMMIT with ROLLBACK instead of an error.
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
    transaction: (work) => transact(['enough', 'low'], work),
    transactionAs: (claims, work, headers = {}) =>
      // What the service and the staff write brings clients' rows to their end.
      transact(claims.role === 'service_role' || claims.role === 'site_staff' ? ['enough', 'low'] : ['enough'], async (client) => {
        const acting = client.query<{ fault: CallerFault | null }>(actAs(claims, headers))
        const working = work(client)
        await Promise.allSettled([acting, working])
        const [row] = (await acting).rows
        // Throwing discards the work of somebody who may not act.
        if (row?.fault) throw new CallerRefused(row.fault)
        return working
      }),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** The pool hands out a connection only after this, and discards it if this fails. */
const becoming = (role: string) => ({
  onConnect: (client: ClientBase) => client.query(`set role ${escapeIdentifier(role)}`),
})

/** Only a caller with an account is examined: not every login may do that. */
function actAs(claims: Claims, headers: Record<string, string>): Statement {
  const acting = `set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.headers', $3, true)`
  const values = [claims.role, JSON.stringify(claims), JSON.stringify(headers)]
  if (claims.sub === undefined) return { name: 'act-as', text: `select null as fault, ${acting}`, values }
  return {
    name: 'act-as-caller',
    text: `select public.caller_fault($4, $5, $6) as fault, ${acting}`,
    values: [...values, claims.sub, claims.session_id, claims.aal],
  }
}
