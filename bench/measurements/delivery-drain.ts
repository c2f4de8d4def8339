import { createServer } from 'node:http'
import { Client } from 'pg'
import { createSqlStore } from '../../server/deliveries/sql-store.ts'
import { openKeyring } from '../../server/personal-details/keyring.ts'
import { connectDatabase } from '../../server/postgres/database.ts'
import { createDetailsOpener } from '../../deliveries/personal-details.ts'
import { drain } from '../../deliveries/drain.ts'
import { wait } from '../../deliveries/wait.ts'
import { saveMany } from '../../tests/helpers/many-enrollments.ts'
import { listenAnywhere } from '../../tests/helpers/ports.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'
import { startOutboxProcess } from '../outbox-process.ts'

const deliveries = 10_000
const perSecond = 100
const thousand = 1000
// The tolerated deviation from the rate, overall and between the first and the last thousand.
const maxDrift = 0.02

/**
 * Drains a full queue with one worker to a receiver on this machine, which records when each delivery arrives. The rate
 * is far above any that can be configured, so that the cost of a delivery would show.
 */
export const deliveryDrain: Measurement = async () => {
  const arrivalsMs = await drainAll()
  const whole = rateOf(arrivalsMs)
  const first = rateOf(arrivalsMs.slice(0, thousand))
  const last = rateOf(arrivalsMs.slice(-thousand))
  const off = Math.max(Math.abs(whole / perSecond - 1), Math.abs(last / first - 1))
  return [
    {
      what: `${deliveries.toLocaleString('en')} deliveries at ${perSecond} a second`,
      measured: `${whole.toFixed(1)} a second; the first thousand ${first.toFixed(1)}, the last ${last.toFixed(1)}`,
      goal: `all within ${maxDrift * 100} % of each other`,
      outcome: outcomeOf(arrivalsMs.length === deliveries && off <= maxDrift),
    },
  ]
}

const rateOf = (momentsMs: number[]) =>
  ((momentsMs.length - 1) * 1000) / ((momentsMs.at(-1) ?? Number.NaN) - (momentsMs[0] ?? Number.NaN))

async function drainAll(): Promise<number[]> {
  const receiver = await openReceiver()
  const process = await startOutboxProcess()
  try {
    const databaseUrl = await process.createDatabase('queued')
    await fillQueue(databaseUrl)
    const database = connectDatabase(databaseUrl, () => undefined)
    const dependencies = {
      store: createSqlStore(database),
      openDetails: createDetailsOpener(openKeyring(process.keysFile)),
      fetch,
      now: () => new Date(),
      random: Math.random,
      wait,
      log: () => undefined,
    }
    await drain(destination(receiver.url), dependencies, new AbortController().signal)
    await database.close()
  } finally {
    await process.stop()
    receiver.close()
  }
  return receiver.arrivalsMs
}

const destination = (url: string) => ({
  mode: 'webhook' as const,
  url,
  secret: new Uint8Array(24).fill(7),
  include: [],
  repeats: 'always' as const,
  intervalMs: 1000 / perSecond,
})

async function fillQueue(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  for (let saved = 0; saved < deliveries; saved += thousand) await saveMany(client, thousand)
  await client.end()
}

async function openReceiver() {
  const arrivalsMs: number[] = []
  const server = createServer((request, response) => {
    arrivalsMs.push(performance.now())
    request.resume().once('end', () => response.writeHead(204).end())
  })
  return {
    url: `http://127.0.0.1:${await listenAnywhere(server)}/`,
    arrivalsMs,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
