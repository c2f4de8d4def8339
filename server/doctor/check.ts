import { errorCode, errorName } from '../../domain/error-facts.ts'
import type { CommandContext } from '../enrollments/command.ts'
import type { Environment } from '../env.ts'
import type { UnknownVariable } from '../unknown-variables.ts'

/** A line of `doctor`. */
export interface Check {
  name: string
  result: 'ok' | 'warning' | 'fault'
  detail: string
}

/** What the installation's settings say. */
export interface Installation {
  environment: Environment
  /** Of the environment, those that look like settings and are none. */
  unknownVariables: UnknownVariable[]
}

/** The same, and its database. */
export type OpenInstallation = Installation & Pick<CommandContext, 'database'> & { databaseUrl: string }

/** Looks at one matter, which may have several lines, or none where it does not apply. */
export type Look<Context> = (context: Context) => Check | Check[] | Promise<Check | Check[]>

/** A table of looks, each by the name that its line has if it fails itself, in the order in which they are shown. */
export type Looks<Context> = [name: string, look: Look<Context>][]

/** One look after the other. Errors of the database may quote a row, so only their codes are shown. */
export async function lookAtAll<Context>(looks: Looks<Context>, context: Context): Promise<Check[]> {
  const checks: Check[] = []
  for (const [name, look] of looks) {
    try {
      checks.push(...[await look(context)].flat())
    } catch (error) {
      checks.push({ name, result: 'fault', detail: `it cannot be asked (${errorCode(error) ?? errorName(error)})` })
    }
  }
  return checks
}
