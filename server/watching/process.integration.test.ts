import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../tests/helpers/ports.ts'
import { createTestDatabase } from '../../tests/helpers/postgres.ts'
import { type GatewayFixture, openGatewayFixture } from '../../tests/helpers/running-gateway.ts'

let fixture: GatewayFixture
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  fixture = await openGatewayFixture()
  database = await createTestDatabase()
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})

const lineOf = (id: string) => new RegExp(`^\\{"time":"[^"]+","event":"request","id":"${id}",.*$`, 'm')

test('a gateway logs its requests, answers with their ids, and shows its metrics on a port of this machine', async () => {
  const metricsPort = String(await freePort())
  const own = { DATABASE_URL: database.url, PERSONAL_DETAILS_KEYS_FILE: inject('keysFile') }
  const variables = { ...own, METRICS_PORT: metricsPort, LOG_LEVEL: 'debug', TRUST_PROXY: '1' }
  const { url, command } = await fixture.start(variables)
  const file = await fetch(`${url}/404.html`)
  const answer = await fetch(`${url}/auth/v1/settings?secret=1`, { headers: { 'x-request-id': 'given-by-a-proxy' } })
  expect(answer.headers.get('x-request-id')).toBe('given-by-a-proxy')
  await command.printed(lineOf('given-by-a-proxy'))
  await command.printed(lineOf(file.headers.get('x-request-id') ?? 'none'))
  const line: unknown = JSON.parse(lineOf('given-by-a-proxy').exec(command.output())?.[0] ?? '')
  const request = { method: 'GET', route: '/auth/v1/settings', status: 200, ms: expect.any(Number) }
  expect(line).toEqual({ time: expect.any(String), event: 'request', id: 'given-by-a-proxy', ...request })

  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await metrics.text()
  for (const sample of [
    'gateway_requests_total{interface="auth",route="/auth/v1/settings",method="GET",status="200"} 1',
    'gateway_requests_total{interface="site",route="/*",method="GET",status="200"} 1',
    'gateway_database_up 1',
  ]) {
    expect(text).toContain(sample)
  }
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
})
