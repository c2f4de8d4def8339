import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Destination } from './settings.ts'
import { freePort } from '../tests/helpers/ports.ts'
import { type Standing, trialTime, tryAgain, tryMany } from '../tests/helpers/delivery-trial.ts'
import { openDisputeSystem } from '../tests/helpers/dispute-system.ts'
import { type Fault, type FaultServer, openFaultServer } from '../tests/helpers/fault-server.ts'
import * as faults from '../tests/helpers/faults.ts'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'
import { createLocalhostCertificate } from '../tests/helpers/localhost-certificate.ts'
import { openSilentPort, type SilentPort } from '../tests/helpers/silent-port.ts'

// The web form on a server that misbehaves, a hundred clients for each way to fail.

const count = 100
/** Enough where all are answered with the same header. */
const few = 10
let outbox: TestOutbox
let server: FaultServer
let elsewhere: FaultServer
let untrusted: FaultServer
let withoutCertificate: FaultServer
let silent: SilentPort

beforeAll(async () => {
  outbox = await openOutbox()
  server = await openFaultServer()
  elsewhere = await openFaultServer()
  untrusted = await openFaultServer(createLocalhostCertificate())
  withoutCertificate = await openFaultServer({})
  silent = await openSilentPort()
})
afterAll(async () => {
  await Promise.all([server, elsewhere, untrusted, withoutCertificate, silent].map((opened) => opened?.close()))
  await outbox?.close()
})

const formAt = (address: string): Destination => ({
  ...openDisputeSystem().settings,
  url: `${address}/CustumFieldController?method=addWebFormData`,
})
const recovered = () => ({ settings: formAt(`http://${server.host}`), fetch: server.fetch })

/** The result of an attempt: outcome, reason, state, and the seconds until the retry. */
type Expected = [outcome: string, reason: string | null, state: string, againSeconds: number | null]

const delivered: Expected = ['accepted', null, 'delivered', null]
const rejected = (reason: string): Expected => ['rejected', reason, 'rejected', null]
const unclear = (reason: string): Expected => ['ambiguous', reason, 'needs_review', null]
const repeated = (reason: string, againSeconds = 30): Expected => ['retry', reason, 'queued', againSeconds]

function expectStanding(standings: unknown, [outcome, reason, state, againSeconds]: Expected, clients = count): void {
  expect(standings).toEqual([{ outcome, reason, state, againSeconds, count: clients }])
}

/** After recovery, what was not settled arrives exactly once, and nothing else is sent. */
async function expectTheRest(ids: string[], [outcome, , state]: Expected): Promise<void> {
  server.behave(faults.accepting)
  expect(await tryAgain(outbox, recovered())).toEqual({ [outcome === 'retry' ? 'delivered' : state]: ids.length })
  expect(sorted(server)).toEqual(outcome === 'retry' ? ids.toSorted() : [])
}

const sorted = ({ received }: FaultServer) => received.map(({ enrollmentId }) => enrollmentId).toSorted()

test.each<[string, () => Promise<string> | string]>([
  ['a refused connection', async () => `http://127.0.0.1:${await freePort()}`],
  ['a certificate that nobody vouches for', () => `https://${untrusted.host}`],
  ['a server without a certificate', () => `https://${withoutCertificate.host}`],
])('%s: nothing has left this machine, and it is sent again', async (_, address) => {
  untrusted.behave(faults.accepting)
  const { ids, standings } = await tryMany(outbox, count, { settings: formAt(await address()), fetch: server.fetch })
  expectStanding(standings, repeated('no-connection'))
  expect(untrusted.received).toEqual([])
  await expectTheRest(ids, repeated('no-connection'))
})

