import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { createDetailsOpener } from '../../deliveries/personal-details.ts'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import { type Environment, explainFaults, parseEnvironment } from '../env.ts'
import { openKeyring } from '../personal-details/keyring.ts'
import { isConnectionFault } from '../postgres/connection-fault.ts'
import { connectDatabase } from '../postgres/database.ts'
import { cancelAccount, hold, release } from './account.ts'
import { findLogin, sharedLogin } from '../postgres/logins.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { findUnknownVariables, namesInFile } from '../unknown-variables.ts'
import { cancel, resolve, retry } from './change-delivery.ts'
import { type Command, CommandFault, type CommandContext } from './command.ts'
import { consent, keepTexts, withdrawConsent } from './consent.ts'
import { deleteEnrollment } from './delete.ts'
import { requests, settle } from './deletions.ts'
import { doctor } from './doctor.ts'
import { exportToCsv } from './export.ts'
import { holdAll, releaseAll } from './hold.ts'
import { list } from './list.ts'
import { purge } from './purge.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'

export interface Terminal extends Pick<CommandContext, 'print' | 'ask'> {
  /** The environment variables. */
  variables: Record<string, string | undefined>
  /** Who runs the command, by the operating system's name. */
  login: string
  printError: (text: string) => void
}

/** The second one if this option is there. */
const either =
  (usual: Command, option: RegExp, other: Command): Command =>
  (parameters, context) =>
    (parameters.some((word) => option.test(word)) ? other : usual)(parameters, context)

const changing = {
  retry,
  resolve,
  cancel: either(cancel, /^--account\b/, cancelAccount),
  hold: either(hold, /^--all$/, holdAll),
  release: either(release, /^--all$/, releaseAll),
  purge,
  delete: deleteEnrollment,
  settle,
}
const consents = { consent, 'withdraw-consent': withdrawConsent, 'keep-texts': keepTexts }
const commands = new Map<string, Command>(
  Object.entries({ ...changing, ...consents, list, show, requests, export: exportToCsv, stats, doctor }),
)

/** Runs one command line and resolves with its exit code. Every fault is one sentence without personal details. */
export async function runEnrollments(words: string[], terminal: Terminal): Promise<number> {
  const { print, printError } = terminal
  const [name = 'help', ...parameters] = words
  if (/^(help|--help|-h)$/.test(name) || parameters.includes('--help')) {
    print(help)
    return words.length ? 0 : 2
  }
  const command = commands.get(name)
  if (!command) {
    printError(`There is no command ${JSON.stringify(name)}: npm run enrollments -- help`)
    return 2
  }
  const parsed = parseEnvironment(terminal.variables)
  if ('fault' in parsed) {
    printError(explainFaults(parsed.fault))
    return 1
  }
  try {
    const unknownVariables = findUnknownVariables(terminal.variables, await namesInFile())
    return await runOn(command, parameters, { environment: parsed.ok, unknownVariables }, terminal)
  } catch (error) {
    const { sentence, code } = explain(error)
    printError(sentence)
    return code
  }
}

async function runOn(
  command: Command,
  parameters: string[],
  settings: Pick<CommandContext, 'environment' | 'unknownVariables'>,
  { login, print, ask, printError }: Terminal,
): Promise<number> {
  const { environment } = settings
  const staff = { login, note: noteOf(parameters) }
  const databaseUrl = await findDatabase(environment)
  const databaseLogin = await findLogin(databaseUrl, 'staff').catch((error: unknown) => {
    // The command itself says that the database is away.
    if (isConnectionFault(error)) return sharedLogin(databaseUrl, 'staff')
    throw error
  })
  const lost = () => printError('The connection to the database was lost.')
  const database = connectDatabase(databaseLogin, lost, { name: 'staff' })
  const openDetails = createDetailsOpener(openKeyring(environment.keysFile))
  try {
    return await command(parameters, { ...settings, database, databaseUrl, openDetails, staff, print, ask })
  } finally {
    await database.close()
  }
}

function noteOf(parameters: string[]): string | undefined {
  const { values } = parseArgs({ args: parameters, strict: false, options: { as: { type: 'string' } } })
  if (values.as === undefined) return undefined
  const note = typeof values.as === 'string' ? values.as.trim() : ''
  if (/^[^\p{C}]{1,100}$/u.test(note)) return note
  throw new CommandFault('--as is a name of at most 100 characters.')
}

/** The operator's own database, or the embedded one of a running gateway. */
async function findDatabase({ databaseUrl, dataFolder, site }: Environment): Promise<string> {
  if (databaseUrl) return databaseUrl
  if (site.supabase) {
    throw new CommandFault("Set DATABASE_URL to the connection string of the Supabase project's database.")
  }
  return readFile(path.join(dataFolder, 'database-url'), 'utf8').then(
    (text) => text.trim(),
    () => {
      throw new CommandFault(`There is no database in ${dataFolder} yet: npm start makes one. Or set DATABASE_URL.`)
    },
  )
}

/** Database errors may quote a row, so only their codes are shown. */
function explain(error: unknown): { sentence: string; code: 1 | 2 } {
  if (error instanceof CommandFault || error instanceof StartupFault) return { sentence: error.message, code: 1 }
  const code = errorCode(error)
  if (error instanceof Error && code?.startsWith('ERR_PARSE_ARGS')) {
    return { sentence: `${error.message.split('. ')[0]}. See: npm run enrollments -- help`, code: 2 }
  }
  if (isConnectionFault(error)) {
    const advice = 'Start it with npm start, or correct DATABASE_URL.'
    return { sentence: `The database does not answer (${code ?? 'no answer'}). ${advice}`, code: 1 }
  }
  // Undefined table or column, undefined function.
  if (code && /^42(P01|703|883)$/.test(code)) {
    const sentence = 'The database is older than this program: start the gateway once, or run the migrations.'
    return { sentence, code: 1 }
  }
  return { sentence: `It failed unexpectedly (${code ?? errorName(error)}).`, code: 1 }
}

export const help = `npm run enrollments -- <command>

  list      [--state <state>]… [--since 7d] [--plan <name>] [--limit 50] [--json]
  show      <id> [--reveal]          state, reason, what to do, and the client, masked
  retry     <id>                     send it again
  resolve   <id>                     the client is there: it counts as delivered
  cancel    <id>                     do not send it
  hold      --account <e-mail or id>    everything of one account waits for a person
  release   --account <e-mail or id>    it waits no longer
  cancel    --account <e-mail or id>    nothing of it is sent that has not arrived
  hold      --all                    nothing is sent; forms are saved and wait
  release   --all [--review|--send]  it is sent; what waited in a restored backup goes to a person
                                     (--review), or is sent, too (--send)
  export    <file.csv> [--state …] [--since …] [--plan …] [--with-personal-details] [--bom]
  purge     --older-than 30d [--dry-run]    delete ${sensitiveDetails}
  delete    <id>                     everything, at the client's request
  requests  [--reveal] [--json]      clients who ask for deletion
  settle    <no> --deleted | --kept  such a request: the account with all of its enrollments
  consent   <id>                     what the client agreed to, with each text
  withdraw-consent <id> sms          on the client's word
  keep-texts                         on Supabase, after each deployment
  stats     [--json]                 counts by state and reason
  doctor                             settings, database, destination; sends nothing

The first 8 digits of an id suffice. States: queued, sending, delivered,
needs_review, rejected, cancelled, incomplete. Irreversible commands ask first;
--yes confirms beforehand. --as <name> is noted beside your login in the staff
log.
Exit codes: 0 done, 1 not done or a fault was found, 2 usage error.`
