import { availableParallelism } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { letterFacts } from '../domain/letters.ts'
import { type Caller, createHandler } from '../supabase/functions/submit-to-disputefox/handler.ts'
import { bearerToken } from '../supabase/functions/submit-to-disputefox/identify-caller.ts'
import { type PurgeAfterDays, purgeWhenDue } from '../supabase/functions/submit-to-disputefox/retention.ts'
import type { DeliverySettings } from '../supabase/functions/submit-to-disputefox/settings.ts'
import { wait } from '../supabase/functions/submit-to-disputefox/wait.ts'
import type { AccountSettings } from './account-settings.ts'
import type { Backend } from './app.ts'
import type { AuthSettings } from './auth/auth-service.ts'
import { createAuth } from './auth/create-auth.ts'
import { openSigningKeys } from './auth/keys.ts'
import { loadServiceKey } from './auth/service-key.ts'
import { hasSession } from './auth/sessions-store.ts'
import { verifyAccessToken } from './auth/tokens.ts'
import { keepUpWhenDue } from './auth/upkeep.ts'
import { deliveryStore } from './delivery-store.ts'
import { startDeliveryWorker } from './delivery-worker.ts'
import { createHealthCheck } from './health.ts'
import type { Log } from './log.ts'
import { createMailer } from './mail/create-mailer.ts'
import type { MailSettings } from './mail/mail-settings.ts'
import type { Mailer } from './mail/mailer.ts'
import { type Claims, connectDatabase, type Database } from './postgres/database.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import { migrate } from './postgres/migrate.ts'
import { createRest } from './rest/create-rest.ts'
import { explainConnectError } from './startup-fault.ts'
import { sendDigestWhenDue } from './team-digest.ts'

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
const uuid = v.pipe(v.string(), v.uuid())

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
  const deliveries = openDeliveries(database, settings, { mailer, verify, keepAccounts, log })
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

interface Deliveries {
  handle: (request: Request) => Promise<Response>
  /** Starts no more deliveries; resolves once those under way are finished. */
  close(): Promise<void>
}

interface DeliveryParts {
  mailer: Mailer
  verify: (token: string) => Promise<Claims | undefined>
  /** What is done for accounts now and then. */
  keepAccounts: () => Promise<void>
  log: Log
}

/** The function for the browser's fast path, and beside it the worker for everything else. */
function openDeliveries(
  database: Database,
  { delivery: settings, purgeAfterDays, teamEmail, mail }: BackendSettings,
  { mailer, verify, keepAccounts, log }: DeliveryParts,
): Deliveries {
  const dependencies = { store: deliveryStore(database), fetch, now, random: Math.random, wait, log }
  const underWay = new Set<Promise<unknown>>()
  async function identify(request: Request): Promise<Caller | undefined> {
    const token = bearerToken(request)
    const claims = token ? await verify(token) : undefined
    if (claims?.role === 'service_role') return 'service'
    if (claims?.role !== 'authenticated' || !claims.sub || !v.is(uuid, claims.session_id)) return undefined
    return (await hasSession(database, claims.sub, claims.session_id)) ? { userId: claims.sub } : undefined
  }
  const waitUntil = (promise: Promise<unknown>) => {
    underWay.add(promise)
    void promise.finally(() => underWay.delete(promise))
  }
  async function keepUp(): Promise<void> {
    await purgeWhenDue(purgeAfterDays, dependencies)
    // A letter that is kept in a folder reaches nobody.
    await sendDigestWhenDue({ database, mailer, log }, mail.smtp && teamEmail)
    await keepAccounts()
  }
  const worker = startDeliveryWorker(settings, dependencies, keepUp)
  return {
    handle: createHandler({ ...dependencies, settings, purgeAfterDays, identify, waitUntil }),
    close: async () => {
      await worker.stop()
      await Promise.allSettled(underWay)
    },
  }
}
