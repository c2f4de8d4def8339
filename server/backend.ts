import path from 'node:path'
import { createHandler } from '../supabase/functions/submit-to-disputefox/handler.ts'
import type { DeliverySettings } from '../supabase/functions/submit-to-disputefox/settings.ts'
import type { Backend } from './app.ts'
import { createAuth } from './auth/create-auth.ts'
import { loadServiceKey, loadSigningKeys } from './auth/keys.ts'
import { verifyAccessToken } from './auth/tokens.ts'
import { enrollmentLoader } from './enrollment-store.ts'
import type { Log } from './log.ts'
import { connectDatabase } from './postgres/database.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import { migrate } from './postgres/migrate.ts'
import { createRest } from './rest/create-rest.ts'
import { explainConnectError } from './startup-fault.ts'

export interface BackendSettings {
  dataFolder: string
  /** The operator's own PostgreSQL; without it the embedded one of the data folder is started. */
  databaseUrl: string | undefined
  /** The public address of the sign-in service, which its tokens name as their issuer. */
  issuer: string
  delivery: DeliverySettings
}

export interface OpenBackend {
  routes: Backend
  databaseUrl: string
  /** The secret with which the organisation's own programs pass row-level security. */
  serviceKey: string
  /** Ends the connections first, the embedded database last. */
  close(): Promise<void>
}

const now = () => new Date()

/** Starts and migrates the database before anything may use it, then puts the three interfaces on it. */
export async function openBackend(settings: BackendSettings, log: Log): Promise<OpenBackend> {
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres(settings.dataFolder)
  const databaseUrl = embedded?.url ?? settings.databaseUrl ?? ''
  try {
    const applied = await migrate(databaseUrl).catch((error: unknown) => {
      throw explainConnectError(error, databaseUrl)
    })
    if (applied.length) log('database-migrated', { migrations: applied.length })
    return await compose(settings, databaseUrl, log, async () => embedded?.stop())
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

async function compose(
  { dataFolder, issuer, delivery }: BackendSettings,
  databaseUrl: string,
  log: Log,
  stopDatabase: () => Promise<void>,
): Promise<OpenBackend> {
  const keys = await loadSigningKeys(path.join(dataFolder, 'keys'), now)
  const serviceKey = await loadServiceKey(path.join(dataFolder, 'keys'), keys, now)
  const verify = (token: string) => verifyAccessToken(keys, token, now)
  const database = connectDatabase(databaseUrl, log)
  const auth = createAuth({
    database,
    keys,
    // Nothing sends mail yet, so no address can be confirmed, and requiring it would keep everybody out.
    settings: { issuer, accessTokenSeconds: 3600, unverifiedSignIns: true, bcryptCost: 10 },
    now,
    log,
  })
  const submitToDisputefox = createHandler({
    verifyToken: async (token) => {
      const claims = await verify(token)
      return claims?.role === 'authenticated' && claims.sub ? { userId: claims.sub } : undefined
    },
    loadEnrollment: enrollmentLoader(database),
    settings: delivery,
    fetch,
    log,
  })
  return {
    routes: { auth, rest: createRest({ database, verify, log }), submitToDisputefox },
    databaseUrl,
    serviceKey,
    close: async () => {
      await database.close()
      await stopDatabase()
    },
  }
}
