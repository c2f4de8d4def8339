import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Output } from '../terminal/output.ts'
import { type Command, defines, examples, runProgram } from '../terminal/program.ts'
import { printableJson, table } from '../terminal/text.ts'
import type { Check } from './check.ts'
import { lookAtInstallation } from './installation.ts'
import { lookFromOutside } from './outside/look-from-outside.ts'

export interface DoctorTerminal extends Output {
  /** The environment variables. */
  variables: Record<string, string | undefined>
}

/** What monitors expect of a check (Monitoring Plugins Development Guidelines, "Plugin Return Codes"). */
const exitCodes = { ok: 0, warning: 1, fault: 2 }
const exits = { words: '0 all is well, 1 warning, 2 fault, 3 wrong usage, as Nagios and its relatives expect', usage: 3 }

function webAddress(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('It is an address such as https://www.example.org/')
  return url
}

const words = (command: Command) =>
  command
    .option('--url <address>', 'look at a site as its visitors do, instead of at this installation', webAddress)
    .option('--json', 'the same as JSON: {"result", "checks": [{"name", "result", "detail"}]}')
    .addHelpText('after', examples({ 'npm run doctor': 'the installation of .env', 'npm run doctor -- --url https://www.example.org/': 'a site from outside, from any machine' }))

const doctor = defines<DoctorTerminal>()(words, async ({ variables, print }, { url, json }) => {
  const checks = url ? await lookFromOutside(url) : await lookAtInstallation(variables)
  const result = worstOf(checks)
  print(json ? printableJson({ result, checks }) : inLines(checks))
  return exitCodes[result]
})

/** Runs one command line and resolves with its exit code. */
export const runDoctor = (line: string[], terminal: DoctorTerminal): Promise<number> =>
  runProgram(line, terminal, {
    name: 'doctor',
    summary: 'Say whether everything is as it should be; it sends nothing',
    commands: doctor,
    exits,
    open: (work) => work(terminal),
  })

const bad = ['fault', 'warning'] as const

const worstOf = (checks: Check[]): Check['result'] => bad.find((each) => checks.some(({ result }) => result === each)) ?? 'ok'

/** The first line is what a monitor shows. */
function inLines(checks: Check[]): string {
  const named = bad.flatMap((each) => {
    const names = checks.filter(({ result }) => result === each).map(({ name }) => name)
    return names.length ? [`${each}: ${[...new Set(names)].join(', ')}`] : []
  })
  const lines = table(checks.map(({ name, result, detail }) => [result, name, detail]))
  return `${named.join('; ') || `ok: ${checks.length} checks`}\n\n${lines}`
}
