import { parseArgs } from 'node:util'
import { deliversToStandIn, type Environment } from '../env.ts'
import { errorCode } from '../postgres/connection-fault.ts'
import { type Command, commonOptions } from './command.ts'
import { checkDatabase } from './doctor-database.ts'
import { reachDestination } from './reach-destination.ts'
import { table } from './table.ts'

export interface Check {
  name: string
  result: 'ok' | 'warning' | 'fault'
  words: string
}

/** Looks at everything that a delivery needs, without sending any. Exit code 1 where something is at fault. */
export const doctor: Command = async (parameters, desk) => {
  parseArgs({ args: parameters, options: commonOptions })
  const { environment } = desk
  const checks: Check[] = [
    { name: 'Settings', result: 'ok', words: 'every variable is understood' },
    await checkDestination(environment),
    ...(await checkDatabase(desk).catch((error: unknown) => [databaseFault(error)])),
    checkRetention(environment),
    checkTeam(environment),
  ]
  desk.print(table(checks.map(({ name, result, words }) => [result, name, words])))
  return checks.some(({ result }) => result === 'fault') ? 1 : 0
}

async function checkDestination(environment: Environment): Promise<Check> {
  const { delivery, site, databaseUrl } = environment
  const name = 'Destination'
  if (delivery.mode === 'off') {
    const words = 'none is configured here, so deliveries wait (on Supabase the function has its own settings)'
    return { name, result: site.supabase ? 'warning' : 'fault', words }
  }
  if (databaseUrl && deliversToStandIn(environment)) {
    return { name, result: 'warning', words: 'the stand-in of this machine: nothing reaches DisputeFox' }
  }
  const { host } = new URL(delivery.url)
  const answer = await reachDestination(delivery.url)
  const where = `${delivery.mode} at ${host}`
  if (answer !== 'reachable') return { name, result: 'fault', words: `${where} cannot be reached: ${answer}` }
  return { name, result: 'ok', words: `${where} is reachable, at most ${60_000 / delivery.intervalMs} a minute` }
}

const databaseFault = (error: unknown): Check => ({
  name: 'Database',
  result: 'fault',
  words: `it cannot be asked (${errorCode(error) ?? 'no answer'})`,
})

function checkRetention({ purgeAfterDays }: Environment): Check {
  const name = 'Retention'
  if (purgeAfterDays === 'never') {
    return { name, result: 'warning', words: 'birth dates and SSN digits are kept for ever (PURGE_AFTER_DAYS=never)' }
  }
  return { name, result: 'ok', words: `dates of birth and SSN digits go ${purgeAfterDays} days after delivery or cancel` }
}

function checkTeam({ teamEmail, teamWebhookUrl, mail, site }: Environment): Check {
  const name = 'Team'
  if (site.supabase) {
    return { name, result: 'warning', words: 'nobody is written to, unless the function has a TEAM_WEBHOOK_URL' }
  }
  if (teamWebhookUrl) return { name, result: 'ok', words: 'TEAM_WEBHOOK_URL is set' }
  if (!teamEmail) return { name, result: 'warning', words: 'nobody is written to (TEAM_EMAIL is not set)' }
  if (!mail.smtp) return { name, result: 'warning', words: 'nobody is written to (SMTP_URL is not set)' }
  return { name, result: 'ok', words: 'TEAM_EMAIL and SMTP_URL are set' }
}
