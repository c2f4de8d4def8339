import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { errorCode } from '../../domain/error-facts.ts'
import { ensureLoginRole } from './login-roles.ts'

/** The right to stop the cluster, held by one gateway for as long as its process lives. */
export interface Ownership {
  /** Resolves with whether it was held. */
  release(): Promise<boolean>
}

/** What the server's list of connections calls owners, before the number of their process. */
const ownerName = 'gateway-owner'

// Any number that nothing else in the cluster locks.
const ownerLock = 7_204_110_027
const connectTimeoutMs = 10_000
const retryDelayMs = 100

/**
 * Takes ownership of the cluster of the superuser `url`; undefined if another process has it. The lock is lost with its
 * connection, which a crash of any PostgreSQL process ends: then `revive` starts the server if it is gone, and the lock is
 * taken again.
 */
export async function takeOwnership(url: string, revive = async () => {}): Promise<Ownership | undefined> {
  const own = await prepareLogin(url)
  let client = await lock(own)
  if (!client) return undefined
  const releasing = new AbortController()
  let retaking = Promise.resolve()

  async function retake(): Promise<void> {
    while (!client && !releasing.signal.aborted) {
      const next = await revive()
        .then(() => lock(own))
        .catch(() => undefined)
      if (next) watch(next)
      else await wait(retryDelayMs, undefined, { ref: false })
    }
  }

  function watch(next: Client): void {
    client = next
    next.once('end', () => {
      client = undefined
      retaking = retake()
    })
  }

  watch(client)
  return {
    release: async () => {
      releasing.abort()
      await retaking
      const held = client
      await held?.end()
      return held !== undefined
    },
  }
}

/** The number of the process that owns the cluster; undefined if none does any more. */
export async function ownerOf(superuserUrl: string): Promise<string | undefined> {
  const client = await connected(superuserUrl)
  const { rows } = await client.query<{ process: string }>(
    `select split_part(application_name, ' ', 2) as process from pg_stat_activity
     where pid = (select pid from pg_locks where locktype = 'advisory' and (classid::bigint << 32) + objid::bigint = $1 and granted)`,
    [ownerLock],
  )
  await client.end()
  return rows[0]?.process
}

/** A login without rights, so that no superuser's connection is kept open. Its password is the superuser's, derived. */
async function prepareLogin(superuserUrl: string): Promise<string> {
  const url = new URL(superuserUrl)
  const name = 'site_data_folder'
  const password = createHmac('sha256', url.password).update(name).digest('base64url')
  const client = await connected(superuserUrl)
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
    if (!rowCount) await ensureLoginRole(client, { name, password, roles: [] })
  } catch (error) {
    // Another gateway has created it meanwhile, with the same password (SQLSTATE unique_violation, duplicate_object).
    if (!['23505', '42710'].includes(errorCode(error) ?? '')) throw error
  } finally {
    await client.end()
  }
  return Object.assign(url, { username: name, password }).href
}

async function lock(url: string): Promise<Client | undefined> {
  const client = await connected(url)
  const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [ownerLock])
  if (rows[0]?.owned) return client
  await client.end()
  return undefined
}

/** Waits while the server is starting or recovers from a crash (SQLSTATE cannot_connect_now). */
async function connected(url: string): Promise<Client> {
  for (const begun = performance.now(); ; await wait(retryDelayMs)) {
    const client = new Client({
      connectionString: url,
      application_name: `${ownerName} ${process.pid}`,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    // An error ends the connection, which is handled.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (errorCode(error) !== '57P03' || performance.now() - begun > connectTimeoutMs) throw error
    }
  }
}
