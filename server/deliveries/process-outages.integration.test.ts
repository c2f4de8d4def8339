import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type FaultServer, openFaultServer } from '../../tests/helpers/fault-server.ts'
import * as faults from '../../tests/helpers/faults.ts'
import { onboard } from '../../tests/helpers/onboard.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { type GatewayFixture, openGatewayFixture, stoppedListening } from '../../tests/helpers/running-gateway.ts'

// A separate gateway process that loses its database or the dispute-management system, or is killed.

let outbox: TestOutbox
let system: FaultServer
let fixture: GatewayFixture

beforeEach(async () => {
  outbox = await openOutbox()
  system = await openFaultServer()
  fixture = await openGatewayFixture()
})
afterEach(async () => {
  await fixture?.close()
  await system?.close()
  await outbox?.close()
})

const webform = () => ({
  DATABASE_URL: outbox.url,
  PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'),
  DISPUTEFOX_URL: `http://${system.host}/CustumFieldController?method=addWebFormData`,
  DISPUTEFOX_TAB_INFO_ID: 'form',
  DISPUTEFOX_COMPANY_ID: 'account',
})
const webhook = () => ({
  DATABASE_URL: outbox.url,
  PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'),
  DELIVERY_WEBHOOK_URL: `http://${system.host}/hook`,
  DELIVERY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
})

const arrived = () => system.received.map(({ enrollmentId }) => enrollmentId)

/** Starts a gateway, kills it between sending and recording the outcome, and returns the client that was sent. */
async function killWhileSending(variables: Record<string, string>): Promise<string> {
  system.behave(faults.acceptingAfter(() => Promise.withResolvers().promise))
  const { url, command } = await fixture.start(variables)
  const { id, submit } = await onboard(url)
  const sent = system.nextRequest()
  const answer = submit().catch(() => 'cut off')
  await sent
  command.child.kill('SIGKILL')
  expect([await answer, await command.ended]).toEqual(['cut off', null])
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'sending' })
  expect(arrived()).toEqual([id])
  return id
}

test('killed between sending and writing down, the web form: a person looks, and nothing is sent twice', async () => {
  const id = await killWhileSending(webform())
  system.behave(faults.accepting)
  const { url } = await fixture.start(webform())
  // The first gateway's lease has not expired yet.
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'sending' })
  await outbox.expireLeases()
  const other = await onboard(url)
  expect(await other.submit()).toEqual([200, 'delivered'])
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'lease-expired' })
  expect(await outbox.attemptsOf(id)).toMatchObject([{ outcome: 'lost', reason: 'lease-expired' }])
  expect(arrived()).toEqual([other.id])
})

test('killed between sending and writing down, the webhook: it is sent again with the same key', async () => {
  const id = await killWhileSending(webhook())
  const key = system.received[0]?.idempotencyKey
  system.behave(faults.accepting)
  await outbox.expireLeases()
  const sent = system.nextRequest()
  await fixture.start(webhook())
  expect(await sent).toMatchObject({ enrollmentId: id, idempotencyKey: key })
  await expect.poll(() => outbox.deliveryOf(id), { timeout: 30_000 }).toMatchObject({ state: 'delivered', attempts: 2 })
})

test('the outcome is recorded once a database that was lost after sending is back, and nothing is sent twice', async () => {
  const answer = Promise.withResolvers<void>()
  system.behave(faults.acceptingAfter(() => answer.promise))
  const { url, command } = await fixture.start(webform())
  const { id, submit } = await onboard(url)
  const sent = system.nextRequest()
  const submitted = submit()
  await sent
  await setDatabase('gone')
  answer.resolve()
  await command.printed(/delivery-not-recorded/)
  await setDatabase('back')
  expect(await submitted).toEqual([200, 'delivered'])
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(arrived()).toEqual([id])
})

/** Refuses and cuts all connections, or accepts them again. */
async function setDatabase(to: 'gone' | 'back'): Promise<void> {
  const name = new URL(outbox.url).pathname.slice(1)
  const administrator = new Client({ connectionString: inject('postgresUrl') })
  await administrator.connect()
  await administrator.query(`alter database ${name} with allow_connections ${to === 'back'}`)
  if (to === 'gone') {
    await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  }
  await administrator.end()
}

test('asked to stop while its worker is sending, it writes the result down and then ends', async () => {
  const answer = Promise.withResolvers<void>()
  system.behave(faults.acceptingAfter(() => answer.promise))
  const id = await outbox.save()
  const sent = system.nextRequest()
  const gateway = await fixture.start(webform())
  await sent
  gateway.command.child.kill('SIGTERM')
  await stoppedListening(gateway)
  answer.resolve()
  expect(await gateway.command.ended).toBe(0)
  expect(arrived()).toEqual([id])
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
})

test('asked to stop while a visitor waits, it tells the visitor the result and then ends', async () => {
  const answer = Promise.withResolvers<void>()
  system.behave(faults.acceptingAfter(() => answer.promise))
  const gateway = await fixture.start(webform())
  const { id, submit } = await onboard(gateway.url)
  const sent = system.nextRequest()
  const submitted = submit()
  await sent
  gateway.command.child.kill('SIGTERM')
  await stoppedListening(gateway)
  answer.resolve()
  expect(await submitted).toEqual([200, 'delivered'])
  expect(await gateway.command.ended).toBe(0)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered' })
})
