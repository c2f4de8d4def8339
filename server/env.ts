import path from 'node:path'
import * as v from 'valibot'
import type { SiteSettings } from '../build/site-settings.ts'
import { type PurgeAfterDays, retentionEntries } from '../deliveries/retention.ts'
import { deliveryEntries, type DeliverySettings, deliverySettings, hasDestination } from '../deliveries/settings.ts'
import { teamEntries } from '../deliveries/team-digest.ts'
import { emailSchema } from '../domain/email-address.ts'
import type { Result } from '../domain/result.ts'
import { standInVariables } from '../partners/disputefox/web-form.ts'
import { accountEntries, type AccountSettings, accountSettings } from './auth/settings.ts'
import { backupEntries, type BackupSettings, backupSettings } from './backups/settings.ts'
import { mailEntries, type MailSettings, mailSettings } from './mail/mail-settings.ts'
import { quotaEntries, type Quotas } from './quotas.ts'
import { type LogLevel, logLevels } from './runtime/log.ts'

const root = path.resolve(import.meta.dirname, '..')

const port = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,5}$/, 'must be a port number from 1 to 65535'),
  v.transform(Number),
  v.minValue(1, 'must be a port number from 1 to 65535'),
  v.maxValue(65_535, 'must be a port number from 1 to 65535'),
)

const proxies = v.pipe(
  v.string(),
  v.regex(/^[0-9]$/, 'must be the number of proxies in front, from 0 to 9'),
  v.transform(Number),
)

const origin = v.pipe(
  v.string(),
  v.check(isOrigin, 'must be an address such as https://www.example.org, without a path'),
  v.transform((text) => new URL(text).origin),
)

const basePath = v.pipe(
  v.string(),
  v.regex(/^\/?([A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*\/?)?$/, 'must be a path such as /credit/'),
  v.check((text) => !text.split('/').some((part) => part === '.' || part === '..'), 'must be a path such as /credit/'),
  v.transform((text) => `/${text}/`.replace(/\/+/g, '/')),
)

const postgresUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
    'must be an address such as postgres://user:password@host:5432/database, with special characters percent-encoded',
  ),
)

const place = v.pipe(
  v.string(),
  v.transform((text) => path.resolve(root, text)),
)

const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => v.is(emailSchema, text), 'must be an e-mail address'),
)

/** The variables that `.env.example` explains, except those of deliveries. */
const entries = {
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address')), '127.0.0.1'),
  TRUST_PROXY: v.optional(proxies),
  BASE_PATH: v.optional(basePath, '/'),
  DATA_DIR: v.optional(place, 'data'),
  DIST_DIR: v.optional(place, 'dist'),
  PERSONAL_DETAILS_KEYS_FILE: v.optional(place),
  DATABASE_URL: v.optional(postgresUrl),
  SITE_ORIGIN: v.optional(origin),
  SITE_STAGE: v.optional(v.picklist(['development', 'production'], 'must be development or production'), 'development'),
  SUPABASE_URL: v.optional(origin),
  SUPABASE_PUBLISHABLE_KEY: v.optional(v.string()),
  PARTNERS_PORT: v.optional(port),
  METRICS_PORT: v.optional(port),
  LOG_LEVEL: v.optional(v.picklist(logLevels, 'must be error, info or debug'), 'info'),
  TEAM_EMAIL: v.optional(emailAddress),
  ...teamEntries,
  ...retentionEntries,
  ...accountEntries,
  ...mailEntries,
  ...backupEntries,
  ...quotaEntries,
}

const schema = v.pipe(
  v.object(entries),
  v.forward(
    v.partialCheck(
      [['SUPABASE_URL'], ['SUPABASE_PUBLISHABLE_KEY']],
      (given) => !given.SUPABASE_URL || Boolean(given.SUPABASE_PUBLISHABLE_KEY),
      'is missing: SUPABASE_URL needs it',
    ),
    ['SUPABASE_PUBLISHABLE_KEY'],
  ),
  v.forward(
    v.partialCheck(
      [['BACKUP_COMMAND'], ['BACKUP_RECIPIENT']],
      (given) => !given.BACKUP_COMMAND || Boolean(given.BACKUP_RECIPIENT?.length),
      'is missing: BACKUP_COMMAND needs it, since backups leave this machine encrypted only',
    ),
    ['BACKUP_RECIPIENT'],
  ),
)

type Variables = v.InferOutput<typeof schema>

export interface Environment {
  port: number
  host: string
  /** How many reverse proxies in front are trusted to forward the visitor's address; undefined if nobody said. */
  trustedProxies: number | undefined
  dataFolder: string
  /** The file with the private keys for personal details. */
  keysFile: string
  databaseUrl: string | undefined
  /** The port of the stand-ins for the external systems; undefined in production, which has none. */
  partnersPort: number | undefined
  /** Where metrics can be read on this machine; undefined for nowhere. */
  metricsPort: number | undefined
  /** Which requests are logged. */
  logLevel: LogLevel
  site: SiteSettings
  accounts: AccountSettings
  mail: MailSettings
  delivery: DeliverySettings
  purgeAfterDays: PurgeAfterDays
  backups: BackupSettings
  quotas: Quotas
  /** Who receives the digest of deliveries that need a person. */
  teamEmail: string | undefined
  teamWebhookUrl: string | undefined
}

/** Whether deliveries go to the stand-in on this machine, so that none reaches the real system. */
export function deliversToStandIn({ delivery, site }: Environment): boolean {
  return delivery.mode !== 'off' && new URL(delivery.url).origin === site.partnersOrigin
}

/** Formats the faults for the operator. */
export const explainFaults = (faults: string[]): string =>
  `These settings are not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`

/** The name of every variable that is read. */
export const variableNames = [...Object.keys(entries), ...Object.keys(deliveryEntries)]

/** Parses all settings; an empty variable counts as unset. Reports every fault, not only the first. */
export function parseEnvironment(variables: Record<string, string | undefined>): Result<Environment, string[]> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const own = v.safeParse(schema, given)
  const delivery = parseDelivery(given, own.success ? own.output : undefined)
  const faults = own.success ? [] : namedFaults(own.issues)
  if ('fault' in delivery) faults.push(...delivery.fault)
  if (!own.success || 'fault' in delivery) return { fault: faults }
  return { ok: assemble(own.output, delivery.ok) }
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
  return deliverySettings(variables, `${site}onboarding-success`)
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
    partnersPort: partners ? partnersPort(own) : undefined,
    metricsPort: own.METRICS_PORT,
    logLevel: own.LOG_LEVEL,
    site: {
      basePath: own.BASE_PATH,
      origin: siteOrigin(own),
      stage: own.SITE_STAGE,
      outDir: own.DIST_DIR,
      ...(url && publishableKey ? { supabase: { url, publishableKey } } : {}),
      ...(partners ? { partnersOrigin: partners } : {}),
    },
    accounts: accountSettings(own),
    mail: mailSettings(own),
    delivery,
    purgeAfterDays: own.PURGE_AFTER_DAYS,
    backups: backupSettings(own, root, own.DATA_DIR),
    quotas: own.QUOTAS,
    teamEmail: own.TEAM_EMAIL,
    teamWebhookUrl: own.TEAM_WEBHOOK_URL,
  }
}

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

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
}
