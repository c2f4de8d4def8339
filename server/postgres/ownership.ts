import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** The right to stop the cluster, held by one gateway for as long as its process lives. */
export interface Ownership {
  isHeld(): boolean
  release(): Promise<void>
}

// Any number that nothing else in the cluster locks.
const ownerLock = 7_204_110_027
const connectTimeoutMs = 10_000
const retryDelayMs = 100

/**
 * Takes ownership of the cluster at `url`; undefined if another process has it. The lock is lost with its connection,
 * which a crash of any PostgreSQL process ends; then it is taken again.
 */
export async function takeOwnership(url: string): Promise<Ownership | undefined> {
  let client = await lock(url)
  if (!client) return undefined
  let state: 'held' | 'lost' | 'released' = 'held'

  async function retake(): Promise<void> {
    while (state === 'lost') {
      await wait(retryDelayMs, undefined, { ref: false })
      const next = await lock(url).catch(() => undefined)
      if (next) watch(next)
    }
  }

  function watch(next: Client): void {
    client = next
    if (state === 'lost') state = 'held'
    next.once('end', () => {
      if (state !== 'held') return
      state = 'lost'
      void retake()
    })
  }

  watch(client)
  return {
    isHeld: () => state === 'held',
    release: async () => {
      state = 'released'
      await client?.end()
    },
  }
}

async function lock(url: string): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: 'gateway-owner',
    connectionTimeoutMillis: connectTimeoutMs,
  })
  // An error ends the connection, which is handled.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [ownerLock])
  if (rows[0]?.owned) return client
  await client.end()
  return undefined
}