test.each<[string, Fault]>([
  ['plain HTTP', { connected: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') }],
  ['a closed connection', { connected: (socket) => void socket.end() }],
])('%s in the place of TLS: nothing has left this machine, and it is sent again', async (_, fault) => {
  server.behave(fault)
  const { ids, standings } = await tryMany(outbox, count, {
    settings: formAt(`https://${server.host}`),
    fetch: server.fetch,
  })
  expectStanding(standings, repeated('no-connection'))
  expect(server.received).toEqual([])
  await expectTheRest(ids, repeated('no-connection'))
})

// One client each: neither the resolver's timeout nor the connect timeout of ten seconds can be shortened.
test.each([
  ['a name that does not exist', () => 'http://nobody.invalid'],
  ['an unanswered connection', () => `http://${silent.host}`],
  ['an unanswered handshake', () => `https://${server.host}`],
])('%s: nothing has left this machine, and it is sent again', async (_, address) => {
  server.behave({ connected: () => undefined })
  const { ids, standings } = await tryMany(outbox, 1, { settings: formAt(address()), fetch: server.fetch })
  expect(standings).toEqual([
    { outcome: 'retry', reason: 'no-connection', state: 'queued', againSeconds: 30, count: 1 },
  ])
  expect(server.received).toEqual([])
  server.behave(faults.accepting)
  expect(await tryAgain(outbox, recovered())).toEqual({ delivered: 1 })
  expect(sorted(server)).toEqual(ids)
})

const page = '<!doctype html><title>Maintenance</title>'
const others = (exchange: { body: string }) => `${faults.echoOf(exchange)}/other`
// 407 and 421 have rows of their own.
const refusals = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => ![407, 408, 421, 425, 429].includes(status),
)
const oneOf = (statuses: number[]) => faults.answering(({ index }) => ({ status: statuses[index % statuses.length] ?? 0 }))

test.each<[string, Fault, Expected, number]>([
  ['the echo', faults.accepting, delivered, 1],
  ['a reset after the body', faults.resettingAfterBody, unclear('no-answer'), 1],
  ['a closed connection after the body', faults.closingAfterBody, unclear('no-answer'), 1],
  ['no answer in time', faults.hanging, unclear('no-answer'), 1],
  ['an answer that drips in until the time is up', faults.dripping, unclear('no-answer'), 1],
  ['a truncated answer, the echo in it', faults.truncating, unclear('no-answer'), 1],
  ['an answer of 10 MB', faults.flooding, unclear('unknown-body'), 1],
  ['header lines without end', faults.floodingHeaders, unclear('no-answer'), 1],
  ['something that is not HTTP', faults.notHttp, unclear('no-answer'), 1],
  ['an empty answer', faults.withText(''), unclear('empty-body'), 1],
  ['HTTP 204', faults.answering(() => ({ status: 204 })), unclear('empty-body'), 1],
  ['a page', faults.withText(page), unclear('unknown-body'), 1],
  ['broken JSON', faults.withText('{"ErrorMessage":'), unclear('unknown-body'), 1],
  ['the echo of another address', faults.answering((one) => ({ status: 200, body: others(one) })), unclear('unknown-body'), 1],
  ['an error message', faults.withText('{"ErrorMessage":"No form","WebFormPresent":false}'), rejected('error-message'), 1],
  ['a disabled account', faults.withText('Account is in-activated'), rejected('account-disabled'), 1],
  ['each HTTP 4xx that is final', oneOf(refusals), rejected('http-status'), 1],
  // Node's fetch reports it as an error of a proxy, although there is none.
  ['HTTP 407', oneOf([407]), unclear('no-answer'), 1],
  // Node's fetch retries once by itself (RFC 9110 §15.5.20): both requests were refused.
  ['HTTP 421', oneOf([421]), rejected('http-status'), 2],
  ['HTTP 408, 425 and 429', oneOf([408, 425, 429]), repeated('http-status'), 1],
  ['each HTTP 5xx', oneOf(Array.from({ length: 100 }, (_, index) => 500 + index)), repeated('http-status'), 1],
])('%s', async (_, fault, expected, arrivals) => {
  server.behave(fault)
  const { ids, standings, pausesSeconds } = await tryMany(outbox, count, recovered())
  expectStanding(standings, expected)
  expect(pausesSeconds).toEqual([null])
  expect(sorted(server)).toEqual(ids.flatMap((id) => Array.from({ length: arrivals }, () => id)).toSorted())
  await expectTheRest(ids, expected)
})

test('a reset before the body: what has certainly not left this machine is sent again, anything else is held', async () => {
  server.behave(faults.resettingAtOnce)
  const { standings } = await tryMany(outbox, count, recovered())
  // The reset is noticed while connecting, or later.
  const queued = countOf(standings, repeated('no-connection'))
  const held = countOf(standings, unclear('no-answer'))
  expect(queued + held).toBe(count)
  server.behave(faults.accepting)
  const { delivered: sent = 0, needs_review: kept = 0 } = await tryAgain(outbox, recovered())
  expect([sent, kept]).toEqual([queued, held])
  expect([server.received.length, new Set(sorted(server)).size]).toEqual([queued, queued])
})

const countOf = (standings: Standing[], [outcome, reason, state]: Expected) =>
  standings.find((one) => one.outcome === outcome && one.reason === reason && one.state === state)?.count ?? 0

test.each([301, 302, 303, 307, 308])('a redirect to another host, HTTP %i: the details do not travel', async (status) => {
  server.behave(faults.answering(() => ({ status, headers: { location: `http://${elsewhere.host}/` } })))
  const clientInfo = vi.fn<() => void>()
  elsewhere.behave({ connected: clientInfo })
  const { ids, standings } = await tryMany(outbox, few, recovered())
  expectStanding(standings, unclear('redirect'), few)
  expect(sorted(server)).toEqual(ids.toSorted())
  expect(clientInfo).not.toHaveBeenCalled()
  await expectTheRest(ids, unclear('redirect'))
})

const sixHours = 21_600
const inTwoMinutes = new Date(trialTime.getTime() + 120_000).toUTCString()

test.each<[string, number, number | null]>([
  ['120', 120, 120],
  ['1', 30, 1],
  [inTwoMinutes, 120, 120],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 30, null],
  ['Fri, 31 Dec 9999 23:59:59 GMT', sixHours, sixHours],
  ['99999999999999999999', sixHours, sixHours],
  ['soon', 30, null],
  ['-5', 30, null],
  ['0', 30, null],
  ['1.5', 30, null],
  ['', 30, null],
])('HTTP 429 with Retry-After "%s": again after %i s, and everybody pauses for %j s', async (header, again, pause) => {
  server.behave(faults.answering(() => ({ status: 429, headers: { 'retry-after': header } })))
  const { ids, standings, pausesSeconds } = await tryMany(outbox, few, recovered())
  expectStanding(standings, repeated('http-status', again), few)
  expect(pausesSeconds).toEqual([pause])
  expect(sorted(server)).toEqual(ids.toSorted())
  await expectTheRest(ids, repeated('http-status'))
})
