import path from 'node:path'
import * as v from 'valibot'
import { retentionEntries } from '../deliveries/retention.ts'
import { deliveryEntries } from '../deliveries/settings.ts'
import { teamEntries } from '../deliveries/team-digest.ts'
import { emailSchema } from '../domain/email-address.ts'
import { basePathSchema, originSchema } from '../mail/site-address.ts'
import { mailEntries } from '../mail/mail-settings.ts'
import { paymentEntries, stripeApiEntries } from '../payments/settings.ts'
import { accountEntries } from './auth/settings.ts'
import { backupEntries } from './backups/settings.ts'
import { quotaEntries } from './quotas.ts'
import { logLevels } from './runtime/log.ts'
import { staffIdleEntries } from './staff-idle.ts'

/** Relative paths begin here, wherever a command was started. */
export const root = path.resolve(import.meta.dirname, '..')

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

const waivable = ['backups', 'destination', 'https', 'mail', 'own-login', 'testimonials'] as const

/** What a site in production lacks, and its operator knows it (R-PRODUCTION). */
export type Waiver = (typeof waivable)[number]

const waivers = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((word) => word.trim()).filter(Boolean)),
  v.array(v.picklist(waivable, `must be some of ${waivable.join(', ')}, separated by commas`)),
)

/** The variables that `.env.example` explains, except those of deliveries. */
const entries = {
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address')), '127.0.0.1'),
  TRUST_PROXY: v.optional(proxies),
  BASE_PATH: v.optional(basePathSchema, '/'),
  DATA_DIR: v.optional(place, 'data'),
  DIST_DIR: v.optional(place, 'dist'),
  PERSONAL_DETAILS_KEYS_FILE: v.optional(place),
  DATABASE_URL: v.optional(postgresUrl),
  SITE_ORIGIN: v.optional(originSchema),
  SITE_STAGE: v.optional(v.picklist(['development', 'production'], 'must be development or production')),
  PRODUCTION_WITHOUT: v.optional(waivers, ''),
  SUPABASE_URL: v.optional(originSchema),
  SUPABASE_PUBLISHABLE_KEY: v.optional(v.string()),
  SUPABASE_SECRET_KEY: v.optional(v.string()),
  PARTNERS_PORT: v.optional(port),
  METRICS_PORT: v.optional(port),
  LOG_LEVEL: v.optional(v.picklist(logLevels, 'must be error, info or debug'), 'info'),
  TEAM_EMAIL: v.optional(emailAddress),
  ...teamEntries,
  ...retentionEntries,
  ...paymentEntries,
  ...stripeApiEntries,
  ...accountEntries,
  ...mailEntries,
  ...quotaEntries,
  ...staffIdleEntries,
  ...backupEntries,
}

/** What can be told from each variable alone, and from some together. */
export const variablesSchema = v.pipe(
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

export type Variables = v.InferOutput<typeof variablesSchema>

/** The name of every variable that is read. */
export const variableNames = [...Object.keys(entries), ...Object.keys(deliveryEntries)]
