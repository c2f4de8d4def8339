import * as v from 'valibot'
import { asService } from '../enrollments/command.ts'
import { ageText } from '../terminal/text.ts'
import type { Check, Installation, OpenInstallation } from './check.ts'

const name = 'Payments'

/** From whom events of payments are taken (R-PAYMENT), and whether the mode is that of the site. */
export function checkPaymentDoors({ environment }: Installation): Check {
  const { payments, site } = environment
  if (site.supabase) return { name, result: 'ok', detail: 'the function payment-received has its own settings' }
  const doors = [
    ...(payments.stripeSecrets.length ? ['Stripe'] : []),
    ...(payments.webhookSecrets.length ? ['signed webhooks'] : []),
  ].join(' and ')
  const isProduction = site.stage === 'production'
  if (!doors) {
    return { name, result: isProduction ? 'warning' : 'ok', detail: 'none is proven: neither STRIPE_WEBHOOK_SECRET nor PAYMENT_WEBHOOK_SECRET is set' }
  }
  const detail = `${doors}, in ${payments.mode} mode`
  if (isProduction === (payments.mode === 'live')) return { name, result: 'ok', detail }
  return { name, result: 'warning', detail: `${detail}, but the site is ${isProduction ? 'in production: payments of clients are refused' : 'a trial: it takes real money'} (STRIPE_MODE)` }
}

const healthSchema = v.object({ last_event_at: v.nullable(v.string()), in_review: v.number(), not_onboarded: v.number() })

/** What has arrived of payments, and what waits for a person or for a mail server. */
export async function checkPaymentEvents(context: OpenInstallation): Promise<Check[]> {
  const { health, pretended, unsent } = await asService(context, async (client) => {
    const { rows } = await client.query<{ health: unknown; pretended: number; unsent: number }>(
      `select public.payment_health() as health, (
         select count(*)::integer from public.payments where source like '%test' and enrollment_id is not null
       ) as pretended, (
         select count(*)::integer from public.payments
         where email_due_at < clock_timestamp() - interval '2 hours' or (email_due_at is null and email_attempts >= 8)
       ) as unsent`,
    )
    return { health: v.parse(healthSchema, rows[0]?.health), pretended: rows[0]?.pretended ?? 0, unsent: rows[0]?.unsent ?? 0 }
  })
  const last = health.last_event_at
  const arrived = last ? `the last event came ${ageText((Date.now() - Date.parse(last)) / 1000)} ago` : 'no event has come yet'
  const { in_review: inReview, not_onboarded: notOnboarded } = health
  const onboarded = notOnboarded ? `, ${notOnboarded} have paid and not sent the form for a day` : ''
  const checks: Check[] = [
    inReview
      ? { name, result: 'warning', detail: `${inReview} wait for a person: npm run payments -- list --review; ${arrived}${onboarded}` }
      : { name, result: 'ok', detail: `${arrived}${onboarded}` },
  ]
  if (pretended && context.environment.site.stage === 'production') {
    checks.push({ name, result: 'fault', detail: `${pretended} were paid in test mode, of a trial: npm run payments -- list marks them; cancel or delete their forms` })
  }
  if (unsent) checks.push({ name, result: 'warning', detail: `${unsent} e-mails to payers could not be sent: ${unsentBecause(context)}` })
  return checks
}

const unsentBecause = ({ environment }: OpenInstallation): string =>
  environment.site.supabase ? "are SMTP_URL (port 465) and SITE_ORIGIN among the functions' secrets?" : 'the log says why (email-failed)'
