import { Client } from 'pg'
import { saveMany } from '../../tests/helpers/many-enrollments.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'
import { startOutboxProcess } from '../outbox-process.ts'

const few = 1_000
const many = 1_000_000
const waiting = 100
const rounds = 2_000
const maxRatio = 1.2

/**
 * Picks the next delivery from two outboxes that differ only in how many deliveries they have finished, alternately, so
 * that other load on the machine affects both; compares the medians. Each pick is rolled back, so that all are alike.
 */
export const deliveryPicking: Measurement = async () => {
  const process = await startOutboxProcess()
  try {
    const outboxes = [await openOutbox(process, 'few', few), await openOutbox(process, 'many', many)] as const
    const [fewMs, manyMs] = await medians(outboxes)
    await Promise.all(outboxes.map((client) => client.end()))
    const ratio = manyMs / fewMs
    const shown = `${many.toLocaleString('en')} finished ones, against ${few.toLocaleString('en')}`
    return [
      {
        what: `Picking a delivery beside ${shown}`,
        measured: `${manyMs.toFixed(3)} ms against ${fewMs.toFixed(3)} ms: ${ratio.toFixed(2)} times`,
        goal: `at most ${maxRatio} times`,
        outcome: outcomeOf(ratio <= maxRatio),
      },
    ]
  } finally {
    await process.stop()
  }
}

async function medians(outboxes: readonly [Client, Client]): Promise<[number, number]> {
  const takenMs: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, in case the second one benefits from a warm machine.
    for (const index of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      takenMs[index].push(await pick(outboxes[index]))
    }
  }
  return [median(takenMs[0]), median(takenMs[1])]
}

/** The time to lease, without the commit, which waits for the disk. */
async function pick(client: Client): Promise<number> {
  await client.query('begin')
  const startMs = performance.now()
  const { rows } = await client.query<{ lease: string | null }>(
    `select public.lease_delivery('never', null, 30, 0) -> 'lease' ->> 'id' as lease`,
  )
  const takenMs = performance.now() - startMs
  await client.query(`select public.finish_delivery($1, 'retry', 'no-connection', 0)`, [rows[0]?.lease])
  await client.query(`update public.delivery_pace set failures = 0, next_at = clock_timestamp()`)
  await client.query('commit')
  return takenMs
}

/** An outbox with this many finished deliveries and a few waiting ones. */
async function openOutbox(
  process: { createDatabase(name: string): Promise<string> },
  name: string,
  finished: number,
): Promise<Client> {
  const client = new Client({ connectionString: await process.createDatabase(name) })
  await client.connect()
  await client.query('set synchronous_commit = off')
  // Bypasses the triggers: with them a million rows would take very long.
  await client.query('set session_replication_role = replica')
  await client.query(
    `with finished as (
       insert into enrollments (id, customer_name, customer_email, plan_name)
       select gen_random_uuid(), 'Mary Berg', 'mary@example.org', 'Light Repair' from generate_series(1, $1)
       returning id
     ), delivered as (
       insert into deliveries (enrollment_id, state, attempts, delivered_version)
       select id, 'delivered', 1, 1 from finished
     )
     insert into delivery_attempts (id, enrollment_id, number, version, started_at, finished_at, outcome)
     select gen_random_uuid(), id, 1, 1, now(), now(), 'accepted' from finished`,
    [finished],
  )
  await client.query('set session_replication_role = origin')
  await saveMany(client, waiting)
  await client.query('vacuum analyze')
  return client
}
