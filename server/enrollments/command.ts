import type { PoolClient } from 'pg'
import type { OpenDetails } from '../../deliveries/personal-details.ts'
import type { Environment } from '../env.ts'
import type { Database } from '../postgres/database.ts'
import type { UnknownVariable } from '../unknown-variables.ts'
import type { Staff } from './staff-log.ts'

/** The context of every staff command. */
export interface CommandContext {
  database: Database
  databaseUrl: string
  environment: Environment
  /** Of the environment, those that look like settings and are none. */
  unknownVariables: UnknownVariable[]
  /** Opens date of birth and SSN digits of an enrollment, with the private keys of this machine. */
  openDetails: OpenDetails
  /** Who runs the command, for the staff log. */
  staff: Staff
  print: (text: string) => void
  /** Asks the person at the terminal; undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined
}

/** A command takes its own arguments and resolves with the exit code (0 done, 1 not done). */
export type Command = (parameters: string[], context: CommandContext) => Promise<number>

/** Ends a command. The message is a sentence for the person at the terminal. */
export class CommandFault extends Error {
  override name = 'CommandFault'
}

/** The options of every command. */
export const commonOptions = { as: { type: 'string' }, yes: { type: 'boolean', default: false } } as const

/** One transaction as `service_role`: past row-level security, with the rights of that role and no others. */
export const asService = <Value>({ database }: CommandContext, work: (client: PoolClient) => Promise<Value>): Promise<Value> =>
  database.transactionAs({ role: 'service_role' }, work)

/** Continues if the person types `word` or has passed --yes. Without a terminal, --yes is required. */
export async function confirm({ ask, print }: Pick<CommandContext, 'ask' | 'print'>, warning: string, word: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!ask) throw new CommandFault('There is no terminal to ask on: say --yes if you are sure.')
  print(warning)
  const answer = await ask(`Type ${word} to go on: `)
  if (answer.trim() !== word) throw new CommandFault('Nothing was done.')
}

/** The start of an id, which a person types to confirm that this enrollment is meant. */
export const shortId = (id: string) => id.slice(0, 8)

/** A time as SQL for people, in UTC. */
export const moment = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')`

/**
 * The id of the one enrollment that the arguments name, by its whole id or at least its first 8 digits. `among` selects
 * other ids than those of the enrollments that there are.
 */
export async function findEnrollmentId(
  client: PoolClient,
  positionals: string[],
  among = 'select id from public.enrollments',
): Promise<string> {
  const [given, ...more] = positionals
  if (!given || more.length) throw new CommandFault('Name one enrollment by its id, or by the first 8 digits of it.')
  const digits = given.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{8,32}$/.test(digits)) throw new CommandFault('That is no id: it has 8 to 32 hexadecimal digits.')
  const { rows } = await client.query<{ id: string }>(
    `select id from (${among}) known where id between $1::uuid and $2::uuid limit 2`,
    [digits.padEnd(32, '0'), digits.padEnd(32, 'f')],
  )
  if (rows.length > 1) throw new CommandFault('Several ids begin so: give more digits.')
  const found = rows[0]?.id
  if (!found) throw new CommandFault('There is no such enrollment.')
  return found
}
