import type { Client } from 'pg'
import { applyMigrations } from '../postgres/migrate.ts'
import type { Progress } from '../terminal/show-progress.ts'
import { readSequences, readTables } from './catalogue.ts'
import { withOwner } from './connection.ts'
import { type Contents, countRows, type Place, totalRows } from './format.ts'
import { createLoader, deleteSeeds, requireEqual, setSequences, silenceTriggers } from './load.ts'
import type { Key } from './lock.ts'
import { belongsTo, planTables, requireEmpty, requireKnownMigrations } from './plan.ts'
import { readBackup } from './read.ts'
import { compareShapes, readShape, type ShapeDifference } from './shape.ts'

export interface RestoreRequest {
  file: string
  key?: Key | undefined
  /** The empty database, as its owner. */
  url: string
  /** Tables and columns that the operator does without. */
  without?: string[]
  /** Why deliveries are held afterwards. After `upgraded` they are as they were: the installation is the same one. */
  because?: 'restored' | 'moved' | 'upgraded'
  signal?: AbortSignal | undefined
  progress?: Progress | undefined
}

export interface Restored {
  contents: Contents
  to: Place
  /** How constraints, triggers, policies and grants differ from those of the backed-up database. */
  difference: ShapeDifference
  /** Deliveries that wait. */
  waiting: number
}

/**
 * Restores a backup into an empty database (R-BACKUP), in one transaction: it is all there afterwards, compared with the backup
 * byte by byte, or nothing is. Deliveries are held (R-HOLD).
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { file, key, url, signal, progress = () => undefined } = request
  let read = 0
  const contents = await readBackup(file, key, async ({ content }) => {
    signal?.throwIfAborted()
    read += countRows(content)
    progress('Checking the backup', read)
  })
  await requireKnownMigrations(contents.about)
  return withOwner(url, signal, async (client) => {
    await client.query('begin')
    const restored = await restoreInto(client, contents, request)
    await client.query('commit')
    return restored
  })
}

async function restoreInto(client: Client, contents: Contents, request: RestoreRequest): Promise<Restored> {
  const { file, key, without = [], because = 'restored', progress = () => undefined } = request
  const { about } = contents
  const to = await requireEmpty(client, about)
  await applyMigrations(client, belongsTo(about))
  const tables = await readTables(client)
  const planned = planTables(contents, tables, { to, without })
  const carried = tables.filter(({ name }) => planned.some((plan) => plan.name === name))

  const restoreTriggers = await silenceTriggers(client, carried)
  await deleteSeeds(client, carried.filter(({ owned }) => owned))
  const loader = createLoader(client, planned, tables)
  const of = totalRows(contents)
  let loaded = 0
  await readBackup(file, key, async (part) => {
    await loader.take(part)
    loaded += countRows(part.content)
    progress('Restoring', loaded, { of, at: part.table })
  })
  const given = await loader.end()
  await setSequences(client, about, await readSequences(client))
  await restoreTriggers()

  progress('Comparing', loaded, { of })
  await requireEqual(client, planned, tables, given)
  const difference = compareShapes(about.shape, await readShape(client), { from: about.place, to })
  await applyMigrations(client)
  const waiting = await hold(client, because)
  await tryWriting(client)
  return { contents, to, difference, waiting }
}

/** Returns how many deliveries wait. */
async function hold(client: Client, because: RestoreRequest['because']): Promise<number> {
  if (because !== 'upgraded') {
    // A hold of the other installation is over.
    await client.query('update public.delivery_pace set held_since = null, held_because = null')
    await client.query('select public.hold_deliveries($1)', [because])
  }
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::integer as waiting from public.deliveries where state in ('queued', 'sending')`,
  )
  return rows[0]?.waiting ?? 0
}

/** A read-only server, a full disk or a trigger that is broken shows now, and not at the first client. */
async function tryWriting(client: Client): Promise<void> {
  await client.query('savepoint trial')
  await client.query(
    `with account as (
       insert into auth.users (id, email) values (gen_random_uuid(), 'trial@restore.invalid') returning id
     )
     insert into public.enrollments (user_id, customer_email) select id, 'trial@restore.invalid' from account`,
  )
  await client.query(`update public.enrollments set city = 'Trial' where customer_email = 'trial@restore.invalid'`)
  await client.query('rollback to savepoint trial')
}
