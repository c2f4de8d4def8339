import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { type Client, escapeIdentifier } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Table } from './catalogue.ts'
import { countRows, lineFeed, partBytes } from './format.ts'

export interface Part {
  content: Buffer
  rows: number
}

/**
 * All rows of a table in PostgreSQL's text format, in parts of whole lines, in the order of the key: so the same rows always
 * give the same bytes, on every server.
 */
export async function* readRows(client: Client, { sql, key }: Pick<Table, 'sql' | 'key'>, columns: string[]): AsyncGenerator<Part> {
  const order = key.map((column) => `${escapeIdentifier(column)}::text collate "C"`).join(', ')
  const statement = `copy (select ${namesOf(columns)} from ${sql} order by ${order || '1'}) to stdout`
  let open: Buffer[] = []
  let bytes = 0
  for await (const chunk of client.query(copyTo(statement))) {
    open.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    const content = Buffer.concat(open)
    const end = content.lastIndexOf(lineFeed) + 1
    if (end === 0) continue
    yield partOf(content.subarray(0, end))
    open = [content.subarray(end)]
    bytes = content.length - end
  }
  if (bytes > 0) yield partOf(Buffer.concat(open))
}

const partOf = (content: Buffer): Part => ({ content, rows: countRows(content) })

const namesOf = (columns: string[]) => columns.map(escapeIdentifier).join(', ')

export interface RowWriter {
  write(content: Uint8Array): Promise<void>
  /** Waits until the server has taken all rows, and checked their constraints. */
  end(): Promise<void>
}

/** Writes rows that `readRows` gave into a table. */
export function writeRows(client: Client, { sql }: Pick<Table, 'sql'>, columns: string[]): RowWriter {
  const stream = client.query(copyFrom(`copy ${sql} (${namesOf(columns)}) from stdin`))
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  // Awaited with each write; between two writes nobody does.
  failed.catch(() => undefined)
  return {
    async write(content) {
      if (!stream.write(content)) await Promise.race([once(stream, 'drain'), failed])
    },
    async end() {
      const finished = once(stream, 'finish')
      stream.end()
      await Promise.race([finished, failed])
    },
  }
}

/** The rows as bytes that can be compared: how many there are, and their SHA-256. */
export interface Digest {
  rows: number
  sha256: string
}

export interface RunningDigest {
  add(content: Uint8Array): void
  digest(): Digest
}

export function startDigest(): RunningDigest {
  const hash: Hash = createHash('sha256')
  let rows = 0
  return {
    add(content) {
      hash.update(content)
      rows += countRows(content)
    },
    digest: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Reads a table again, and digests it. */
export async function digestRows(client: Client, table: Pick<Table, 'sql' | 'key'>, columns: string[]): Promise<Digest> {
  const running = startDigest()
  for await (const { content } of readRows(client, table, columns)) running.add(content)
  return running.digest()
}
