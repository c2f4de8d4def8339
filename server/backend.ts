import { availableParallelism } from 'node:os'
import path from 'node:path'
import { letterFacts } from '../domain/email-facts.ts'
import type { PurgeAfterDays } from '../deliveries/retention.ts'
import type { DeliverySettings } from '../deliveries/settings.ts'
import type { AccountSettings } from './auth/settings.ts'
import type { Backend } from './app.ts'
import type { AuthSettings } from './auth/operations/auth-service.ts'
import { createAuth } from './auth/create-auth.ts'
import { openSigningKeys } from './auth/keys/signing-keys.ts'
import { loadServiceKey } from './auth/keys/service-key.ts'
import { verifyAccessToken } from './auth/keys/access-tokens.ts'
import { keepUpWhenDue } from './auth/operations/upkeep.ts'
import { openDeliveries } from './deliveries/open-deliveries.ts'
import { createHealthCheck } from './deliveries/health.ts'
import type { Log } from './log.ts'
import { createMailer } from './mail/create-mailer.ts'
import type { MailSettings } from './mail/mail-settings.ts'
import { connectDatabase, type Database } from './postgres/database.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import { migrate } from './postgres/migrate.ts'
import { createRest } from './rest/create-rest.ts'
import { explainConnectError } from './startup-fault.ts'

export interface BackendSettings {
  dataFolder: string
  /** The operator's own PostgreSQL; without it the embedded one of the data folder is started. */
  databaseUrl: string | undefined
  /** The public address of the site with its base path. Ends with a slash. */
  siteUrl: string
  accounts: AccountSettings
  mail: MailSettings
  delivery: DeliverySettings
  purgeAfterDays: PurgeAfterDays
  /** Who is told that a delivery needs a person. */
  teamEmail: string | undefined
  teamWebhookUrl: string | undefined
  /** How many threads this process has for work beside its event loop. */
  poolThreads: number
}

export interface OpenBackend {
  routes: Backend
  databaseUrl: string
  /** The secret with which the organisation's own programs pass row-level security. */
  serviceKey: string
  /** Begins no more deliveries; those under way go on. */
  stopDeliveries(): void
  /** Ends deliveries under way first, then the connections, the embedded database last. */
  close(): Promise<void>
}

const now = () => new Date()

/** How long an access token is good for. */
export const accessTokenSeconds = 3600

/** Starts and migrates the database before anything may use it, then puts the three interfaces on it. */
export async function openBackend(settings: BackendSettings, log: Log): Promise<OpenBackend> {
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres(settings.dataFolder)
  const databaseUrl = embedded?.url ?? settings.databaseUrl ?? ''
  const database = connectDatabase(databaseUrl, log)
  const closeDatabase = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    const applied = await migrate(databaseUrl).catch((error: unknown) => {
      throw explainConnectError(error, databaseUrl)
    })
    if (applied.length) log('database-migrated', { migrations: applied.length })
    const { close, ...composed } = await compose(settings, database, log)
    return {
      ...composed,
      databaseUrl,
      close: async () => {
        await close()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

async function compose(
  settings: BackendSettings,
  database: Database,
  log: Log,
): Promise<Omit<OpenBackend, 'databaseUrl'>> {
  const { dataFolder, siteUrl, accounts, mail, poolThreads } = settings
  const folder = path.join(dataFolder, 'keys')
  const keys = await openSigningKeys({ database, now, log, folder, accessTokenSeconds })
  const serviceKey = await loadServiceKey(folder, keys, now)
  const verify = (token: string) => verifyAccessToken(keys, token, now)
  const mailer = createMailer(mail, path.join(dataFolder, 'mail'), { now, log })
  const authSettings: AuthSettings = {
    issuer: `${siteUrl}auth/v1`,
    siteUrl,
    accessTokenSeconds,
    // Where letters reach nobody, requiring a confirmed address would keep everybody out.
    unverifiedSignIns: !mail.smtp,
    bcryptCost: 10,
    // Two threads stay free for everything else.
    passwordsAtOnce: Math.max(1, Math.min(availableParallelism(), poolThreads - 2)),
    letterSeconds: letterFacts.lifetimeSeconds,
    letterIntervalSeconds: letterFacts.intervalSeconds,
    ...accounts,
  }
  const auth = createAuth({ database, keys, mailer, settings: authSettings, now, log })
  const keepAccounts = () => keepUpWhenDue({ database, settings: authSettings, now })
  const deliveries = openDeliveries({ database, mailer, verify, keepAccounts, now, log }, settings)
  return {
    routes: {
      auth,
      rest: createRest({ database, verify, log }),
      submitToDisputefox: deliveries.handle,
      health: createHealthCheck(database),
    },
    serviceKey,
    stopDeliveries: () => void deliveries.close(),
    close: async () => {
      await deliveries.close()
      await mailer.close()
    },
  }
}
