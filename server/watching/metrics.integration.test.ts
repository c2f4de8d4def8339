import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { startGateway, type TestGateway } from '../../tests/helpers/gateway.ts'
import { ask } from '../../tests/helpers/lived-in.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'
import { recordBackup, takeBackup } from '../backups/take.ts'
import { createMetricsApp } from './metrics-app.ts'
import { createMetrics } from './metrics.ts'

const metrics = createMetrics()
let gateway: TestGateway
let folder: string

beforeAll(async () => {
  gateway = await startGateway(undefined, { watcher: metrics })
  folder = await mkdtemp(join(tmpdir(), 'metrics-'))
})
afterAll(async () => {
  await gateway?.stop()
  await rm(folder, { recursive: true, force: true })
})

const read = async () => (await createMetricsApp(metrics, gateway.figures).request('/metrics')).text()

/** The value of a sample, written as it stands in the text. */
async function sample(name: string): Promise<number> {
  const line = (await read()).split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const json = { 'content-type': 'application/json', ...headers }
  const response = await fetch(gateway.url + path, { method: 'POST', body: JSON.stringify(body), headers: json })
  const text = await response.text()
  return text ? JSON.parse(text) : undefined
}

const account = { email: 'ruth@example.com', password: 'long enough' }
const service = () => ({ authorization: `Bearer ${gateway.serviceKey}` })

const statusBy = async (host: string) => (await createMetricsApp(metrics, gateway.figures).request(`http://${host}/metrics`)).status

test('they are read by a name of this machine alone', async () => {
  expect(await Promise.all(['localhost:9', '127.0.0.1:9', '[::1]:9'].map(statusBy))).toEqual([200, 200, 200])
  expect(await Promise.all(['rebound.example', 'localhost.example', '127.0.0.1.example'].map(statusBy))).toEqual([421, 421, 421])
})

test('requests are counted by interface, route, method and status, and timed', async () => {
  await post('/auth/v1/signup', account)
  await fetch(`${gateway.url}/rest/v1/enrollments`)
  await fetch(`${gateway.url}/rest/v1/enrollments`)
  const of = 'interface="rest",route="/rest/v1/:table",method="GET",status="401"'
  expect(await sample(`gateway_requests_total{${of}}`)).toBe(2)
  expect(await sample('gateway_request_duration_seconds_count{interface="rest"}')).toBe(2)
  expect(await sample('gateway_request_duration_seconds_bucket{le="+Inf",interface="auth"}')).toBe(1)
})

const signIns = (result: string) => sample(`gateway_sign_ins_total{method="password",result="${result}"}`)

test('attempts to sign in are counted by their result', async () => {
  const signIn = (password: string) => post('/auth/v1/token?grant_type=password', { ...account, password })
  await signIn(account.password)
  await signIn('wrong one')
  await signIn('wrong again')
  await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: 'unknown' })
  expect([await signIns('ok'), await signIns('invalid_credentials')]).toEqual([1, 2])
  expect((await read()).match(/^gateway_sign_ins_total\{/gm)).toHaveLength(2)
})

test('requests that a limit refuses are counted', async () => {
  for (const _ of Array.from({ length: 40 })) await post('/auth/v1/token?grant_type=password', { ...account, password: 'wrong' })
  expect(await sample('gateway_limits_hit_total{interface="auth",route="/auth/v1/token"}')).toBeGreaterThan(0)
})

test('deliveries, the queue, the pool and what the staff has seen are told', async () => {
  expect(await sample('gateway_delivery_attempts_total{state="delivered"}')).toBe(0)
  const [{ id }] = await post('/rest/v1/enrollments?select=id', validRow(await userId()), { ...service(), prefer: 'return=representation' })
  await expect.poll(() => sample('gateway_delivery_attempts_total{state="delivered"}'), { timeout: 20_000 }).toBe(1)
  expect(await sample('gateway_deliveries_waiting')).toBe(0)
  expect(await sample('gateway_deliveries_needing_review')).toBe(0)
  expect(await sample('gateway_personal_details_revealed')).toBe(0)
  await openStaffTerminal(gateway.databaseUrl).run(`show ${id} --reveal --yes`)
  expect(await sample('gateway_personal_details_revealed')).toBe(1)
  expect(await sample('gateway_database_up')).toBe(1)
  expect(await sample('gateway_database_connections{state="idle"}')).toBeGreaterThan(0)
  expect(await sample('gateway_database_connections_waiting')).toBe(0)
})

test('a payment that waits for a person is told', async () => {
  expect(await sample('gateway_payments_needing_review')).toBe(0)
  const event = { id: 'stripe:evt_1', happened_at: '2026-07-01T15:00:00Z', kind: 'paid', payment_reference: 'pi_1', amount_cents: 1, currency: 'usd' }
  await ask(gateway.databaseUrl, `select record_payment_event('${JSON.stringify({ ...event, doubt: 'unknown-plan' })}')`)
  expect(await sample('gateway_payments_needing_review')).toBe(1)
  expect(await sample('gateway_payments_not_onboarded')).toBe(0)
})

test('how old the last backup is, is told once there is one', async () => {
  expect(await read()).not.toMatch(/^gateway_backup_age_seconds/m)
  const file = join(folder, 'backup.tar.gz')
  await recordBackup(gateway.databaseUrl, await takeBackup({ url: gateway.databaseUrl, file }))
  const age = await sample('gateway_backup_age_seconds')
  expect(age).toBeGreaterThan(0)
  expect(await sample('gateway_backup_age_seconds')).toBeGreaterThan(age)
})

async function userId(): Promise<string> {
  const { users } = await (await fetch(`${gateway.url}/auth/v1/admin/users`, { headers: service() })).json()
  return users[0].id
}

async function visit(word: string): Promise<void> {
  const paths = ['rest/v1/*?*=1', 'rest/v1/rpc/*', 'auth/v1/*', '*', 'functions/v1/*', 'auth/v1/factors/*/verify']
  for (const path of paths) {
    await fetch(`${gateway.url}/${path.replaceAll('*', word)}`, { headers: { 'x-request-id': word, 'user-agent': word } })
  }
}

test('whatever visitors send, there are no more series and nothing of it is in them', async () => {
  const series = async () => (await read()).split('\n').filter((line) => line.startsWith('gateway_requests_total'))
  await visit('first')
  const before = await series()
  for (const word of Array.from({ length: 5 }, () => randomUUID())) await visit(word)
  expect(await series()).toHaveLength(before.length)
  expect(await read()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|first|ruth/)
})
