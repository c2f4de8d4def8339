import { availableParallelism } from 'node:os'
import path from 'node:path'
import { emailFacts } from '../domain/email-facts.ts'
import type { Backend } from './app.ts'
import { createAuth } from './auth/create-auth.ts'
import { accessTokenSeconds, verifyAccessToken } from './auth/keys/access-tokens.ts'
import { loadServiceKey } from './auth/keys/service-key.ts'
import { openSigningKeys } from './auth/keys/signing-keys.ts'
import type { AuthSettings } from './auth/operations/auth-service.ts'
import { runUpkeepWhenDue } from './auth/operations/upkeep.ts'
import type { AccountSettings } from './auth/settings.ts'
import { loadWays } from './auth/ways/load-ways.ts'
import { startBackups } from './backups/schedule.ts'
import type { BackupSettings } from './backups/settings.ts'
import { keepConsentTexts } from './consent-texts.ts'
import { createReadiness } from './deliveries/health.ts'
import { openDetailsBy } from './deliveries/open-details.ts'
import { openDeliveries, type OutboxSettings } from './deliveries/open-deliveries.ts'
import type { PaymentSettings } from '../payments/settings.ts'
import { createRequestLimits } from './limits/request-limits.ts'
import { createMailer } from './mail/create-mailer.ts'
import { openPayments } from './payments/open-payments.ts'
import { explainConnectError } from './postgres/connection-fault.ts'
import { openKeyring } from './personal-details/keyring.ts'
import { prepareKeys } from './personal-details/prepare-keys.ts'
import { connectDatabase, type Database } from './postgres/database.ts'
import { type DiskSpace, type Room, watchDiskSpace } from './postgres/disk-space.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import { type Login, prepareLogins, type Purpose } from './postgres/logins.ts'
import { migrate } from './postgres/migrate.ts'
import { type Quotas, setQuotas } from './quotas.ts'
import { createRest } from './rest/create-rest.ts'
import type { Log } from './runtime/log.ts'
import { setStaffIdle } from './staff-idle.ts'
import { type Figures, readFigures } from './watching/figures.ts'
import type { Watcher } from './watching/watcher.ts'

export interface BackendSettings extends OutboxSettings {
  payments: PaymentSettings
  dataFolder: string
  /** The built site. */
  siteFolder: string
  /** The file with the private keys for personal details. */
  keysFile: string
  /** The operator's own PostgreSQL; otherwise the embedded one of the data folder is started. */
  databaseUrl: string | undefined
  /** The public address of the site with its base path. Ends with a slash. */
  siteUrl: string
  accounts: AccountSettings
  backups: BackupSettings
  quotas: Quotas
  /** After how long without a touch the desk is closed to a person. */
  staffIdleMinutes: number
  /** Passwords that nobody may choose, in lower case. */
  refusedPasswords: ReadonlySet<string>
  /** The size of this process's thread pool. */
  poolThreads: number
}

export interface OpenBackend {
  routes: Backend
  /** The token with which the organisation's own programs bypass row-level security. */
  serviceKey: string
  /** For the metrics. */
  figures(): Promise<Figures>
  /** Starts no more deliveries; those in flight continue. */
  stopDeliveries(): void
  /** Finishes deliveries in flight, then closes connections, and stops the embedded database last. */
  close(): Promise<void>
}

const now = () => new Date()

