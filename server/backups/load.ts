import { type Client, escapeIdentifier } from 'pg'
import { StartupFault } from '../runtime/startup-fault.ts'
import type { Sequence, Table } from './catalogue.ts'
import { type Digest, digestRows, type RowWriter, startDigest, writeRows } from './copy.ts'
import type { About } from './format.ts'
import type { PlannedTable } from './plan.ts'
import type { TablePart } from './read.ts'

/** Puts rows into tables, in the order of the backup. */
export interface Loader {
  take(part: TablePart): Promise<void>
  /** Resolves with what each table was given. */
  end(): Promise<Map<string, Digest>>
}

export function createLoader(client: Client, planned: PlannedTable[], tables: Table[]): Loader {
  const given = new Map<string, Digest>()
  let current: { plan: PlannedTable; writer: RowWriter; running: ReturnType<typeof startDigest> } | undefined

  async function finish(): Promise<void> {
    if (!current) return
    await current.writer.end()
    given.set(current.plan.name, current.running.digest())
    current = undefined
  }

  return {
    async take({ table: name, content }) {
      const plan = planned.find((each) => each.name === name)
      if (current?.plan.name !== name) {
        await finish()
        const table = tables.find((each) => each.name === name)
        if (!plan || !table) return
        current = { plan, writer: writeRows(client, table, plan.columns), running: startDigest() }
      }
      if (!current) return
      const rows = current.plan.dropped.length ? withoutColumns(content, current.plan) : content
      current.running.add(rows)
      await current.writer.write(rows)
    },
    async end() {
      await finish()
      return given
    },
  }
}

const nothing = String.raw`\N`

/** Columns are divided by tabs, which COPY writes as `\t` inside of a value. */
function withoutColumns(content: Uint8Array, { positions, dropped }: PlannedTable): Uint8Array {
  const lines = new TextDecoder().decode(content).split('\n').slice(0, -1)
  const kept = lines.map((line) => {
    const values = line.split('\t')
    const lost = dropped.find(({ position, agreed }) => !agreed && values[position] !== nothing)
    if (lost) throw new StartupFault(`There is no column ${lost.name}, and the backup has values for it: go on without it with --without ${lost.name}`)
    return `${positions.map((position) => values[position]).join('\t')}\n`
  })
  return new TextEncoder().encode(kept.join(''))
}

/**
 * Keeps the triggers of these tables from firing until the returned function is called, or for good if the transaction is rolled
 * back. The owner of a table may do that without being a superuser. Constraints, and so foreign keys, are checked as always.
 */
export async function silenceTriggers(client: Client, tables: Table[]): Promise<() => Promise<void>> {
  const foreign = tables.find(({ owned, triggers }) => !owned && triggers.length > 0)
  if (foreign) {
    throw new StartupFault(
      `${foreign.name} belongs to another role and has the trigger ${foreign.triggers[0]?.name}, which would fire. Drop it, and ` +
        'create it again after the restore.',
    )
  }
  const enabling = { O: 'enable', A: 'enable always', R: 'enable replica' }
  const change = async (verbOf: (trigger: Table['triggers'][number]) => string) => {
    for (const { sql, triggers } of tables) {
      for (const trigger of triggers) {
        await client.query(`alter table ${sql} ${verbOf(trigger)} trigger ${escapeIdentifier(trigger.name)}`)
      }
    }
  }
  await change(() => 'disable')
  return () => change(({ fires }) => enabling[fires])
}

/** Deletes what the migrations have inserted, which the backup brings itself. */
export async function deleteSeeds(client: Client, tables: Table[]): Promise<void> {
  for (const { sql } of tables.toReversed()) await client.query(`delete from ${sql}`)
}

export async function setSequences(client: Client, { sequences }: About, targets: Sequence[]): Promise<void> {
  for (const { name, value, called } of sequences) {
    const target = targets.find((each) => each.name === name)
    if (target) await client.query('select setval($1, $2, $3)', [target.sql, value, called])
  }
}

/** Throws unless every table has, byte by byte, what it was given. */
export async function requireEqual(client: Client, planned: PlannedTable[], tables: Table[], given: Map<string, Digest>): Promise<void> {
  for (const { name, columns, key } of planned) {
    const table = tables.find((each) => each.name === name)
    if (!table) continue
    const expected = given.get(name) ?? startDigest().digest()
    const found = await digestRows(client, { sql: table.sql, key }, columns)
    if (found.rows === expected.rows && found.sha256 === expected.sha256) continue
    throw new StartupFault(`${name} has ${found.rows} rows after the restore, and not the ${expected.rows} of the backup. Nothing was changed.`)
  }
}
