import path from 'node:path'
import { listPlaceholders, site as siteConfig } from '../site.config.ts'
import type { Environment } from './env.ts'

/** What an operator wants to know of a gateway that runs: addresses, where the data lies, what is still to be done. */
export function describeStart(environment: Environment, origins: { site: string; partners: string | undefined }): string {
  const { site, databaseUrl, dataFolder } = environment
  const lines = [`Site          ${origins.site}${site.basePath}`]
  if (origins.partners) lines.push(`Stand-ins     ${origins.partners}/ (for the external systems that are not configured)`)
  lines.push(...(site.supabase ? [`Backend       ${site.supabase.url}`] : describeData(dataFolder, databaseUrl)))
  const placeholders = listPlaceholders(siteConfig)
  if (placeholders.length) lines.push(`Placeholders  ${placeholders.join(', ')}: replace them in site.config.ts`)
  return `\n${lines.join('\n')}\n\nCtrl-C stops everything.\n`
}

function describeData(dataFolder: string, databaseUrl: string | undefined): string[] {
  // Whoever signs up with an address need not own it, so such an account may not claim a prepared enrollment.
  const accounts = 'Accounts      e-mail addresses stay unconfirmed, since no mail is sent'
  if (databaseUrl) return [`Data          DATABASE_URL, and the keys in ${dataFolder}`, accounts]
  return [
    `Data          ${dataFolder}`,
    `Database      psql "$(cat '${path.join(dataFolder, 'database-url')}')"`,
    accounts,
  ]
}
