import type { Caller } from './callers.ts'
import { inWords } from './catalogue.ts'
import { denied, type Try } from './tries.ts'

const introduction = `# Who may do what

Every table, column, sequence and function of the migrations and every way to use it, tried by everybody. A test writes this
page again and compares. Whoever is not in a table's head lacks the privileges for everything below it.

| Caller | Who |
|---|---|
| anonymous | no token |
| owner, other user | signed in; has an enrollment, and another one waits for the confirmed address; has nothing |
| unconfirmed | the same as the owner, with an unconfirmed address |
| aal1 with a factor, aal2 | the same, before and after the second factor |
| banned, signed out | the same, with a token from before |
| anonymous user | the same, signed in without any name (\`ANONYMOUS_SIGN_IN\`) |
| service | the service key, without the right to bypass row-level security that Supabase gives it |
| staff aal1, staff aal2, lead | accounts of the staff, before and after the second factor |
| idle lead, removed lead | the same, an hour after the last touch of the desk, and after having been removed |
| commands, gateway | the staff's commands and the gateway, when they act by themselves |
| migrations | the owner of the tables |

\`${denied}\` is a missing privilege, \`refused\` row-level security or R-CALLER, \`stopped\` a trigger; words with underscores are
constraints and error codes. Who \`may\` do something may do it with some row, or with none. Enrollments are the caller's
\`own\`, \`waiting\` for the caller's address, or \`others\`.`

interface Line {
  what: string
  outcomes: string[]
}

/** The page `docs/access.md`. */
export function pageOf(callers: Caller[], tries: Try[], outcomes: string[][]): string {
  const told = tries.map((each, index) => ({ ...each, outcomes: (outcomes[index] ?? []).map((outcome) => inWords(each, outcome)) }))
  const sections = [...Map.groupBy(told, ({ section }) => section)].map(
    ([section, lines]) => `## ${section}\n\n${tableOf(callers, lines.some(({ column }) => column) ? byVerb(lines) : lines)}`,
  )
  return `${[introduction, ...sections].join('\n\n')}\n`
}

const keyOf = ({ outcomes }: Line) => outcomes.join('|')

/** Columns with the same outcomes share a line, and so do verbs that are the same for all columns. */
function byVerb(lines: (Line & { column?: string })[]): Line[] {
  const whole: Line[] = []
  const parts: Line[] = []
  for (const [verb, ofVerb] of Map.groupBy(lines, ({ what }) => what)) {
    const groups = [...Map.groupBy(ofVerb, keyOf).values()]
    for (const group of groups) {
      const columns = group.flatMap(({ column }) => column ?? []).join(', ')
      const line = { what: groups.length > 1 ? `${verb} ${columns}` : verb, outcomes: group[0]?.outcomes ?? [] }
      if (groups.length > 1) parts.push(line)
      else whole.push(line)
    }
  }
  const verbs = [...Map.groupBy(whole, keyOf).values()]
  return [...parts, ...verbs.map((group) => ({ what: group.map(({ what }) => what).join(', '), outcomes: group[0]?.outcomes ?? [] }))]
}

/** Callers with the same outcomes share a column. */
function tableOf(callers: Caller[], lines: Line[]): string {
  const columns = callers.map(({ name }, index) => ({ name, outcomes: lines.map(({ outcomes }) => outcomes[index] ?? '') }))
  const shown = [...Map.groupBy(columns, keyOfColumn).values()].filter((group) => group[0]?.outcomes.some((outcome) => outcome !== denied))
  const head = ['', ...shown.map((group) => group.map(({ name }) => name).join(', '))]
  const body = lines.map(({ what }, line) => [what, ...shown.map((group) => group[0]?.outcomes[line] ?? '')])
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const keyOfColumn = ({ outcomes }: { outcomes: string[] }) => outcomes.join('|')
