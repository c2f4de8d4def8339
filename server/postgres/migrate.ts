import { Client } from 'pg'
import { StartupFault } from '../runtime/startup-fault.ts'
import { isSupabase, ledgerFault, type LedgerKind, ledgers, readMigrations } from './ledger.ts'

const connectionTimeoutMs = 10_000

// Any number that nothing else in the database locks.
const migrationLock = 7_204_110_026

type IsWanted = (kind: LedgerKind, version: string) => boolean

async function applyPending(client: Client, kind: LedgerKind, isWanted: IsWanted): Promise<string[]> {
  const { table, create } = ledgers[kind]
  await client.query(create)
  const { rows } = await client.query<{ version: string }>(`select version from ${table}`)
  const applied = new Set(rows.map((row) => row.version))
  const pending = (await readMigrations(kind)).filter(({ version }) => !applied.has(version) && isWanted(kind, version))
  for (const { version, name, statements } of pending) {
    await client.query(statements).catch((error: Error) => {
      throw new StartupFault(
        `The migration ${version}_${name}.sql failed, so nothing was changed and nothing is started: ${error.message}`,
      )
    })
    await client.query(`insert into ${table} (version, statements, name) values ($1, $2, $3)`, [version, [statements], name])
  }
  return pending.map(({ version, name }) => `${version}_${name}`)
}

/**
 * Applies all pending migrations in one transaction and returns their names. When several processes start concurrently, the
 * advisory lock lets one of them migrate, and the others find it done.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new Client({
    connectionString: url,
    application_name: 'gateway-migrate',
    connectionTimeoutMillis: connectionTimeoutMs,
  })
  // A broken connection fails the running statement, which is reported. Without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    const applied = await applyMigrations(client)
    await client.query('commit')
    return applied
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end()
  }
}

/**
 * The same in the caller's transaction, or only those that are wanted. A database that has others than this version of the
 * project is a StartupFault.
 */
export async function applyMigrations(client: Client, isWanted: IsWanted = () => true): Promise<string[]> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
  const fault = await ledgerFault(client)
  if (fault) throw new StartupFault(fault)
  const applied = (await isSupabase(client)) ? [] : await applyPending(client, 'baseline', isWanted)
  return [...applied, ...(await applyPending(client, 'project', isWanted))]
}
