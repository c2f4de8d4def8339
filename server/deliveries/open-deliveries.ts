import type { DeliveryStore } from '../../deliveries/delivery-store.ts'
import type { DeliveryState } from '../../domain/delivery-states.ts'
import { createDetailsOpener, type FindPrivateKey } from '../../deliveries/personal-details.ts'
import type { PurgeAfterDays } from '../../deliveries/retention.ts'
import { purgeWhenDue } from '../../deliveries/retention.ts'
import type { DeliverySettings } from '../../deliveries/settings.ts'
import { sendDigestWhenDue } from '../../deliveries/team-digest.ts'
import { wait } from '../../deliveries/wait.ts'
import { bearerToken } from '../../domain/bearer-token.ts'
import { errorName } from '../../domain/error-facts.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { type Caller, createHandler } from '../../supabase/functions/submit-to-disputefox/handler.ts'
import { userOf } from '../../supabase/functions/submit-to-disputefox/verify-token.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { Claims, Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import { notifiersFor, type TeamSettings } from './notifiers.ts'
import { createSqlStore } from './sql-store.ts'
import { startDeliveryWorker } from './worker.ts'

export interface OutboxSettings extends TeamSettings {
  delivery: DeliverySettings
  purgeAfterDays: PurgeAfterDays
}

export interface OutboxDependencies {
  database: Database
  /** Finds the private keys for personal details. */
  findKey: FindPrivateKey
  mailer: Mailer
  /** The claims of a valid token, else undefined. */
  verify: (token: string) => Promise<Claims | undefined>
  /** The periodic work of the others, which the worker runs with its own. */
  upkeep: () => Promise<void>
  limits: RequestLimits
  /** Hears in which state an attempt has left its delivery; null if another lease or a person had decided before. */
  attempted: (state: DeliveryState | null) => void
  now: () => Date
  log: Log
}

export interface Deliveries {
  /** `address` is the visitor's IP address. */
  handle: (request: Request, address: string | undefined) => Promise<Response>
  /** Starts no more deliveries; resolves once those in flight are finished. */
  close(): Promise<void>
}

/** The delivery function for the browser's fast path, and the worker for everything else. */
export function openDeliveries(outside: OutboxDependencies, settings: OutboxSettings): Deliveries {
  const { database, attempted, now, log } = outside
  const openDetails = createDetailsOpener(keysOrNone(outside))
  const dependencies = { store: watchAttempts(createSqlStore(database), attempted), openDetails, fetch, now, random: Math.random, wait, log }
  const notifiers = [...notifiersFor(settings, outside.mailer, log).values()]
  const inFlight = new Set<Promise<unknown>>()
  const waitUntil = (promise: Promise<unknown>) => {
    inFlight.add(promise)
    void promise.finally(() => inFlight.delete(promise))
  }
  async function runUpkeep(): Promise<void> {
    await purgeWhenDue(settings.purgeAfterDays, dependencies)
    await sendDigestWhenDue(notifiers, dependencies)
    await outside.upkeep()
  }
  const worker = startDeliveryWorker(settings.delivery, dependencies, runUpkeep)
  const identify = (request: Request) => identifyCaller(request, outside.verify)
  const handlerDependencies = { ...dependencies, settings: settings.delivery, identify, runUpkeep, waitUntil }
  return {
    handle: (request, address) =>
      createHandler({
        ...handlerDependencies,
        withinLimits: (caller, respond, refuse) => outside.limits.serve(subjectOf(caller, address), respond, refuse),
      })(request),
    close: async () => {
      await worker.stop()
      await Promise.allSettled(inFlight)
    },
  }
}

const subjectOf = (caller: Caller | undefined, address: string | undefined) =>
  caller === 'service' ? caller : { address, account: caller?.userId }

const watchAttempts = (store: DeliveryStore, attempted: OutboxDependencies['attempted']): DeliveryStore => ({
  ...store,
  async finish(report) {
    const state = await store.finish(report)
    attempted(state)
    return state
  },
})

/** A file that cannot be read at this moment opens nothing, so that the delivery is held with a reason. */
const keysOrNone =
  ({ findKey, log }: OutboxDependencies): FindPrivateKey =>
  (keyId) =>
    findKey(keyId).catch((error: unknown) => {
      log('personal-details-keys-not-read', { reason: errorName(error) })
      return undefined
    })

async function identifyCaller(request: Request, verify: OutboxDependencies['verify']): Promise<Caller | undefined> {
  const token = bearerToken(request.headers.get('authorization'))
  const claims = token ? await verify(token) : undefined
  return claims?.role === 'service_role' ? 'service' : userOf(claims)
}
