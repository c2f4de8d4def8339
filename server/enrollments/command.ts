import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { PoolClient } from 'pg'
import type { OpenDetails } from '../../deliveries/personal-details.ts'
import type { Environment } from '../env.ts'
import type { Database } from '../postgres/database.ts'
import type { Confirming } from '../terminal/confirm.ts'
import type { Output } from '../terminal/output.ts'
import type { Progress } from '../terminal/show-progress.ts'
import { defines } from '../terminal/program.ts'

/** Who runs a command, as the log has it. */
interface Staff {
  /** The operating system's name of the person. */
  login: string
  /** What the person said beside it (`--as`). */
  note: string | undefined
}

/** The context of every staff command. */
export interface CommandContext extends Confirming, Pick<Output, 'printError'> {
  database: Database
  environment: Environment
  /** Opens date of birth and SSN digits of an enrollment, with the private keys of this machine. */
  openDetails: OpenDetails
  progress: Progress
  staff: Staff
}

/** A command of `npm run enrollments`. */
export const staffCommand = defines<CommandContext>()

/** The digits of a whole id or of its beginning. */
function idDigits(given: string): string {
  const digits = given.replaceAll('-', '').toLowerCase()
  if (/^[0-9a-f]{8,32}$/.test(digits)) return digits
  throw new InvalidArgumentError('An id has 8 to 32 hexadecimal digits.')
}

/** What such an argument, or option, is. */
export const whichEnrollment = ['the id of the enrollment, or at least its first 8 digits', idDigits] as const

/** The argument that names one enrollment, as digits. */
export const oneEnrollment = ['<id>', ...whichEnrollment] as const
export const maybeOneEnrollment = ['[id]', ...whichEnrollment] as const

/** One transaction as `service_role`: past row-level security, with the rights of that role and no others. */
export const asService = <Value>({ database }: Pick<CommandContext, 'database'>, work: (client: PoolClient) => Promise<Value>): Promise<Value> =>
  database.transactionAs({ role: 'service_role' }, work)

/** The start of an id, which a person types to confirm that this enrollment is meant. */
export const shortId = (id: string) => id.slice(0, 8)
