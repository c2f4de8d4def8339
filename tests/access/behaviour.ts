import type { ClientBase } from 'pg'
import { type Attempt, attempt } from './attempts.ts'
import { readFunctions, readTables, type Section, type Table } from './catalogue.ts'
import { probes } from './probes.ts'
import type { Caller } from './samples.ts'

/** One line of a table: what is tried, and the outcome for each caller. */
interface Line {
  what: string
  outcomes: string[]
}

/** Tries everything as everybody: all tables, or only these. */
export async function describeBehaviour(
  client: ClientBase,
  callers: Caller[],
  isTried: (table: string) => boolean = () => true,
): Promise<Section[]> {
  const [tables, functions] = [await readTables(client), await readFunctions(client)]
  const empty = tables.filter(({ rows }) => rows === 0).map(({ name }) => name)
  if (empty.length > 0) throw new Error(`tests/access/samples.ts lacks a row for ${empty.join(', ')}`)

  const sections: Section[] = []
  for (const table of tables.filter(({ name }) => isTried(name))) {
    sections.push({ heading: table.name, text: tableOf(callers, await tryTable(client, callers, table)) })
  }
  const calls = functions.map(({ name, call }) => ({ what: name, statement: `select ${call}` }))
  const called = await tryAll(client, callers, calls, (outcome) => (outcome === 'denied' ? denied : 'runs'))
  sections.push({ heading: 'Functions', text: tableOf(callers, called) })
  const probed = await tryAll(client, callers, probes, (outcome) => (outcome === 'denied' ? denied : outcome || 'nothing'))
  sections.push({ heading: 'What becomes of rows', text: tableOf(callers, probed) })
  return sections
}

const denied = '-'

interface Try {
  what: string
  before?: string
  statement: string
  /** SQL that describes the outcome; `:person` is the caller. */
  outcome?: string
}

async function tryAll(
  client: ClientBase,
  callers: Caller[],
  tries: Try[],
  describe: (outcome: string) => string,
): Promise<Line[]> {
  const bind = (text: string, { person = '' }: Caller) => text.replaceAll(':person', `'${person}'`)
  const attempts = tries.flatMap(({ statement, outcome, ...more }) =>
    callers.map((caller): Attempt => ({ ...more, caller, statement, ...(outcome && { outcome: bind(outcome, caller) }) })),
  )
  const outcomes = (await attempt(client, attempts)).map(describe)
  return tries.map(({ what }, index) => ({
    what,
    outcomes: outcomes.slice(index * callers.length, (index + 1) * callers.length),
  }))
}

/** Every verb with every column. Reading and writing nothing needs the same rights as reading and writing rows. */
async function tryTable(client: ClientBase, callers: Caller[], { name, columns, rows }: Table): Promise<Line[]> {
  const amount = (outcome: string) =>
    outcome === 'denied' ? denied : outcome === '0' ? 'none' : outcome === String(rows) ? 'all' : /^\d+$/.test(outcome) ? 'some' : outcome
  const permission = (outcome: string) => (outcome === 'denied' ? denied : outcome === '0' ? 'may' : outcome)
  const each = (make: (column: string) => string): Try[] =>
    columns.map((column) => ({ what: column, statement: make(column) }))

  const read = await tryAll(client, callers, each((column) => `select "${column}" from ${name}`), amount)
  const insert = each((column) => `insert into ${name} ("${column}") select null where false`)
  const update = each((column) => `update ${name} set "${column}" = null where false`)
  const whole = [{ what: 'delete', statement: `delete from ${name}` }]
  const empty = [{ what: 'truncate', statement: `truncate ${name}` }]
  return [
    ...grouped('read', read),
    ...grouped('insert', await tryAll(client, callers, insert, permission)),
    ...grouped('update', await tryAll(client, callers, update, permission)),
    ...(await tryAll(client, callers, whole, amount)),
    ...(await tryAll(client, callers, empty, (outcome) => (outcome === 'denied' ? denied : outcome === 'stopped' ? outcome : 'may'))),
  ]
}

/** Columns with the same outcomes share a line. */
function grouped(verb: string, lines: Line[]): Line[] {
  const groups = Map.groupBy(lines, ({ outcomes }) => outcomes.join('|'))
  return [...groups.values()].map((group) => ({
    what: `${verb} ${group.map(({ what }) => what).join(', ')}`,
    outcomes: group[0]?.outcomes ?? [],
  }))
}

function tableOf(callers: Caller[], lines: Line[]): string {
  const head = ['', ...callers.map(({ name }) => name)]
  const rows = [head, head.map(() => '---'), ...lines.map(({ what, outcomes }) => [what, ...outcomes])]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
