import { parseArgs } from 'node:util'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { errorCode } from '../../domain/error-facts.ts'
import { deliversToStandIn, type Environment } from '../env.ts'
import { explainUnknown, type UnknownVariable } from '../unknown-variables.ts'
import { type Command, commonOptions } from './command.ts'
import { freeBytes, roomFor } from '../postgres/disk-space.ts'
import type { Check } from './doctor-check.ts'
import { checkDatabase } from './doctor-database.ts'
import { probeDestination } from './probe-destination.ts'
import { table } from './terminal-text.ts'

/** Checks everything that a delivery needs, without sending one. The exit code is 1 if there is a fault. */
export const doctor: Command = async (parameters, context) => {
  parseArgs({ args: parameters, options: commonOptions })
  const { environment } = context
  const checks: Check[] = [
    checkSettings(context.unknownVariables),
    await checkDestination(environment),
    ...(await checkDatabase(context).catch((error: unknown) => [databaseFault(error)])),
    ...(await checkDisk(environment)),
    checkRetention(environment),
    checkTeam(environment),
  ]
  context.print(table(checks.map(({ name, result, detail }) => [result, name, detail])))
  return checks.some(({ result }) => result === 'fault') ? 1 : 0
}

function checkSettings(unknown: UnknownVariable[]): Check {
  if (!unknown.length) return { name: 'Settings', result: 'ok', detail: 'every variable is understood' }
  return { name: 'Settings', result: 'warning', detail: unknown.map(explainUnknown).join('; ') }
}

async function checkDestination(environment: Environment): Promise<Check> {
  const { delivery, site } = environment
  const name = 'Destination'
  if (delivery.mode === 'off') {
    const detail = 'none is configured here, so deliveries wait (on Supabase the function has its own settings)'
    return { name, result: site.supabase ? 'warning' : 'fault', detail }
  }
  if (deliversToStandIn(environment)) {
    return { name, result: 'warning', detail: 'the stand-in of this machine: nothing reaches DisputeFox' }
  }
  const { host } = new URL(delivery.url)
  const answer = await probeDestination(delivery.url)
  const where = `${delivery.mode} at ${host}`
  if (answer !== 'reachable') return { name, result: 'fault', detail: `${where} cannot be reached: ${answer}` }
  return { name, result: 'ok', detail: `${where} is reachable, at most ${60_000 / delivery.intervalMs} a minute` }
}

const databaseFault = (error: unknown): Check => ({
  name: 'Database',
  result: 'fault',
  detail: `it cannot be asked (${errorCode(error) ?? 'no answer'})`,
})

/** Of the embedded database; the disk of another one cannot be seen from here. */
async function checkDisk({ databaseUrl, site, dataFolder }: Environment): Promise<Check[]> {
  if (databaseUrl || site.supabase) return []
  const name = 'Disk'
  const free = await freeBytes(dataFolder).catch(() => undefined)
  if (free === undefined) return [{ name, result: 'fault', detail: `${dataFolder} cannot be asked` }]
  const detail = `${Math.floor(free / 1024 ** 2)} MB are free for ${dataFolder}`
  const room = roomFor(free)
  if (room === 'enough') return [{ name, result: 'ok', detail }]
  return [{ name, result: 'fault', detail: `${detail}: ${room === 'low' ? 'clients save nothing' : 'nothing is written'}` }]
}

function checkRetention({ purgeAfterDays }: Environment): Check {
  const name = 'Retention'
  if (purgeAfterDays === 'never') {
    return { name, result: 'warning', detail: `${sensitiveDetails} are kept for ever (PURGE_AFTER_DAYS=never)` }
  }
  return { name, result: 'ok', detail: `${sensitiveDetails} go ${purgeAfterDays} days after delivery or cancel` }
}

function checkTeam({ teamEmail, teamWebhookUrl, mail, site }: Environment): Check {
  const name = 'Team'
  if (site.supabase) {
    return { name, result: 'warning', detail: 'nobody is written to, unless the function has a TEAM_WEBHOOK_URL' }
  }
  if (teamWebhookUrl) return { name, result: 'ok', detail: 'TEAM_WEBHOOK_URL is set' }
  if (!teamEmail) return { name, result: 'warning', detail: 'nobody is written to (TEAM_EMAIL is not set)' }
  if (!mail.smtp) return { name, result: 'warning', detail: 'nobody is written to (SMTP_URL is not set)' }
  return { name, result: 'ok', detail: 'TEAM_EMAIL and SMTP_URL are set' }
}
