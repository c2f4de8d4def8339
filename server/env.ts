import { randomBytes } from 'node:crypto'
import path from 'node:path'
import * as v from 'valibot'
import type { SiteSettings } from '../build/site-settings.ts'
import type { PurgeAfterDays } from '../deliveries/retention.ts'
import { type PaymentSettings, paymentSettings } from '../payments/settings.ts'
import { deliveryEntries, type DeliverySettings, deliverySettings, hasDestination } from '../deliveries/settings.ts'
import type { Result } from '../domain/result.ts'
import { standInVariables } from '../partners/disputefox/web-form.ts'
import { listPlaceholders, type SiteConfig } from '../domain/site-config.ts'
import { site as siteConfig } from '../site.config.ts'
import { type AccountSettings, accountSettings } from './auth/settings.ts'
import { type BackupSettings, backupSettings } from './backups/settings.ts'
import { type MailSettings, mailSettings } from '../mail/mail-settings.ts'
import { root, type Variables, variablesSchema, type Waiver } from './env-variables.ts'
import type { Quotas } from './quotas.ts'
import type { LogLevel } from './runtime/log.ts'

export interface Environment {
  port: number
  host: string
  /** How many reverse proxies in front are trusted to forward the visitor's address; undefined if nobody said. */
  trustedProxies: number | undefined
  dataFolder: string
  /** The file with the private keys for personal details. */
  keysFile: string
  databaseUrl: string | undefined
  /** The key with which the staff's commands administer accounts on Supabase. */
  supabaseSecretKey: string | undefined
  /** The port of the stand-ins for the external systems; undefined in production, which has none. */
  partnersPort: number | undefined
  /** Where metrics can be read on this machine; undefined for nowhere. */
  metricsPort: number | undefined
  /** Which requests are logged. */
  logLevel: LogLevel
  site: SiteSettings
  productionWithout: Waiver[]
  accounts: AccountSettings
  mail: MailSettings
  delivery: DeliverySettings
  payments: PaymentSettings
  /** Signs the events of the stand-in for the checkout; undefined where a real one does, or where there are no stand-ins. */
  standInPaymentSecret: string | undefined
  /** With which the staff asks Stripe for events that did not arrive. */
  stripeApiKey: string | undefined
  purgeAfterDays: PurgeAfterDays
  backups: BackupSettings
  quotas: Quotas
  /** After how long without a touch the desk is closed to a person. */
  staffIdleMinutes: number
  /** Who receives the digest of deliveries that need a person. */
  teamEmail: string | undefined
  teamWebhookUrl: string | undefined
}

/** Whether deliveries go to the stand-in on this machine, so that none reaches the real system. */
export function deliversToStandIn({ delivery }: Pick<Environment, 'delivery'>): boolean {
  return delivery.mode !== 'off' && delivery.isStandIn === true
}

/** Formats the faults for the operator. */
export const explainFaults = (faults: string[]): string =>
  `These settings are not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`

/**
 * Parses all settings; an empty variable counts as unset. Reports every fault, not only the first. `config` decides whether
 * this is still a demonstration.
 */
export function parseEnvironment(
  variables: Record<string, string | undefined>,
  config: SiteConfig = siteConfig,
): Result<Environment, string[]> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const own = v.safeParse(variablesSchema, given)
  const delivery = parseDelivery(given, own.success ? own.output : undefined)
  const faults = own.success ? stageFaults(own.output, delivery, config) : namedFaults(own.issues)
  if ('fault' in delivery) faults.push(...delivery.fault)
  if (!own.success || 'fault' in delivery || faults.length) return { fault: faults }
  return { ok: assemble(own.output, delivery.ok) }
}

/** Real clients must not end at a stand-in because nobody said that the site is in production (R-PRODUCTION). */
function stageFaults(own: Variables, delivery: ReturnType<typeof parseDelivery>, config: SiteConfig): string[] {
  const isPublic = !isLoopback(siteOrigin(own))
  if (own.SITE_STAGE === 'production') {
    return isPublic ? [] : ['SITE_ORIGIN is missing: production needs the address that visitors see']
  }
  const isReal = isPublic || listPlaceholders(config).length === 0
  if (own.SITE_STAGE || !isReal || own.SUPABASE_URL || 'fault' in delivery || !deliversToStandIn({ delivery: delivery.ok })) return []
  return ['SITE_STAGE is missing: production, or development for a trial, whose forms go to a stand-in and not to DisputeFox']
}