/** Starts and migrates the database before anything uses it, then opens the three interfaces on it. */
export async function openBackend(settings: BackendSettings, log: Log, watcher: Watcher): Promise<OpenBackend> {
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres(settings.dataFolder, log)
  const ownerUrl = embedded?.url ?? settings.databaseUrl ?? ''
  let space: DiskSpace | undefined
  let database: Database | undefined
  const closeDatabase = async () => {
    space?.close()
    await database?.close()
    await embedded?.stop()
  }
  try {
    const { gateway, staff } = await prepareDatabase(ownerUrl, settings.keysFile, log).catch((error: unknown) => {
      throw explainConnectError(error, ownerUrl)
    })
    // Whoever opens it with `psql` acts as the service at once.
    await embedded?.announce(`${staff.url}?options=-c%20role%3Dservice_role`)
    // The little that a start writes is written in any case.
    const room = () => space?.room() ?? 'enough'
    database = connectDatabase(gateway, log, { room })
    const kept = await keepConsentTexts(database, settings.siteFolder)
    if (kept) log('consent-texts-kept', { texts: kept })
    const composed = await compose(settings, { database, room }, log, watcher)
    space = embedded && (await watchDiskSpace(settings.dataFolder, log))
    const backups = startBackups({ url: ownerUrl, database, settings: settings.backups, now, log })
    return {
      ...composed,
      close: async () => {
        await Promise.all([backups.stop(), composed.close()])
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** The work of the database's owner, besides backups. Its connections are closed afterwards. */
async function prepareDatabase(ownerUrl: string, keysFile: string, log: Log): Promise<Record<Purpose, Login>> {
  const applied = await migrate(ownerUrl)
  if (applied.length) log('database-migrated', { migrations: applied.length })
  await prepareKeys(ownerUrl, keysFile, log)
  return prepareLogins(ownerUrl, log)
}

interface OpenDatabase {
  database: Database
  /** How much room its disk has, as far as that is known. */
  room: () => Room
}

async function compose(settings: BackendSettings, { database, room }: OpenDatabase, log: Log, watcher: Watcher): Promise<OpenBackend> {
  const { dataFolder, siteUrl, accounts, refusedPasswords, quotas, mail, poolThreads } = settings
  await setQuotas(database, quotas)
  await setStaffIdle(database, settings.staffIdleMinutes)
  const folder = path.join(dataFolder, 'keys')
  const keys = await openSigningKeys({ database, now, log, accessTokenSeconds })
  const serviceKey = await loadServiceKey(folder, keys, now)
  const verify = (token: string) => verifyAccessToken(keys, token, now)
  const mailer = createMailer(mail, path.join(dataFolder, 'mail'), { now, log })
  const authSettings: AuthSettings = {
    issuer: `${siteUrl}auth/v1`,
    siteUrl,
    accessTokenSeconds,
    // Without mail, requiring a confirmed address would lock everybody out.
    unverifiedSignIns: !mail.smtp,
    refusedPasswords,
    bcryptCost: 10,
    // Leaves two threads for other work.
    maxConcurrentHashes: Math.max(1, Math.min(availableParallelism(), poolThreads - 2)),
    otpSeconds: emailFacts.lifetimeSeconds,
    emailIntervalSeconds: emailFacts.intervalSeconds,
    ...accounts,
  }
  const ways = await loadWays(accounts.ways)
  const auth = createAuth({ database, keys, mailer, ways, settings: authSettings, now, log })
  const limits = createRequestLimits(database, accounts.rateLimits, now)
  const accountUpkeep = () => runUpkeepWhenDue({ database, settings: authSettings, now })
  const findKey = openKeyring(settings.keysFile)
  const payments = openPayments({ database, mailer, limits, settings: settings.payments, siteUrl, log })
  const upkeep = async () => {
    await payments.sendEmails()
    await accountUpkeep()
  }
  const outside = { database, findKey, mailer, verify, upkeep, limits, attempted: watcher.attempted, now, log }
  const deliveries = openDeliveries(outside, settings)
  const rest = createRest({ database, verify, limits, log })
  return {
    routes: {
      auth,
      rest,
      submitToDisputefox: deliveries.handle,
      paymentReceived: payments.handle,
      openDetails: openDetailsBy({ rest, findKey, log }),
      readiness: createReadiness({ database, verify, room }),
    },
    serviceKey,
    figures: () => readFigures(database),
    stopDeliveries: () => void deliveries.close(),
    close: async () => {
      await deliveries.close()
      await payments.close()
      await mailer.close()
    },
  }
}
