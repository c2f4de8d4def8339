import { sensitiveDetails } from '../../content/deliveries.ts'
import type { Check, Installation } from './check.ts'

export function checkRetention({ environment: { purgeAfterDays } }: Installation): Check {
  const name = 'Retention'
  if (purgeAfterDays === 'never') {
    return { name, result: 'warning', detail: `${sensitiveDetails} are kept for ever (PURGE_AFTER_DAYS=never)` }
  }
  return { name, result: 'ok', detail: `${sensitiveDetails} go ${purgeAfterDays} days after delivery or cancel` }
}

export function checkTeam({ environment: { teamEmail, teamWebhookUrl, mail, site } }: Installation): Check {
  const name = 'Team'
  if (site.supabase) {
    return { name, result: 'warning', detail: 'nobody is written to, unless the function has a TEAM_WEBHOOK_URL' }
  }
  if (teamWebhookUrl) return { name, result: 'ok', detail: 'TEAM_WEBHOOK_URL is set' }
  if (!teamEmail) return { name, result: 'warning', detail: 'nobody is written to (TEAM_EMAIL is not set)' }
  if (!mail.smtp) return { name, result: 'warning', detail: 'nobody is written to (SMTP_URL is not set)' }
  return { name, result: 'ok', detail: 'TEAM_EMAIL and SMTP_URL are set' }
}
