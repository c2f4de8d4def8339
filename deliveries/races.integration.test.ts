import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeliveryDependencies } from './dependencies.ts'
import { drain } from './drain.ts'
import { wait } from './wait.ts'
import { openDisputeSystem } from '../tests/helpers/dispute-system.ts'
import { type FaultServer, openFaultServer } from '../tests/helpers/fault-server.ts'
import * as faults from '../tests/helpers/faults.ts'
import { startGateway } from '../tests/helpers/gateway.ts'
import { saveMany } from '../tests/helpers/many-enrollments.ts'
import { onboard } from '../tests/helpers/onboard.ts'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'

// Concurrent workers, leases that expire too early, and wrong clocks.

let outbox: TestOutbox
let server: FaultServer

beforeAll(async () => {
  outbox = await openOutbox()
  server = await openFaultServer()
})
afterAll(async () => {
  await server?.close()
  await outbox?.close()
})
beforeEach(async () => {
  await outbox.clear()
  server.behave(faults.accepting)
})

function drained(changes: Partial<DeliveryDependencies> = {}, to = server) {
  const settings = { ...openDisputeSystem().settings, url: `http://${to.host}/CustumFieldController` }
  return drain(settings, outbox.dependencies({ fetch: to.fetch, ...changes }), new AbortController().signal)
}

const arrived = () => server.received.map(({ enrollmentId }) => enrollmentId)

test('fifty requests of one browser at once are one delivery, and each hears the result', async () => {
  const gateway = await startGateway()
  try {
    const { submit } = await onboard(gateway.url)
    const answers = await Promise.all(Array.from({ length: 50 }, submit))
    expect(answers).toEqual(Array.from({ length: 50 }, () => [200, 'delivered']))
    const received: unknown = await (await fetch(`${gateway.partnersUrl}/disputefox/received`)).json()
    expect(received).toMatchObject({ count: 1 })
  } finally {
    await gateway.stop()
  }
})

const daysMs = 24 * 60 * 60 * 1000

/** Three days ahead, then three days behind, and so on. */
function jumpingClock(): () => Date {
  let direction = -1
  return () => {
    direction = -direction
    return new Date(Date.now() + direction * 3 * daysMs)
  }
}

test('workers whose clocks jump by days send each client once', async () => {
  const ids = await saveMany(outbox, 60)
  const other = await openFaultServer()
  other.behave(faults.accepting)
  const results = await Promise.all([
    drained({ now: jumpingClock() }),
    drained({ now: jumpingClock(), wait: () => wait(5) }, other),
  ])
  expect(results.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(60)
  expect([...arrived(), ...other.received.map(({ enrollmentId }) => enrollmentId)].toSorted()).toEqual(ids.toSorted())
  await other.close()
})

test("a worker whose clock jumps by days tries again when the database's clock says so", async () => {
  await saveMany(outbox, 4)
  server.behave(faults.answering(() => ({ status: 503 })))
  const { attempts, nextMs } = await drained({ now: jumpingClock() })
  expect(attempts).toBe(4)
  expect(nextMs).toBeGreaterThan(20_000)
  expect(nextMs).toBeLessThanOrEqual(30_000)
  expect(
    await outbox.query(
      `select count(*)::int from deliveries join delivery_attempts using (enrollment_id)
       where due_at = finished_at + interval '30 seconds' and abs(extract(epoch from now() - started_at)) < 3600`,
    ),
  ).toEqual([{ count: 4 }])
})

test('a date in Retry-After is never understood as more than six hours, whatever the clock says', async () => {
  const id = await outbox.save()
  server.behave(faults.answering(() => ({ status: 429, headers: { 'retry-after': new Date().toUTCString() } })))
  await drained({ now: () => new Date(Date.now() - 3 * daysMs) })
  const [row] = await outbox.query(
    `select due_at - updated_at = interval '6 hours' as is_capped from deliveries where enrollment_id = $1`,
    [id],
  )
  expect(row).toEqual({ is_capped: true })
})
