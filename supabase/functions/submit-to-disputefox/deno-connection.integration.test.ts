import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { standInVariables } from '../../../partners/disputefox/web-form.ts'
import { freePort } from '../../../tests/helpers/ports.ts'
import { startDenoFunction } from '../../../tests/helpers/deno-function.ts'
import { type Fault, type FaultServer, openFaultServer } from '../../../tests/helpers/fault-server.ts'
import * as faults from '../../../tests/helpers/faults.ts'
import { startGateway, type TestGateway } from '../../../tests/helpers/gateway.ts'
import { createLocalhostCertificate } from '../../../tests/helpers/localhost-certificate.ts'
import { onboard } from '../../../tests/helpers/onboard.ts'
import { openSilentPort, type SilentPort } from '../../../tests/helpers/silent-port.ts'

// Connection failures in the real Deno: retried if nothing was sent, otherwise left to a person.

let gateway: TestGateway
let database: Client
let server: FaultServer
let untrusted: FaultServer
let silent: SilentPort

beforeAll(async () => {
  gateway = await startGateway({ mode: 'off' })
  database = new Client({ connectionString: gateway.databaseUrl })
  await database.connect()
  server = await openFaultServer()
  untrusted = await openFaultServer(createLocalhostCertificate())
  silent = await openSilentPort()
})
afterAll(async () => {
  await Promise.all([server, untrusted, silent].map((opened) => opened?.close()))
  await database?.end()
  await gateway?.stop()
})
beforeEach(async () => {
  await database.query('truncate enrollments cascade')
  await database.query('update delivery_pace set next_at = clock_timestamp(), failures = 0, paused_until = null')
  server.behave(faults.accepting)
  untrusted.behave(faults.accepting)
})

/** Sends one client's details there as Cron does, and returns state and reason of the delivery. */
async function deliverTo(address: string): Promise<unknown> {
  const destination = { ...standInVariables(gateway.partnersUrl), DISPUTEFOX_URL: `${address}/form` }
  const deno = await startDenoFunction(gateway, destination, [new URL(address).host])
  try {
    await onboard(gateway.url)
    await database.query('update deliveries set due_at = clock_timestamp()')
    await fetch(deno.url, { method: 'POST', headers: { apikey: gateway.serviceKey } })
    const { rows } = await database.query('select state, reason, attempts from deliveries')
    return rows
  } finally {
    await deno.stop()
  }
}

// The backoff is random and may be over already.
const again = [{ state: 'queued', reason: 'no-connection', attempts: expect.any(Number) }]
const held = [{ state: 'needs_review', reason: 'no-answer', attempts: 1 }]
const closing: Fault = { connected: (socket) => void socket.end() }
const silence: Fault = { connected: () => undefined }

test.each<[string, () => Promise<string> | string, Fault]>([
  ['a refused connection', async () => `http://127.0.0.1:${await freePort()}`, silence],
  ['an unanswered connection', () => `http://${silent.host}`, silence],
  ['a name that does not exist', () => 'https://nobody.invalid', silence],
  ['a certificate that nobody vouches for', () => `https://${untrusted.host}`, silence],
  ['a closed connection in the place of TLS', () => `https://${server.host}`, closing],
])('in Deno, %s: nothing was sent, and it is sent again', async (_, address, fault) => {
  server.behave(fault)
  expect(await deliverTo(await address())).toEqual(again)
  expect([server.received, untrusted.received]).toEqual([[], []])
})

// In Deno it cannot be told from an unanswered form.
test('in Deno, an unanswered handshake is a case for a person', async () => {
  server.behave(silence)
  expect(await deliverTo(`https://${server.host}`)).toEqual(held)
})

test.each<[string, Fault]>([
  ['a reset', faults.resettingAfterBody],
  ['a closed connection', faults.closingAfterBody],
])('in Deno, %s after the body is a case for a person, and it was sent once', async (_, fault) => {
  server.behave(fault)
  expect(await deliverTo(`http://${server.host}`)).toEqual(held)
  expect(server.received).toHaveLength(1)
})
