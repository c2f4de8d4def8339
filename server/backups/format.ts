import * as v from 'valibot'

// The format of a backup, which docs/backup.md describes: a tar archive, compressed by gzip, encrypted by age if wanted.
// `about.json` is its first entry. Then each table follows in parts, `<table>/000001.copy` and so on, of whole lines in
// PostgreSQL's text format of COPY. `sums.json` is the last one, so that a cut file is noticed.

export const formatName = 'second-mile-backup'
export const formatVersion = 1

export const aboutName = 'about.json'
export const sumsName = 'sums.json'

/** About so many bytes of a table are one part. */
export const partBytes = 1024 * 1024

/** No entry is larger: a part, and the one row that exceeds it. */
export const maxEntryBytes = 256 * 1024 * 1024

export const partName = (table: string, number: number) => `${table}/${String(number).padStart(6, '0')}.copy`

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** One line of a ledger of migrations, see `KnownMigration`. */
const migration = v.object({ version: v.string(), name: v.string(), sha256: v.nullable(hash) })
export type LedgerEntry = v.InferOutput<typeof migration>

/** `supabase`: its own sign-in service is there, and so the schema `auth` is not this project's. */
const place = v.picklist(['gateway', 'supabase'])
export type Place = v.InferOutput<typeof place>

const table = v.object({
  name: v.string(),
  columns: v.array(v.string()),
  /** The columns that its rows are ordered by, as text. */
  key: v.array(v.string()),
})

const sequence = v.object({ name: v.string(), value: v.string(), called: v.boolean() })
export type SequenceState = v.InferOutput<typeof sequence>

export const aboutSchema = v.object({
  format: v.literal(formatName),
  formatVersion: v.literal(formatVersion),
  /** This project's version. */
  product: v.string(),
  /** PostgreSQL's version. */
  postgres: v.string(),
  place,
  /** The moment of the snapshot, by the database's clock. */
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  migrations: v.object({ baseline: v.array(migration), project: v.array(migration) }),
  /** In an order in which rows can be inserted without breaking a foreign key. */
  tables: v.array(table),
  sequences: v.array(sequence),
  /** Constraints, triggers, policies and grants, one a line. */
  shape: v.array(v.string()),
})
export type About = v.InferOutput<typeof aboutSchema>

const part = v.object({ name: v.string(), rows: count, sha256: hash })
export type PartSum = v.InferOutput<typeof part>

export const sumsSchema = v.object({ parts: v.array(part) })

/** What a verified backup holds. */
export interface Contents {
  about: About
  parts: PartSum[]
  /** By table. */
  rows: Map<string, number>
}

/** The rows of each table. */
export function rowsByTable({ tables }: About, parts: PartSum[]): Map<string, number> {
  const rows = new Map(tables.map(({ name }) => [name, 0]))
  for (const each of parts) {
    const name = each.name.slice(0, each.name.lastIndexOf('/'))
    rows.set(name, (rows.get(name) ?? 0) + each.rows)
  }
  return rows
}

export const totalRows = ({ rows }: Pick<Contents, 'rows'>): number => [...rows.values()].reduce((sum, each) => sum + each, 0)

/** How many rows a part has: COPY ends each by a line feed, and writes those inside of a value as `\n`. */
export function countRows(content: Uint8Array): number {
  let rows = 0
  for (let at = content.indexOf(lineFeed); at >= 0; at = content.indexOf(lineFeed, at + 1)) rows += 1
  return rows
}

export const lineFeed = 0x0a
