import type { Client } from 'pg'
import { isSupabase, knownMigrations, type LedgerKind, readLedger } from '../postgres/ledger.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { readTables, seeded } from './catalogue.ts'
import type { About, Contents, Place } from './format.ts'

/** Throws a StartupFault unless this version of the project can make the tables of the backup. */
export async function requireKnownMigrations({ migrations, product }: About): Promise<void> {
  for (const kind of ['baseline', 'project'] satisfies LedgerKind[]) {
    const known = new Map((await knownMigrations(kind)).map((migration) => [migration.version, migration]))
    for (const { version, name, sha256 } of migrations[kind]) {
      const here = known.get(version)
      if (!here) {
        throw new StartupFault(`The backup has the migration ${version}_${name}, which is not known here: it was made by version ${product}. Update first.`)
      }
      if (sha256 !== null && sha256 !== here.sha256) {
        throw new StartupFault(
          `The migration ${version}_${name} of the backup is not the one of this version. Restore it with version ${product}, which made it, ` +
            'and update then.',
        )
      }
    }
  }
}

/** Whether a migration belongs to the backup, so that it is applied before the rows; the others are applied after them. */
export function belongsTo({ migrations, place }: About): (kind: LedgerKind, version: string) => boolean {
  // Supabase has its own instead of the baseline.
  return (kind, version) => (kind === 'baseline' && place === 'supabase') || migrations[kind].some((each) => each.version === version)
}

/**
 * Throws a StartupFault unless the database is empty: without any row in a table that is carried, except for those that the
 * migrations of the backup insert, where `supabase db push` has applied them already. Returns what kind of place it is.
 */
export async function requireEmpty(client: Client, { migrations }: About): Promise<Place> {
  const known = new Set(migrations.project.map(({ version }) => version))
  const newer = (await readLedger(client, 'project')).find(({ version }) => !known.has(version))
  if (newer) throw new StartupFault(`The database has the migration ${newer.version}_${newer.name}, which the backup has not. Take an empty one.`)
  for (const { name, sql } of await readTables(client)) {
    if (seeded.includes(name)) continue
    const { rowCount } = await client.query(`select from ${sql} limit 1`)
    if (rowCount) throw new StartupFault(`The database is not empty: ${name} has rows. A restore never mixes: take an empty one.`)
  }
  return (await isSupabase(client)) ? 'supabase' : 'gateway'
}

/** What is restored of a table: which of the backup's columns, by their positions. */
export interface PlannedTable {
  name: string
  columns: string[]
  /** The columns that its rows are ordered by. */
  key: string[]
  positions: number[]
  /** Columns of the backup that are left out, by their positions. Without being named by the operator, they have to be empty. */
  dropped: { position: number; name: string; agreed: boolean }[]
}

/**
 * Which tables and columns of the backup there are in the database, too. One that is not there is left out if nothing is in it,
 * if the operator has said so (`without`), or if it is the gateway's own and Supabase is the target. Anything else is a
 * StartupFault: a restore loses nothing silently.
 */
export function planTables(
  { about, rows }: Contents,
  targets: { name: string; columns: string[] }[],
  { to, without }: { to: Place; without: string[] },
): PlannedTable[] {
  return about.tables.flatMap(({ name, columns, key }) => {
    const target = targets.find((each) => each.name === name)
    if (without.includes(name)) return []
    if (!target) {
      const isNeeded = rows.get(name) && !(to === 'supabase' && name.startsWith('gateway.'))
      if (isNeeded) throw new StartupFault(`There is no table ${name}, and the backup has ${rows.get(name)} rows for it: go on without it with --without ${name}`)
      return []
    }
    const positions = columns.flatMap((column, position) => (target.columns.includes(column) ? [position] : []))
    const dropped = columns.flatMap((column, position) =>
      target.columns.includes(column) ? [] : [{ position, name: `${name}.${column}`, agreed: without.includes(`${name}.${column}`) }],
    )
    return [{ name, columns: positions.map((position) => columns[position] ?? ''), key, positions, dropped }]
  })
}