function parseDelivery(
  given: Record<string, string | undefined>,
  own: Variables | undefined,
): ReturnType<typeof deliverySettings> {
  const parsed = v.safeParse(v.object(deliveryEntries), given)
  if (!parsed.success) return { fault: namedFaults(parsed.issues) }
  const partners = own && partnersOrigin(own)
  const standIn = partners && !hasDestination(parsed.output) ? standInVariables(partners) : {}
  const variables = { ...parsed.output, ...standIn }
  // A faulty site address is reported already; a placeholder keeps it from being reported twice.
  const site = own ? `${siteOrigin(own)}${own.BASE_PATH}` : 'https://site.invalid/'
  const settings = deliverySettings(variables, `${site}onboarding-success`)
  if ('fault' in settings || settings.ok.mode === 'off' || new URL(settings.ok.url).origin !== partners) return settings
  return { ok: { ...settings.ok, isStandIn: true } }
}

function assemble(own: Variables, delivery: DeliverySettings): Environment {
  const partners = partnersOrigin(own)
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey } = own
  return {
    port: own.PORT,
    host: own.HOST,
    trustedProxies: own.TRUST_PROXY,
    dataFolder: own.DATA_DIR,
    keysFile: own.PERSONAL_DETAILS_KEYS_FILE ?? path.join(own.DATA_DIR, 'keys/personal-details.env'),
    databaseUrl: own.DATABASE_URL,
    supabaseSecretKey: own.SUPABASE_SECRET_KEY,
    partnersPort: partners ? partnersPort(own) : undefined,
    metricsPort: own.METRICS_PORT,
    logLevel: own.LOG_LEVEL,
    site: {
      basePath: own.BASE_PATH,
      origin: siteOrigin(own),
      stage: own.SITE_STAGE ?? 'development',
      allowsSamples: own.PRODUCTION_WITHOUT.includes('testimonials'),
      outDir: own.DIST_DIR,
      ...(url && publishableKey ? { supabase: { url, publishableKey } } : {}),
      ...(partners ? { partnersOrigin: partners } : {}),
    },
    productionWithout: own.PRODUCTION_WITHOUT,
    accounts: accountSettings(own),
    mail: mailSettings(own),
    delivery,
    ...paymentsOf(own, partners !== undefined),
    stripeApiKey: own.STRIPE_API_KEY,
    purgeAfterDays: own.PURGE_AFTER_DAYS,
    backups: backupSettings(own, root, own.DATA_DIR),
    quotas: own.QUOTAS,
    staffIdleMinutes: own.STAFF_IDLE_MINUTES,
    teamEmail: own.TEAM_EMAIL,
    teamWebhookUrl: own.TEAM_WEBHOOK_URL,
  }
}

/** The stand-in for the checkout signs its events with a secret of this process. */
function paymentsOf(own: Variables, hasStandIn: boolean): Pick<Environment, 'payments' | 'standInPaymentSecret'> {
  const payments = paymentSettings(own)
  if (!hasStandIn || payments.stripeSecrets.length > 0) return { payments, standInPaymentSecret: undefined }
  return { payments: { ...payments, mode: 'test', stripeSecrets: [standInSecret] }, standInPaymentSecret: standInSecret }
}

const standInSecret = `whsec_${randomBytes(24).toString('hex')}`

const highestPort = 65_535

function partnersPort(own: Variables): number {
  return own.PARTNERS_PORT ?? (own.PORT < highestPort ? own.PORT + 1 : own.PORT - 1)
}

/** The stand-ins serve a demonstration on this machine: on a loopback address, and never in production. */
function partnersOrigin(own: Variables): string | undefined {
  return own.SITE_STAGE === 'production' ? undefined : `http://127.0.0.1:${partnersPort(own)}`
}

function siteOrigin(own: Variables): string {
  if (own.SITE_ORIGIN) return own.SITE_ORIGIN
  const host = own.HOST === '0.0.0.0' || own.HOST === '::' ? 'localhost' : own.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${own.PORT}`
}

function namedFaults(issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
}

/** Whether an address leads to this machine alone. */
export const isLoopback = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
