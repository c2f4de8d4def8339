import { Client } from 'pg'
import { commonPasswordCount } from './auth/common-passwords.ts'
import { type Environment, isLoopback } from './env.ts'
import type { Waiver } from './env-variables.ts'
import { StartupFault } from './runtime/startup-fault.ts'

/** Throws a StartupFault that names everything which a site in production lacks (R-PRODUCTION). */
export async function checkProduction(environment: Environment): Promise<void> {
  if (environment.site.stage !== 'production' || environment.site.supabase) return
  const faults = missingSettings(environment)
  if (!environment.productionWithout.includes('own-login') && (await isSuperuser(environment.databaseUrl))) {
    faults.push(unless('own-login', 'DATABASE_URL has a superuser: make a login that owns the database and may create roles.'))
  }
  if (faults.length) throw new StartupFault(`Not ready for production:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

/** What the gateway needs in production, unless it was said or the operator goes on without it. */
export function missingSettings(environment: Environment): string[] {
  const { site, trustedProxies, accounts, backups, delivery, mail, payments, productionWithout } = environment
  const isEncrypted = site.origin.startsWith('https:')
  const waivable: [Waiver, boolean, string][] = [
    ['https', isEncrypted, 'SITE_ORIGIN is not encrypted: it should begin with https.'],
    ['mail', mail.smtp !== undefined, 'SMTP_URL is missing: e-mails reach nobody, and accounts are usable before their address is confirmed.'],
    ['destination', delivery.mode !== 'off', 'DISPUTEFOX_ or DELIVERY_WEBHOOK_ settings are missing: forms are saved and go nowhere.'],
    ['backups', backups.everySeconds !== undefined, 'BACKUP_EVERY is missing: a lost disk would take everything with it.'],
  ]
  const faults = waivable
    .filter(([waiver, isThere]) => !isThere && !productionWithout.includes(waiver))
    .map(([waiver, , sentence]) => unless(waiver, sentence))
  if (payments.mode === 'test' && payments.stripeSecrets.length + payments.webhookSecrets.length > 0) {
    faults.push('STRIPE_MODE is test: payments of clients would be refused. It has to be live.')
  }
  if (delivery.mode === 'webform' && isLoopback(delivery.url)) faults.push('DISPUTEFOX_URL leads to this machine.')
  // The gateway speaks no TLS. Limits by network hold for nobody, or for all visitors together, where the number is wrong.
  if (trustedProxies === undefined && isEncrypted) {
    faults.push(
      `TRUST_PROXY is missing: what encrypts ${site.origin} stands in front of this gateway. Set it to the number of ` +
        'proxies that append to X-Forwarded-For, or to 0 if none does.',
    )
  }
  if (accounts.commonPasswords === undefined) {
    faults.push(
      `COMMON_PASSWORDS is missing: refuse turns away the ${commonPasswordCount.toLocaleString('en-US')} most common ` +
        'passwords, accept allows them.',
    )
  }
  return faults
}

const unless = (waiver: Waiver, sentence: string) => `${sentence} To go on without: PRODUCTION_WITHOUT=${waiver}`

/** An unreachable database is told later, by the start itself. */
async function isSuperuser(databaseUrl: string | undefined): Promise<boolean> {
  if (!databaseUrl) return false
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user')
    return rows[0]?.rolsuper === true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
