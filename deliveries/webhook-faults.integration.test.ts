import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Destination } from './settings.ts'
import { tryAgain, tryMany } from '../tests/helpers/delivery-trial.ts'
import { type Fault, type FaultServer, openFaultServer } from '../tests/helpers/fault-server.ts'
import * as faults from '../tests/helpers/faults.ts'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'

// Where the webhook differs from the web form: any 2xx is accepted, and what may have been lost is sent again, since its
// key shows the receiver that it is the same. A hundred clients for each way to fail.

const count = 100
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

const way = () => ({ settings: webhookAt(`http://${server.host}/hook`), fetch: server.fetch })
const webhookAt = (url: string): Destination => ({
  mode: 'webhook',
  url,
  secret: new Uint8Array(24).fill(7),
  include: [],
  repeats: 'always',
  intervalMs: 0,
})

const keys = () => server.received.map(({ idempotencyKey }) => idempotencyKey ?? 'none').toSorted()
const ids = () => server.received.map(({ enrollmentId }) => enrollmentId).toSorted()

test.each<[string, Fault]>([
  ['an empty answer', faults.withText('')],
  ['HTTP 204', faults.answering(() => ({ status: 204 }))],
  ['a page', faults.withText('<!doctype html><title>Thank you</title>')],
  ['an answer of 10 MB', faults.flooding],
])('%s is a yes', async (_, fault) => {
  server.behave(fault)
  const trial = await tryMany(outbox, count, way())
  expect(trial.standings).toEqual([{ outcome: 'accepted', reason: null, state: 'delivered', againSeconds: null, count }])
  expect(ids()).toEqual(trial.ids.toSorted())
  server.behave(faults.accepting)
  expect(await tryAgain(outbox, way())).toEqual({ delivered: count })
  expect(server.received).toEqual([])
})

test.each<[string, Fault, string]>([
  ['a reset after the body', faults.resettingAfterBody, 'no-answer'],
  ['no answer in time', faults.hanging, 'no-answer'],
  ['an answer that drips in until the time is up', faults.dripping, 'no-answer'],
  ['a truncated answer', faults.truncating, 'no-answer'],
  ['a redirect', faults.answering(() => ({ status: 307, headers: { location: 'http://elsewhere.invalid/' } })), 'redirect'],
])('%s: it is sent again with the same key', async (_, fault, reason) => {
  server.behave(fault)
  const trial = await tryMany(outbox, count, way())
  expect(trial.standings).toEqual([{ outcome: 'ambiguous', reason, state: 'queued', againSeconds: 30, count }])
  expect(ids()).toEqual(trial.ids.toSorted())
  const firstKeys = keys()
  expect(new Set(firstKeys).size).toBe(count)
  server.behave(faults.accepting)
  expect(await tryAgain(outbox, way())).toEqual({ delivered: count })
  expect(keys()).toEqual(firstKeys)
})

test('a refusal is final', async () => {
  server.behave(faults.answering(() => ({ status: 410 })))
  const { standings } = await tryMany(outbox, count, way())
  expect(standings).toEqual([{ outcome: 'rejected', reason: 'http-status', state: 'rejected', againSeconds: null, count }])
  server.behave(faults.accepting)
  expect(await tryAgain(outbox, way())).toEqual({ rejected: count })
  expect(server.received).toEqual([])
})
