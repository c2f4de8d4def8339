import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { StartupFault } from '../runtime/startup-fault.ts'

interface Migration {
  version: string
  name: string
  statements: string
}

interface Ledger {
  folder: string
  table: string
  create: string
}

const root = path.resolve(import.meta.dirname, '../..')

/** What Supabase provides: roles and the schema `auth`. Recorded separately from the project's own migrations. */
const baseline: Ledger = {
  folder: path.join(import.meta.dirname, 'baseline'),
  table: 'gateway.schema_migrations',
  create: `create schema if not exists gateway;
    revoke all on schema gateway from public;
    create table if not exists gateway.schema_migrations (version text primary key, statements text[], name text)`,
}

/** The Supabase CLI's table and columns (supabase/cli pkg/migration/history.go), so that it sees what was applied. */
const project: Ledger = {
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

async function applyPending(client: Client, ledger: Ledger): Promise<string[]> {
  await client.query(ledger.create)
  const { rows } = await client.query<{ version: string }>(`select version from ${ledger.table}`)
  const applied = new Set(rows.map((row) => row.version))
  const pending = (await readMigrations(ledger.folder)).filter((migration) => !applied.has(migration.version))
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
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const supabase = await client.query("select from pg_roles where rolname = 'supabase_admin'")
    const applied = supabase.rowCount ? [] : await applyPending(client, baseline)
    applied.push(...(await applyPending(client, project)))
    await client.query('commit')
    return applied
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end()
  }
}

/** The names of the project's pending migrations. */
export async function pendingMigrations(client: Pick<Client, 'query'>): Promise<string[]> {
  const { rows: ledgers } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    project.table,
  ])
  const applied = ledgers[0]?.exists
    ? (await client.query<{ version: string }>(`select version from ${project.table}`)).rows
    : []
  const versions = new Set(applied.map(({ version }) => version))
  const pending = (await readMigrations(project.folder)).filter(({ version }) => !versions.has(version))
  return pending.map(({ version, name }) => `${version}_${name}`)
}
