import * as v from 'valibot'
import { type Caller, createHandler } from '../../supabase/functions/submit-to-disputefox/handler.ts'
import { bearerToken } from '../../supabase/functions/submit-to-disputefox/identify-caller.ts'
import { purgeWhenDue } from '../../deliveries/retention.ts'
import { type Messenger, sendDigestWhenDue } from '../../deliveries/team-digest.ts'
import { teamWebhook } from '../../deliveries/team-webhook.ts'
import { wait } from '../../deliveries/wait.ts'
import { hasSession } from '../auth/stores/sessions.ts'
import type { BackendSettings } from '../backend.ts'
import { deliveryStore } from './sql-store.ts'
import { startDeliveryWorker } from './worker.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Claims, Database } from '../postgres/database.ts'

export interface DeliveryParts {
  database: Database
  mailer: Mailer
  /** The claims of a token that is genuine and in force, else undefined. */
  verify: (token: string) => Promise<Claims | undefined>
  /** What is done for accounts now and then. */
  keepAccounts: () => Promise<void>
  now: () => Date
  log: Log
}

type Settings = Pick<BackendSettings, 'delivery' | 'purgeAfterDays' | 'teamEmail' | 'teamWebhookUrl' | 'mail'>

export interface Deliveries {
  handle: (request: Request) => Promise<Response>
  /** Starts no more deliveries; resolves once those under way are finished. */
  close(): Promise<void>
}

const uuid = v.pipe(v.string(), v.uuid())

/** The function for the browser's fast path, and beside it the worker for everything else. */
export function openDeliveries(parts: DeliveryParts, settings: Settings): Deliveries {
  const { database, now, log } = parts
  const dependencies = { store: deliveryStore(database), fetch, now, random: Math.random, wait, log }
  const messengers = messengersTo(settings, parts)
  const underWay = new Set<Promise<unknown>>()
  const waitUntil = (promise: Promise<unknown>) => {
    underWay.add(promise)
    void promise.finally(() => underWay.delete(promise))
  }
  async function keepUp(): Promise<void> {
    await purgeWhenDue(settings.purgeAfterDays, dependencies)
    await sendDigestWhenDue(messengers, dependencies)
    await parts.keepAccounts()
  }
  const worker = startDeliveryWorker(settings.delivery, dependencies, keepUp)
  const identify = (request: Request) => identifyCaller(request, parts)
  return {
    handle: createHandler({ ...dependencies, settings: settings.delivery, identify, keepUp, waitUntil }),
    close: async () => {
      await worker.stop()
      await Promise.allSettled(underWay)
    },
  }
}

async function identifyCaller(request: Request, { database, verify }: DeliveryParts): Promise<Caller | undefined> {
  const token = bearerToken(request)
  const claims = token ? await verify(token) : undefined
  if (claims?.role === 'service_role') return 'service'
  if (claims?.role !== 'authenticated' || !claims.sub || !v.is(uuid, claims.session_id)) return undefined
  return (await hasSession(database, claims.sub, claims.session_id)) ? { userId: claims.sub } : undefined
}

/** A letter that is kept in a folder reaches nobody. */
function messengersTo({ teamEmail, teamWebhookUrl, mail }: Settings, { mailer, log }: DeliveryParts): Messenger[] {
  const messengers: Messenger[] = []
  if (teamEmail && mail.smtp) messengers.push((digest) => mailer.send({ kind: 'notice', to: teamEmail, ...digest }))
  if (teamWebhookUrl) messengers.push(teamWebhook(teamWebhookUrl, { fetch, log }))
  return messengers
}
