import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { createPartners } from '../../partners/app.ts'
import { accountSettings } from '../../server/auth/settings.ts'
import { createApp } from '../../server/app.ts'
import { type BackendSettings, type OpenBackend, openBackend } from '../../server/backend.ts'
import { listen } from '../../server/http/listen.ts'
import { parseEnvironment } from '../../server/env.ts'
import type { LimitChanges } from '../../server/limits/figures.ts'
import type { Log } from '../../server/runtime/log.ts'
import { logRequests, type Watcher } from '../../server/watching/watcher.ts'
import { mailSettings } from '../../mail/mail-settings.ts'
import type { DeliverySettings } from '../../deliveries/settings.ts'
import { noQuotas } from './no-limits.ts'
import { createTestDatabase } from './postgres.ts'

export interface TestGateway {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string
  partnersUrl: string
  /** Empty on an embedded database. */
  databaseUrl: string
  dataFolder: string
  serviceKey: string
  figures: OpenBackend['figures']
  /** Does nothing by itself any more: no deliveries, e-mails or upkeep. It goes on answering. */
  rest(): void
  stop(): Promise<void>
}

export interface MoreSettings extends Partial<Pick<BackendSettings, 'purgeAfterDays' | 'backups' | 'teamEmail' | 'teamWebhookUrl' | 'payments'>> {
  log?: Log
  /** An installation that is there already, instead of a new one. Stopping the gateway leaves it. */
  at?: Pick<BackendSettings, 'databaseUrl' | 'dataFolder' | 'keysFile'>
  /** How many proxies are in front. */
  trustedProxies?: number
  /** Limits that replace the defaults, as in RATE_LIMITS. */
  rateLimits?: LimitChanges
  /** By default only what fails because of us is logged. */
  watcher?: Watcher
}

/** The whole gateway in this process on free ports, on a database of its own, delivering to the stand-ins by default. */
export async function startGateway(delivery?: DeliverySettings, more: MoreSettings = {}): Promise<TestGateway> {
  const { log = () => undefined, watcher = logRequests(log, 'error'), purgeAfterDays = 'never', backups = noBackups, teamEmail, teamWebhookUrl } = more
  const { trustedProxies = 0, rateLimits = {} } = more
  const { place, remove } = more.at ? { place: more.at, remove: async () => undefined } : await newPlace()
  const partners = await listen(createPartners(), '127.0.0.1', 0, 'PARTNERS_PORT')
  const backend = await openBackend(
    {
      ...place,
      siteFolder: place.dataFolder,
      siteUrl: 'http://127.0.0.1/',
      accounts: accountSettings({ RATE_LIMITS: rateLimits }),
      quotas: noQuotas,
      staffIdleMinutes: 15,
      refusedPasswords: new Set(),
      mail: mailSettings({}),
      delivery: delivery ?? deliveryTo(partners.origin),
      poolThreads: 4,
      purgeAfterDays,
      backups,
      teamEmail,
      teamWebhookUrl,
      payments: more.payments ?? { stripeSecrets: [], mode: 'test', webhookSecrets: [] },
    },
    log,
    watcher,
  )
  const app = createApp({
    basePath: '/',
    origin: 'http://127.0.0.1',
    site: { respond: (context) => context.text('no site in this test', 404) },
    backend: backend.routes,
    watching: { watcher, trustsIds: false },
    log,
  })
  const listener = await listen(app, '127.0.0.1', 0, 'PORT', { trustedProxies })
  return {
    url: listener.origin,
    partnersUrl: partners.origin,
    databaseUrl: place.databaseUrl ?? '',
    dataFolder: place.dataFolder,
    serviceKey: backend.serviceKey,
    figures: () => backend.figures(),
    rest: () => backend.stopDeliveries(),
    stop: async () => {
      await listener.close()
      await backend.close()
      await partners.close()
      await remove()
    },
  }
}

async function newPlace() {
  const database = await createTestDatabase()
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'gateway-'))
  return {
    place: { databaseUrl: database.url, dataFolder, keysFile: inject('keysFile') },
    remove: async () => {
      await database.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** The settings that a demonstration on that port of the stand-ins has. */
function deliveryTo(partnersOrigin: string) {
  const parsed = parseEnvironment({ PARTNERS_PORT: new URL(partnersOrigin).port })
  if ('fault' in parsed) throw new Error(parsed.fault.join('; '))
  return parsed.ok.delivery
}

const noBackups = { everySeconds: undefined, keep: 1, folder: '/dev/null/backups', command: undefined, recipients: [] }
