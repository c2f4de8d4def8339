import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { superuserUrl } from '../../server/postgres/embedded.ts'
import { type Command, startCommand } from './command.ts'
import { type FaultServer, openFaultServer } from './fault-server.ts'
import { accepting } from './faults.ts'
import { onboard } from './onboard.ts'
import { freePort } from './ports.ts'

/** What is killed, without a warning: the gateway, all of PostgreSQL, one of its processes, or the gateway and PostgreSQL. */
export const victims = ['gateway', 'postgres', 'backend', 'both'] as const
export type Victim = (typeof victims)[number]

export interface CrashTrial {
  /** Loads the gateway, kills, starts the gateway again if it was killed, and resolves with how long it was not ready. */
  round(victim: Victim): Promise<{ notReadyMs: number }>
  /** What clients were promised, and what became of it once all deliveries have ended. */
  outcome(): Promise<Outcome>
  close(): Promise<void>
}

export interface Outcome {
  /** How many answers were a promise: that an enrollment is saved, or that it is delivered. */
  promises: { saved: number; delivered: number }
  /** Enrollments that were promised to be saved and are not there. */
  lost: string[]
  /** Enrollments that were promised to be delivered and do not count as such. */
  undelivered: string[]
  /** Enrollments that the dispute-management system received more than once. */
  sentTwice: string[]
  /** Enrollments that count as delivered and never arrived there. */
  neverSent: string[]
  /** How many wait for a person, since nobody knows whether they have arrived. */
  unclear: number
}

const visitors = 4
const answersPerRound = 6
const pollMs = 20

/** A gateway in a process of its own, on an embedded PostgreSQL with its usual durability, and a dispute-management system. */
export async function openCrashTrial(): Promise<CrashTrial> {
  const folder = await mkdtemp(path.join(tmpdir(), 'crash-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  const site = path.join(folder, 'dist')
  await mkdir(site)
  await Promise.all(['_headers', '404.html'].map((name) => writeFile(path.join(site, name), '')))
  const system = await openFaultServer()
  system.behave(accepting)
  const port = await freePort()
  const dataFolder = path.join(folder, 'data')
  const variables = {
    PORT: String(port),
    PARTNERS_PORT: String(await freePort()),
    DATA_DIR: dataFolder,
    DIST_DIR: site,
    DISPUTEFOX_URL: `http://${system.host}/CustumFieldController?method=addWebFormData`,
    DISPUTEFOX_TAB_INFO_ID: 'form',
    DISPUTEFOX_COMPANY_ID: 'account',
    DELIVERY_PER_MINUTE: '600',
  }
  const url = `http://127.0.0.1:${port}`
  const start = () => startCommand(variables, 'server/main.ts')
  let gateway = start()
  await ready(url, gateway)
  const saved = new Set<string>()
  const delivered = new Set<string>()

  /** One visitor after another fills in the form, until stopped. Whatever was not answered is no promise. */
  async function visit(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      try {
        const { id, submit } = await onboard(url)
        saved.add(id)
        const [status] = await submit()
        if (status === 200) delivered.add(id)
      } catch {
        await wait(pollMs)
      }
    }
  }

  return {
    async round(victim) {
      const stopping = new AbortController()
      const load = Array.from({ length: visitors }, () => visit(stopping.signal))
      const before = saved.size + delivered.size
      while (saved.size + delivered.size < before + answersPerRound) await wait(pollMs)
      const begun = performance.now()
      await kill(victim, gateway, dataFolder)
      if (victim === 'gateway' || victim === 'both') {
        await gateway.ended
        gateway = start()
      }
      await ready(url, gateway)
      const notReadyMs = performance.now() - begun
      stopping.abort()
      await Promise.all(load)
      return { notReadyMs }
    },
    outcome: () => outcomeOf(dataFolder, system, saved, delivered),
    async close() {
      gateway.child.kill('SIGTERM')
      await gateway.ended
      await system.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once the gateway says that it is ready; rejects with its output if it ends. */
async function ready(url: string, command: Command): Promise<void> {
  const over = new AbortController()
  void command.ended.then(() => over.abort())
  while (!over.signal.aborted) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await wait(pollMs)
  }
  throw new Error(`the gateway has ended:\n${command.output()}`)
}

async function kill(victim: Victim, gateway: Command, dataFolder: string): Promise<void> {
  const processes: number[] = []
  if (victim === 'backend') processes.push(await aBackend(dataFolder))
  if (victim === 'postgres' || victim === 'both') processes.push(await postmaster(dataFolder))
  if (victim === 'gateway' || victim === 'both') processes.push(gateway.child.pid ?? 0)
  for (const pid of processes) process.kill(pid, 'SIGKILL')
}

async function postmaster(dataFolder: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8'), 10)
}

/** One of the processes that serve the gateway's connections. */
const aBackend = async (dataFolder: string) =>
  withDatabase(dataFolder, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'gateway' order by random() limit 1",
    )
    return rows[0]?.pid ?? (await postmaster(dataFolder))
  })

async function withDatabase<Result>(dataFolder: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: await superuserUrl(dataFolder) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Lets the leases of killed gateways expire, and waits until nothing is queued or being sent. */
async function outcomeOf(
  dataFolder: string,
  system: FaultServer,
  saved: Set<string>,
  delivered: Set<string>,
): Promise<Outcome> {
  return withDatabase(dataFolder, async (client) => {
    const states = async () => {
      await client.query(`update deliveries set leased_until = now() - interval '1 second' where state = 'sending' and updated_at < now() - interval '10 seconds'`)
      const { rows } = await client.query<{ id: string; state: string }>(
        'select id, deliveries.state from enrollments join deliveries on enrollment_id = id',
      )
      return new Map(rows.map(({ id, state }) => [id, state]))
    }
    let found = await states()
    while ([...found.values()].some((state) => state === 'queued' || state === 'sending')) {
      await wait(100)
      found = await states()
    }
    const counts = Map.groupBy(system.received, ({ enrollmentId }) => enrollmentId)
    return {
      promises: { saved: saved.size, delivered: delivered.size },
      lost: [...saved].filter((id) => !found.has(id)),
      undelivered: [...delivered].filter((id) => found.get(id) !== 'delivered'),
      sentTwice: [...counts].filter(([, received]) => received.length > 1).map(([id]) => id),
      neverSent: [...found].filter(([id, state]) => state === 'delivered' && !counts.has(id)).map(([id]) => id),
      unclear: [...found.values()].filter((state) => state === 'needs_review').length,
    }
  })
}
