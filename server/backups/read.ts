import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Entry, readArchive } from './archive.ts'
import {
  type About, aboutName, aboutSchema, type Contents, countRows, formatName, formatVersion, partName, type PartSum, rowsByTable,
  sumsName, sumsSchema,
} from './format.ts'
import type { Key } from './lock.ts'

export interface TablePart {
  table: string
  content: Uint8Array
}

/**
 * Reads a whole backup and compares it with its sums; `onPart` is given each part of a table, in order. Whatever is wrong is a
 * StartupFault, at the end at the latest, so that nothing counts before this has resolved.
 */
export async function readBackup(
  file: string,
  key: Key | undefined,
  onPart: (part: TablePart, about: About) => Promise<void> = async () => undefined,
): Promise<Contents> {
  const damaged = (what: string) => new StartupFault(`${file} is damaged: ${what}.`)
  const parts: PartSum[] = []
  let about: About | undefined
  let sums: PartSum[] | undefined
  let unexpected: string | undefined
  for await (const entry of readArchive(file, key)) {
    if (!about) {
      about = parseAbout(entry, file)
      continue
    }
    if (sums) throw damaged(`${entry.name} comes after its end`)
    if (entry.name === sumsName) {
      sums = parse(sumsSchema, entry)?.parts
      if (!sums) throw damaged(`${sumsName} is not readable`)
      continue
    }
    const table = tableOf(entry, about, parts)
    if (!table) unexpected ??= entry.name
    parts.push(sumOf(entry))
    // The rest is read for the names of what is missing.
    if (table && !unexpected) await onPart({ table, content: entry.content }, about)
  }
  if (about && sums) requireAll(parts, sums, damaged)
  if (unexpected) throw damaged(`${unexpected} is not expected there`)
  if (!about || !sums) throw damaged('it ends too early')
  const found = JSON.stringify(parts)
  const wrong = sums.find((sum, index) => JSON.stringify(sum) !== JSON.stringify(parts[index]))
  if (wrong) throw damaged(`${wrong.name} is not as it was written`)
  if (found !== JSON.stringify(sums)) throw damaged('it has more parts than were written')
  return { about, parts, rows: rowsByTable(about, parts) }
}

const mostNamed = 10

/** Every part that was written is there, whatever it holds. */
function requireAll(parts: PartSum[], sums: PartSum[], damaged: (what: string) => StartupFault): void {
  const found = new Set(parts.map(({ name }) => name))
  const missing = sums.map(({ name }) => name).filter((name) => !found.has(name))
  if (missing.length === 0) return
  const others = missing.length > mostNamed ? `, and ${missing.length - mostNamed} others` : ''
  throw damaged(`what is missing in it: ${missing.slice(0, mostNamed).join(', ')}${others}`)
}

export const sumOf = ({ name, content }: Entry): PartSum => ({
  name,
  rows: countRows(content),
  sha256: createHash('sha256').update(content).digest('hex'),
})

/** The table of the next part, if the entry is one: parts of a table come one after another, and tables in their order. */
function tableOf({ name }: Entry, { tables }: About, parts: PartSum[]): string | undefined {
  const table = name.slice(0, name.lastIndexOf('/'))
  const before = parts.at(-1)?.name
  const former = before?.slice(0, before.lastIndexOf('/'))
  const position = tables.findIndex((each) => each.name === table)
  if (position < 0 || position < tables.findIndex((each) => each.name === former)) return undefined
  const number = table === former ? parts.filter((part) => part.name.startsWith(`${table}/`)).length + 1 : 1
  return name === partName(table, number) ? table : undefined
}

function parseAbout(entry: Entry, file: string): About {
  const kind = entry.name === aboutName ? parse(v.object({ format: v.string(), formatVersion: v.number() }), entry) : undefined
  if (kind?.format !== formatName) throw new StartupFault(`${file} is no backup of this program.`)
  if (kind.formatVersion > formatVersion) throw new StartupFault(`${file} was made by a newer version of this program: update first.`)
  const about = parse(aboutSchema, entry)
  if (!about) throw new StartupFault(`${file} is damaged: ${aboutName} is not readable.`)
  return about
}

function parse<Schema extends v.GenericSchema>(schema: Schema, { content }: Entry): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), new TextDecoder().decode(content))
  return parsed.success ? parsed.output : undefined
}
