import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './helpers/gateway.ts'

// R-REQUEST-LIMITS on the whole gateway behind one proxy.

// Spread over so long that a slow machine changes nothing.
const fiveADay = { times: 5, seconds: 86_400 }

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway(undefined, { trustedProxies: 1, rateLimits: { 'anonymous-request': { address: fiveADay } } })
})
afterAll(() => gateway?.stop())

const asked: [method: string, path: string][] = [
  ['GET', '/rest/v1/enrollments?select=id'],
  ['POST', '/rest/v1/rpc/delivery_health'],
  ['POST', '/functions/v1/submit-to-disputefox'],
]

const ask = (method: string, path: string, forwardedFor: string, token?: string) =>
  fetch(gateway.url + path, {
    method,
    headers: { 'x-forwarded-for': forwardedFor, ...(token && { authorization: `Bearer ${token}` }) },
  })

test.each(asked)('%s %s: anonymous callers, forged tokens and forged addresses are one network, and hear 429', async (method, path) => {
  const network = `198.51.100.${asked.findIndex(([, each]) => each === path) + 1}`
  for (let turn = 0; turn < fiveADay.times; turn += 1) {
    const response = await ask(method, path, `203.0.113.${turn}, ${network}`, turn % 2 ? 'a.b.c' : undefined)
    expect(response.status).toBe(401)
  }
  const refused = await ask(method, path, network)
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'over_request_rate_limit' }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(method, path, '192.0.2.99')).status).toBe(401)
})
