import { errorCode } from '../../domain/error-facts.ts'
import { openStaffDatabase } from '../enrollments/staff-database.ts'
import { parseEnvironment } from '../env.ts'
import { CommandFault } from '../terminal/confirm.ts'
import { explainUnknown, findUnknownVariables, namesInFile } from '../unknown-variables.ts'
import { checkBackups } from './backups.ts'
import { type Check, type Installation, lookAtAll, type Looks, type OpenInstallation } from './check.ts'
import { checkConsents } from './consents.ts'
import { checkCron } from './cron.ts'
import { checkDatabase, checkMigrations, checkWriting } from './database.ts'
import { checkDestination } from './destination.ts'
import { checkDisk } from './disk.ts'
import { checkHold } from './hold.ts'
import { checkKeptClusters } from './kept-cluster.ts'
import { checkKeys } from './keys.ts'
import { checkLogins } from './logins.ts'
import { checkAttempts } from './attempts.ts'
import { checkOutbox } from './outbox.ts'
import { checkPaymentDoors, checkPaymentEvents } from './payments.ts'
import { checkRoles } from './roles.ts'
import { checkSite } from './site.ts'
import { checkStaffLog } from './staff-log.ts'
import { checkSupabase } from './supabase.ts'
import { checkRetention, checkTeam } from './team.ts'

const outside: Looks<Installation> = [
  ['Settings', checkSettings],
  ['Destination', checkDestination],
  ['Project', checkSupabase],
  ['Disk', checkDisk],
  ['Site', checkSite],
  ['Kept database', checkKeptClusters],
  ['Retention', checkRetention],
  ['Team', checkTeam],
  ['Payments', checkPaymentDoors],
]

/** If one of these has a fault, the others could not be asked. */
const first: Looks<OpenInstallation> = [
  ['Database', checkDatabase],
  ['Migrations', checkMigrations],
  ['Roles', checkRoles],
]

const inside: Looks<OpenInstallation> = [
  ['Writing', checkWriting],
  ['Logins', checkLogins],
  ['Hold', checkHold],
  ['Attempts', checkAttempts],
  ['Waiting', checkOutbox],
  ['Keys', checkKeys],
  ['Consents', checkConsents],
  ['Staff log', checkStaffLog],
  ['Backups', checkBackups],
  ['Cron', checkCron],
  ['Payments', checkPaymentEvents],
]

/** Everything that can be said of the installation that these variables describe. */
export async function lookAtInstallation(variables: Record<string, string | undefined>): Promise<Check[]> {
  const parsed = parseEnvironment(variables)
  if ('fault' in parsed) return parsed.fault.map((detail) => ({ name: 'Settings', result: 'fault', detail }))
  const environment = parsed.ok
  const unknownVariables = findUnknownVariables(variables, await namesInFile())
  const installation = { environment, unknownVariables }
  return [...(await lookAtAll(outside, installation)), ...(await lookInside(installation))]
}

async function lookInside(installation: Installation): Promise<Check[]> {
  const opened = await openStaffDatabase(installation.environment, () => undefined).catch((error: unknown) => sentenceFor(error))
  if (typeof opened === 'string') return [{ name: 'Database', result: 'fault', detail: opened }]
  const context = { ...installation, ...opened }
  try {
    const checks = await lookAtAll(first, context)
    if (checks.some(({ result }) => result === 'fault')) return checks
    return [...checks, ...(await lookAtAll(inside, context))]
  } finally {
    await opened.database.close()
  }
}

const sentenceFor = (error: unknown) =>
  error instanceof CommandFault ? error.message : `it cannot be asked (${errorCode(error) ?? 'no answer'})`

function checkSettings({ unknownVariables: unknown }: Installation): Check {
  if (!unknown.length) return { name: 'Settings', result: 'ok', detail: 'every variable is understood' }
  return { name: 'Settings', result: 'warning', detail: unknown.map(explainUnknown).join('; ') }
}
