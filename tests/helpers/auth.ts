import { setImmediate as nextTurn } from 'node:timers/promises'
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { Hono } from 'hono'
import { type JWTPayload, SignJWT } from 'jose'
import { createAuth } from '../../server/auth/create-auth.ts'
import { openSigningKeys, type SigningKeys } from '../../server/auth/keys/signing-keys.ts'
import type { AuthSettings, Ways } from '../../server/auth/operations/auth-service.ts'
import type { KeyPurpose } from '../../server/auth/stores/keys.ts'
import type { Email, Mailer } from '../../mail/mailer.ts'
import { connectDatabase, type Database } from '../../server/postgres/database.ts'
import { sharedLogin } from '../../server/postgres/logins.ts'
import type { Log } from '../../server/runtime/log.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

export interface TestAuth {
  app: Hono
  /** With all rights, for the test itself. */
  database: Database
  /** With the rights of the gateway, for the service. */
  service: Database
  keys: SigningKeys
  settings: AuthSettings
  ways: Ways
  /** The log of the service: event and fields. */
  logged: Parameters<Log>[]
  /** The e-mails of the service, oldest first. */
  emails: Email[]
  /** The same service under other settings, on the same database. */
  withSettings(settings: Partial<AuthSettings>, ways?: Ways): Hono
  /** A token of the service's own key with any claims, good for a minute unless they say otherwise. */
  sign(claims: JWTPayload, purpose?: KeyPurpose): Promise<string>
  /** Advances the service's clock. */
  advance(milliseconds: number): void
  now(): Date
  /** Opens all of the service's connections, so that concurrent requests really race. */
  openConnections(): Promise<void>
  stop(): Promise<void>
}

/**
 * The sign-in service on the given database or a new one. Its clock starts at the real time and advances only by
 * `advance`.
 */
export async function startAuth(given?: TestDatabase, connections = 10): Promise<TestAuth> {
  const testDatabase = given ?? (await createTestDatabase())
  let time = Date.now()
  const now = () => new Date(time)
  const logged: Parameters<Log>[] = []
  const log: Log = (...entry) => void logged.push(entry)
  const database = connectDatabase(testDatabase.url, log, { connections })
  const service = connectDatabase(sharedLogin(testDatabase.url, 'gateway'), log, { connections })
  const keys = await openSigningKeys({ database: service, now, log: () => undefined, accessTokenSeconds: 3600 })
  const settings: AuthSettings = {
    issuer: 'http://127.0.0.1/auth/v1',
    siteUrl: 'http://127.0.0.1/',
    allowedRedirects: [],
    accessTokenSeconds: 3600,
    unverifiedSignIns: true,
    refusedPasswords: new Set(),
    bcryptCost: 4,
    maxConcurrentHashes: 2,
    otpSeconds: 3600,
    emailIntervalSeconds: 60,
    sessionSeconds: undefined,
    inactivitySeconds: undefined,
    rateLimits: {},
  }
  const emails: Email[] = []
  const mailer: Mailer = {
    send: async (message) => {
      if (message.kind !== 'notice' && message.kind !== 'payment') emails.push(message)
      return 'sent'
    },
  }
  const withSettings = (changes: Partial<AuthSettings>, ways: Ways = {}) =>
    answeringAfterThePost(createAuth({ database: service, keys, mailer, ways, settings: { ...settings, ...changes }, now, log }))
  return {
    app: withSettings({}),
    database,
    service,
    keys,
    settings,
    ways: {},
    logged,
    emails,
    withSettings,
    sign: async (claims, purpose = 'session') => {
      const { id, privateKey } = await keys.current(purpose)
      return new SignJWT({ exp: Math.floor(time / 1000) + 60, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: id })
        .sign(privateKey)
    },
    advance: (milliseconds) => (time += milliseconds),
    now,
    openConnections: async () => {
      const { promise: allOpen, resolve } = Promise.withResolvers<void>()
      let missing = connections
      const open = () =>
        service.transaction(() => {
          missing -= 1
          if (missing === 0) resolve()
          return allOpen
        })
      await Promise.all(Array.from({ length: missing }, open))
    },
    stop: async () => {
      await service.close()
      await database.close()
      await testDatabase.drop()
    },
  }
}

/** E-mails are sent after the response; here the response waits for them, so that a test finds them. */
function answeringAfterThePost(auth: Hono): Hono {
  return new Hono()
    .use(async (_, next) => {
      await next()
      await nextTurn()
    })
    .route('/', auth)
}

/** The official client, as one browser has it, speaking to the service without a network. */
export function clientOf(app: Hono, flowType: 'implicit' | 'pkce' = 'implicit'): GoTrueClient {
  const stored = new Map<string, string>()
  return new AuthClient({
    url: 'http://auth.test',
    flowType,
    experimental: { recoveryCodes: true },
    autoRefreshToken: false,
    persistSession: true,
    storageKey: `session-${crypto.randomUUID()}`,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    fetch: async (input, init) => app.request(input instanceof URL ? input.href : input, init),
  })
}
