import path from 'node:path'
import { listPlaceholders } from '../domain/site-config.ts'
import { site as siteConfig } from '../site.config.ts'
import { deliversToStandIn, type Environment, isLoopback } from './env.ts'

/** The start message for the operator: addresses, where the data is, and what is still to be configured. */
export function describeStart(environment: Environment, origins: { site: string; partners: string | undefined }): string {
  const { site } = environment
  const behind = site.origin === origins.site ? '' : ` (behind it, this gateway on ${origins.site})`
  const lines = [`Site          ${site.origin}${site.basePath}${behind}`]
  if (origins.partners) lines.push(`Stand-ins     ${origins.partners}/ (for the external systems that are not configured)`)
  lines.push(...(site.supabase ? [`Backend       ${site.supabase.url}`] : describeBackend(environment)))
  const placeholders = listPlaceholders(siteConfig)
  if (placeholders.length) lines.push(`Placeholders  ${placeholders.join(', ')}: replace them in site.config.ts`)
  return `\n${lines.join('\n')}\n\nCtrl-C stops everything.\n`
}

function describeBackend(environment: Environment): string[] {
  const { dataFolder, databaseUrl, keysFile, mail } = environment
  const data = databaseUrl
    ? [`Data          DATABASE_URL, and the service token in ${dataFolder}`]
    : [`Data          ${dataFolder}`, `Database      psql "$(cat '${path.join(dataFolder, 'database-url')}')"`]
  data.push(...describeDeliveries(environment))
  data.push(`Keys          ${keysFile}: they open dates of birth and SSN digits; keep a copy apart from the database`)
  if (mail.smtp) return [...data, `Mail          by ${mail.smtp.host}, from ${mail.from.address}`]
  return [
    ...data,
    `Mail          kept in ${path.join(dataFolder, 'mail')}, sent to nobody: SMTP_URL is not set`,
    // Whoever signs up with an address need not own it, so such an account cannot claim a prepared enrollment.
    'Accounts      usable before their e-mail address is confirmed',
  ]
}

/** With an address or a database of the operator's own the clients are real, and the stand-in is probably a mistake. */
const describeDeliveries = (environment: Environment) =>
  deliversToStandIn(environment) && (environment.databaseUrl || !isLoopback(environment.site.origin))
    ? ['Deliveries    to the stand-in of this machine: nothing reaches DisputeFox, no DISPUTEFOX_ variable is set']
    : []
