import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { StartupFault } from '../runtime/startup-fault.ts'

interface Migration {
  version: string
  name: string
  statements: string
}

/** What Supabase provides, or the project's own. */
export type LedgerKind = 'baseline' | 'project'

interface Ledger {
  kind: LedgerKind
  folder: string
  table: string
  create: string
}

const root = path.resolve(import.meta.dirname, '../..')

/** What Supabase provides: roles and the schema `auth`. Recorded separately from the project's own migrations. */
const baseline: Ledger = {
  kind: 'baseline',
  folder: path.join(import.meta.dirname, 'baseline'),
  table: 'gateway.schema_migrations',
  create: `create schema if not exists gateway;
    revoke all on schema gateway from public;
    create table if not exists gateway.schema_migrations (version text primary key, statements text[], name text)`,
}

/** The Supabase CLI's table and columns (supabase/cli pkg/migration/history.go), so that it sees what was applied. */
const project: Ledger = {
  kind: 'project',
  folder: path.join(root, 'supabase/migrations'),
  table: 'supabase_migrations.schema_migrations',
  create: `create schema if not exists supabase_migrations;
    revoke all on schema supabase_migrations from public;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`,
}

const connectionTimeoutMs = 10_000

// Any number that nothing else in the database locks.
const migrationLock = 7_204_110_026

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const match = /^(\d{14})_([a-z0-9_]+)\.sql$/.exec(file)
      if (!match) throw new StartupFault(`The migration ${file} is not named <14 digits>_<name>.sql. Rename it.`)
      const [, version = '', name = ''] = match
      return { version, name, statements: await readFile(path.join(folder, file), 'utf8') }
    }),
  )
}

async function applyPending(client: Client, ledger: Ledger, isWanted: IsWanted): Promise<string[]> {
  await client.query(ledger.create)
  const { rows } = await client.query<{ version: string }>(`select version from ${ledger.table}`)
  const applied = new Set(rows.map((row) => row.version))
  const pending = (await readMigrations(ledger.folder)).filter(
    ({ version }) => !applied.has(version) && isWanted(ledger.kind, version),
  )
  for (const { version, name, statements } of pending) {
    await client.query(statements).catch((error: Error) => {
      throw new StartupFault(
        `The migration ${version}_${name}.sql failed, so nothing was changed and nothing is started: ${error.message}`,
      )
    })
    await client.query(`insert into ${ledger.table} (version, statements, name) values ($1, $2, $3)`, [
      version,
      [statements],
      name,
    ])
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

type IsWanted = (kind: LedgerKind, version: string) => boolean

/** The same in the caller's transaction, or only those that are wanted. */
export async function applyMigrations(client: Client, isWanted: IsWanted = () => true): Promise<string[]> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
  const applied = (await isSupabase(client)) ? [] : await applyPending(client, baseline, isWanted)
  return [...applied, ...(await applyPending(client, project, isWanted))]
}

/** Whether this is Supabase's PostgreSQL, which has what the baseline makes elsewhere. */
export async function isSupabase(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_roles where rolname = 'supabase_admin'")
  return rowCount === 1
}

export interface KnownMigration {
  version: string
  name: string
  /** Of the file, in hexadecimal digits. Null where Supabase's command line applied it, which stores no whole file. */
  sha256: string | null
}

/** What was applied to a database, in order. Empty before the first migration. */
export async function readLedger(client: Pick<Client, 'query'>, kind: LedgerKind): Promise<KnownMigration[]> {
  const { table } = ledgers[kind]
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
  if (!rows[0]?.exists) return []
  const applied = await client.query<{ version: string; name: string; statements: string[] | null }>(
    `select version, coalesce(name, '') as name, statements from ${table} order by version`,
  )
  const isWhole = !(await isSupabase(client))
  return applied.rows.map(({ version, name, statements }) => ({
    version,
    name,
    sha256: isWhole && statements?.length === 1 ? sha256(statements.join('')) : null,
  }))
}

/** The migrations of this version of the project, in order. */
export async function knownMigrations(kind: LedgerKind): Promise<KnownMigration[]> {
  const migrations = await readMigrations(ledgers[kind].folder)
  return migrations.map(({ version, name, statements }) => ({ version, name, sha256: sha256(statements) }))
}

const ledgers: Record<LedgerKind, Ledger> = { baseline, project }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The names of the project's pending migrations. */
export async function pendingMigrations(client: Pick<Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [project.table])
  const applied = rows[0]?.exists
    ? (await client.query<{ version: string }>(`select version from ${project.table}`)).rows
    : []
  const versions = new Set(applied.map(({ version }) => version))
  const pending = (await readMigrations(project.folder)).filter(({ version }) => !versions.has(version))
  return pending.map(({ version, name }) => `${version}_${name}`)
}
