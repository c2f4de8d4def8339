import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { StartupFault } from '../runtime/startup-fault.ts'

// Two ledgers say which migrations were applied to a database, with the text of each.

/** What Supabase provides, or the project's own. */
export type LedgerKind = 'baseline' | 'project'
const kinds: LedgerKind[] = ['baseline', 'project']

interface Ledger {
  folder: string
  table: string
  create: string
}

const root = path.resolve(import.meta.dirname, '../..')

export const ledgers: Record<LedgerKind, Ledger> = {
  /** What Supabase provides: roles and the schema `auth`. Recorded separately from the project's own migrations. */
  baseline: {
    folder: path.join(import.meta.dirname, 'baseline'),
    table: 'gateway.schema_migrations',
    create: `create schema if not exists gateway;
      revoke all on schema gateway from public;
      create table if not exists gateway.schema_migrations (version text primary key, statements text[], name text)`,
  },
  /** The Supabase CLI's table and columns (supabase/cli pkg/migration/history.go), so that it sees what was applied. */
  project: {
    folder: path.join(root, 'supabase/migrations'),
    table: 'supabase_migrations.schema_migrations',
    create: `create schema if not exists supabase_migrations;
      revoke all on schema supabase_migrations from public;
      create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`,
  },
}

export interface Migration {
  version: string
  name: string
  statements: string
}

/** The migrations of this version of the project, in order. */
export async function readMigrations(kind: LedgerKind): Promise<Migration[]> {
  const { folder } = ledgers[kind]
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

/** Whether this is Supabase's PostgreSQL, which has what the baseline makes elsewhere. */
export async function isSupabase(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_roles where rolname = 'supabase_admin'")
  return rowCount === 1
}

export interface KnownMigration {
  version: string
  name: string
  /** In hexadecimal digits, see `checksum`. Null where somebody has recorded a migration without its text. */
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
  return applied.rows.map(({ version, name, statements }) => ({ version, name, sha256: statements && checksum(statements.join('')) }))
}

/** The migrations of this version of the project, in order. */
export async function knownMigrations(kind: LedgerKind): Promise<KnownMigration[]> {
  const migrations = await readMigrations(kind)
  return migrations.map(({ version, name, statements }) => ({ version, name, sha256: checksum(statements) }))
}

/**
 * SHA-256 of a migration without its white space and semicolons: Supabase's command line stores statements one by one, without
 * those around them and with all else (supabase/cli pkg/parser/token.go), and Git may write lines in Windows' way.
 */
const checksum = (text: string) => createHash('sha256').update(text.replaceAll(/[\s;]+/g, '')).digest('hex')

/**
 * Why the database is none that this version of the project can work on, if it is not: a newer version has migrated it, or a
 * migration was edited or removed after it had been applied, so that nobody knows what is in the database.
 */
export async function ledgerFault(client: Pick<Client, 'query'>, among = kinds): Promise<string | undefined> {
  for (const kind of among) {
    const known = await knownMigrations(kind)
    const newest = known.at(-1)?.version ?? ''
    for (const { version, name, sha256 } of await readLedger(client, kind)) {
      const here = known.find((migration) => migration.version === version)
      if (here && (sha256 === null || sha256 === here.sha256)) continue
      const file = `${path.relative(root, ledgers[kind].folder)}/${version}_${name}.sql`
      if (here) return `The migration ${file} is not the one that was applied to the database: it was edited. ${remedy}`
      if (version <= newest) return `The migration ${file}, which was applied to the database, is missing. ${remedy}`
      return `The database has the migration ${version}_${name}, which this version of the project does not know: a newer version was here. Update to that one, or restore a backup that this one has made.`
    }
  }
  return undefined
}

const remedy = 'Put the released file back; a change needs a migration of its own.'

/** The names of the project's pending migrations. */
export async function pendingMigrations(client: Pick<Client, 'query'>): Promise<string[]> {
  const applied = new Set((await readLedger(client, 'project')).map(({ version }) => version))
  const pending = (await readMigrations('project')).filter(({ version }) => !applied.has(version))
  return pending.map(({ version, name }) => `${version}_${name}`)
}
