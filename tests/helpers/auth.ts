import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import type { Hono } from 'hono'
import type { AuthSettings } from '../../server/auth/auth-service.ts'
import { createAuth } from '../../server/auth/create-auth.ts'
import { loadSigningKeys, type SigningKeys } from '../../server/auth/keys.ts'
import type { Log } from '../../server/log.ts'
import { connectDatabase, type Database } from '../../server/postgres/database.ts'
import { createTestDatabase } from './postgres.ts'

export interface TestAuth {
  app: Hono
  database: Database
  keys: SigningKeys
  /** What the service logged: event and fields. */
  logged: Parameters<Log>[]
  /** The same service under other settings, on the same database. */
  withSettings(settings: Partial<AuthSettings>): Hono
  /** Moves the service's clock on. */
  advance(milliseconds: number): void
  now(): Date
  /** Opens all of the service's connections, so that requests sent at once really race. */
  openConnections(): Promise<void>
  stop(): Promise<void>
}

/** The sign-in service on a database of its own; its clock starts at the real time and stands still. */
export async function startAuth(): Promise<TestAuth> {
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-'))
  const testDatabase = await createTestDatabase()
  let time = Date.now()
  const now = () => new Date(time)
  const logged: Parameters<Log>[] = []
  const log: Log = (...entry) => void logged.push(entry)
  const database = connectDatabase(testDatabase.url, log)
  const keys = await loadSigningKeys(folder, now)
  const settings: AuthSettings = {
    issuer: 'http://127.0.0.1/auth/v1',
    accessTokenSeconds: 3600,
    unverifiedSignIns: true,
    bcryptCost: 4,
  }
  const withSettings = (changes: Partial<AuthSettings>) =>
    createAuth({ database, keys, settings: { ...settings, ...changes }, now, log })
  return {
    app: withSettings({}),
    database,
    keys,
    logged,
    withSettings,
    advance: (milliseconds) => (time += milliseconds),
    now,
    openConnections: async () => {
      const { promise: allOpen, resolve } = Promise.withResolvers<void>()
      let missing = 10
      const open = () =>
        database.transaction(() => {
          missing -= 1
          if (missing === 0) resolve()
          return allOpen
        })
      await Promise.all(Array.from({ length: missing }, open))
    },
    stop: async () => {
      await database.close()
      await testDatabase.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** The official client, as one browser has it, speaking to the service without a network. */
export function clientOf(app: Hono): GoTrueClient {
  const stored = new Map<string, string>()
  return new AuthClient({
    url: 'http://auth.test',
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
