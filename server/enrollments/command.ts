import type { PoolClient } from 'pg'
import type { Environment } from '../env.ts'
import type { Database } from '../postgres/database.ts'

/** What a command of the staff works with. */
export interface Desk {
  database: Database
  databaseUrl: string
  environment: Environment
  /** Who is at it, for the log. */
  staff: string
  print: (text: string) => void
  /** Asks the person at the terminal; undefined where there is none. */
  ask: ((question: string) => Promise<string>) | undefined
}

/** A command: its own arguments in, the exit code out (0 done, 1 not). */
export type Command = (parameters: string[], desk: Desk) => Promise<number>

/** A command that cannot go on, as one sentence for the person at the terminal. */
export class CommandFault extends Error {
  override name = 'CommandFault'
}

/** Every option that all commands have. */
export const commonOptions = { as: { type: 'string' }, yes: { type: 'boolean', default: false } } as const

/** One transaction past row-level security, with the service's rights and no others. */
export const asService = <Result>({ database }: Desk, work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  database.transactionAs({ role: 'service_role' }, work)
