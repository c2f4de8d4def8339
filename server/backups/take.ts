import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import packageFacts from '../../package.json' with { type: 'json' }
import { isSupabase, readLedger } from '../postgres/ledger.ts'
import { exists } from '../runtime/exists.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import type { Progress } from '../terminal/show-progress.ts'
import { type AddEntry, writeArchive } from './archive.ts'
import { readSequences, readTables, type Table } from './catalogue.ts'
import { withOwner } from './connection.ts'
import { readRows } from './copy.ts'
import { type About, aboutName, type Contents, countRows, formatName, formatVersion, partName, type PartSum, sumsName } from './format.ts'
import { createSealer, type Key, type Lock } from './lock.ts'
import { readBackup, sumOf } from './read.ts'
import { readShape } from './shape.ts'

export interface BackupRequest {
  /** The database, as its owner. */
  url: string
  /** The file to be made, in a folder that is made if it is missing. */
  file: string
  /** Undefined: it is not encrypted. */
  lock?: Lock | undefined
  signal?: AbortSignal | undefined
  progress?: Progress | undefined
}

export interface Backup {
  file: string
  /** Opens it in this process; undefined if it is not encrypted. */
  key: Key | undefined
  bytes: number
  contents: Contents
}

/**
 * Backs up a database (R-BACKUP) while it is in use: one snapshot, written beside its final name, read back whole and
 * compared, and only then renamed.
 */
export async function takeBackup({ url, file, lock, signal, progress = () => undefined }: BackupRequest): Promise<Backup> {
  if (await exists(file)) throw new StartupFault(`${file} exists already.`)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}.unfinished`
  const sealer = lock && (await createSealer(lock))
  try {
    await withOwner(url, signal, async (client) => {
      await client.query('begin transaction isolation level repeatable read read only')
      const [described, tables] = await describe(client)
      await writeArchive(draft, sealer?.seal, (add) => fill(add, client, described, tables, progress))
      await client.query('commit')
    })
    let rows = 0
    const contents = await readBackup(draft, sealer?.key, async ({ content }) => {
      signal?.throwIfAborted()
      rows += countRows(content)
      progress('Reading it back', rows)
    })
    await rename(draft, file)
    return { file, key: sealer?.key, bytes: (await stat(file)).size, contents }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Everything but the rows. The first statement takes the snapshot. */
async function describe(client: Client): Promise<[About, Table[]]> {
  const { rows } = await client.query<{ postgres: string; takenAt: string }>(
    `select current_setting('server_version') as postgres,
       to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt"`,
  )
  const tables = await readTables(client)
  // Waits for a migration that is changing one of them, and keeps another one from beginning.
  if (tables.length) await client.query(`lock table ${tables.map(({ sql }) => sql).join(', ')} in access share mode`)
  const [baseline, project] = [await readLedger(client, 'baseline'), await readLedger(client, 'project')]
  if (project.length === 0) throw new StartupFault('There is nothing to back up: no migration was ever applied to this database.')
  const sequences = []
  for (const { name, sql } of await readSequences(client)) {
    const found = await client.query<{ value: string; called: boolean }>(`select last_value::text as value, is_called as called from ${sql}`)
    sequences.push(...found.rows.map((state) => ({ name, ...state })))
  }
  const about: About = {
    format: formatName,
    formatVersion,
    product: packageFacts.version,
    postgres: rows[0]?.postgres ?? '',
    place: (await isSupabase(client)) ? 'supabase' : 'gateway',
    takenAt: rows[0]?.takenAt ?? '',
    migrations: { baseline, project },
    tables: tables.map(({ name, columns, key }) => ({ name, columns, key })),
    sequences,
    shape: await readShape(client),
  }
  return [about, tables]
}

async function fill(add: AddEntry, client: Client, about: About, tables: Table[], progress: Progress): Promise<void> {
  await add(aboutName, asJson(about))
  const parts: PartSum[] = []
  let done = 0
  for (const table of tables) {
    let number = 0
    for await (const { content, rows } of readRows(client, table, table.columns)) {
      number += 1
      const name = partName(table.name, number)
      await add(name, content)
      parts.push(sumOf({ name, content }))
      done += rows
      progress('Backing up', done, { at: table.name })
    }
  }
  await add(sumsName, asJson({ parts }))
}

const asJson = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, undefined, 1)}\n`)

/**
 * Records that a backup is where it belongs, for `doctor` and the digest. A database whose migrations are older than this has no
 * place for it.
 */
export async function recordBackup(url: string, { contents: { about } }: Backup): Promise<void> {
  const { takenAt, tables } = about
  const upkeep = tables.find(({ name }) => name === 'public.upkeep')
  if (!upkeep?.columns.includes('backed_up_at')) return
  await withOwner(url, undefined, (client) =>
    client.query('update public.upkeep set backed_up_at = greatest(backed_up_at, $1::timestamptz)', [takenAt]),
  )
}
