import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import * as v from 'valibot'
import { formHeaders, validRow } from '../../tests/helpers/enrollments.ts'
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts'
import { load } from '../load.ts'
import { makeFindable } from '../many-forms.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'

const connections = 10
const seconds = 10
const minPerSecond = 2000
const few = 1_000
const many = 1_000_000
const warmUps = 200
const rounds = 1_000
const maxRatio = 1.2

const session = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) })

/**
 * The onboarding form's request from ten concurrent clients, as fast as they can; and from one client to a small and to a
 * full table, on two otherwise equal gateways, alternately, so that other load on the machine affects both.
 */
export const onboardingInserts: Measurement = async (gateway) => {
  try {
    const request = await openTable(gateway, few)
    const [fewMs, manyMs] = await besideFullTable(gateway, request)
    const { perSecond, failed } = await load({ ...request, connections, seconds })
    const ratio = manyMs / fewMs
    return [
      {
        what: `Onboarding inserts over ${connections} connections`,
        measured: `${perSecond.toFixed(0)} a second${failed ? `, ${failed} failed` : ''}`,
        goal: `at least ${minPerSecond} a second`,
        outcome: outcomeOf(perSecond >= minPerSecond && failed === 0),
      },
      {
        what: `An onboarding insert beside ${many.toLocaleString('en')} rows, against ${few.toLocaleString('en')}`,
        measured: `${manyMs.toFixed(2)} ms against ${fewMs.toFixed(2)} ms: ${ratio.toFixed(2)} times`,
        goal: `at most ${maxRatio} times`,
        outcome: outcomeOf(ratio <= maxRatio),
      },
    ]
  } finally {
    await withDatabase(gateway, (client) => client.query('truncate enrollments cascade'))
  }
}

type Request = Awaited<ReturnType<typeof prepareRequest>>

/** The form's own request without the id, which the database then generates. */
async function prepareRequest(origin: string) {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'a good password' }
  const signUp = await fetch(`${origin}/auth/v1/signup`, { method: 'POST', body: JSON.stringify(credentials) })
  const { access_token: token, user } = v.parse(session, await signUp.json())
  const row = validRow(user.id)
  const columns = Object.keys(row).map((column) => `"${column}"`)
  return {
    url: `${origin}/rest/v1/enrollments?columns=${encodeURIComponent(columns.join(','))}&select=id`,
    method: 'POST' as const,
    headers: {
      ...formHeaders,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/vnd.pgrst.object+json',
      prefer: 'return=representation',
    },
    body: JSON.stringify(row),
  }
}

/** The median latencies with the small and the full table. */
async function besideFullTable({ distFolder }: GatewayProcess, request: Request): Promise<[number, number]> {
  const full = await startGatewayProcess(distFolder)
  try {
    return await medians([request, await openTable(full, many)])
  } finally {
    await full.stop()
  }
}

async function medians(requests: readonly [Request, Request]): Promise<[number, number]> {
  const takenMs: [number[], number[]] = [[], []]
  for (let round = -warmUps; round < rounds; round += 1) {
    // The order alternates, in case the second one benefits from a warm machine.
    for (const index of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const insertMs = await insert(requests[index])
      if (round >= 0) takenMs[index].push(insertMs)
    }
  }
  return [median(takenMs[0]), median(takenMs[1])]
}

async function insert({ url, ...init }: Request): Promise<number> {
  const startMs = performance.now()
  const response = await fetch(url, init)
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`an insert was answered with ${response.status}`)
  return performance.now() - startMs
}

/** Fills a gateway's table and returns the request that adds a row. */
async function openTable(gateway: GatewayProcess, rows: number): Promise<Request> {
  await withDatabase(gateway, (client) => fillTo(client, rows))
  return prepareRequest(gateway.origin)
}

async function withDatabase(gateway: GatewayProcess, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: await gateway.databaseUrl() })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Adds rows up to this count, all with an owner and a finished delivery, as after years of use. */
async function fillTo(client: Client, count: number): Promise<void> {
  // Bypasses triggers and foreign keys: with them a million rows would take very long.
  await client.query('set session_replication_role = replica')
  await client.query('set synchronous_commit = off')
  await client.query(
    `with added as (
       insert into enrollments (id, user_id, customer_name, customer_email, plan_name)
       select gen_random_uuid(), gen_random_uuid(), 'Mary Berg', 'mary@example.org', 'Light Repair'
       from generate_series(1, $1 - (select count(*) from enrollments))
       returning id
     ), consented as (
       insert into consents (action, texts, enrollment_id) select 'given', 'terms', id from added
     )
     insert into deliveries (enrollment_id, state, attempts, delivered_version)
     select id, 'delivered', 1, 1 from added`,
    [count],
  )
  await makeFindable(client)
  await client.query('vacuum analyze')
  // Flushes the loaded rows now, not during the measurement.
  await client.query('checkpoint')
}
