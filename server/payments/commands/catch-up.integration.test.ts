import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listenAnywhere } from '../../../tests/helpers/ports.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/postgres.ts'
import { openStaffTerminal, type StaffTerminal } from '../../../tests/helpers/staff-terminal.ts'

// Stripe's interface is played by an HTTP server, which the official package asks.

const apiKey = 'rk_live_0123456789abcdef'
let place: TestDatabase
let database: Client
let staff: StaffTerminal
let stripe: Server
let port: number
let asked: { query: URLSearchParams; version: string | undefined; authorization: string | undefined }[]
let respond: (query: URLSearchParams, response: ServerResponse) => void

beforeAll(async () => {
  place = await createTestDatabase()
  database = new Client({ connectionString: place.url })
  await database.connect()
  staff = openStaffTerminal(place.url, { STRIPE_API_KEY: apiKey, STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef' })
  stripe = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    asked.push({ query: searchParams, version: String(request.headers['stripe-version']), authorization: request.headers.authorization })
    if (pathname === '/v1/events') respond(searchParams, response)
    else response.writeHead(404).end()
  })
  port = await listenAnywhere(stripe)
})
afterAll(async () => {
  stripe?.close()
  await database?.end()
  await place?.drop()
})
beforeEach(() => {
  asked = []
})

const catchUp = (words = '') => staff.payments(`catch-up${words}`, undefined, { host: '127.0.0.1', port, protocol: 'http' })

const answer = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))

const list = (data: unknown[], hasMore = false) => ({ object: 'list', url: '/v1/events', has_more: hasMore, data })

const event = (change: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  livemode: true,
  created: Math.floor(Date.now() / 1000),
  type: 'checkout.session.completed',
  data: {
    object: {
      id: `cs_${randomUUID()}`,
      livemode: true,
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: `pi_${randomUUID()}`,
      amount_total: 350_00,
      currency: 'usd',
      customer_details: { email: `${randomUUID()}@example.com` },
      metadata: { plan: 'standard' },
      payment_link: null,
    },
  },
  ...change,
})

const countOf = async (ids: string[]) =>
  (await database.query('select from payment_events where id = any ($1)', [ids.map((id) => `stripe:${id}`)])).rowCount

test('what Stripe could not deliver is recorded, page by page, once', async () => {
  const events = Array.from({ length: 5 }, () => event())
  respond = (query, response) => {
    const after = events.findIndex(({ id }) => id === query.get('starting_after')) + 1
    answer(response, list(events.slice(after, after + 2), after + 2 < events.length))
  }
  expect(await catchUp()).toEqual({ exitCode: 0, output: '5 recorded, 0 were known.', faults: '' })
  expect(await countOf(events.map(({ id }) => id))).toBe(5)
  expect(asked).toHaveLength(3)
  const [first] = asked
  expect(first?.query.get('delivery_success')).toBe('false')
  expect([...(first?.query ?? [])].filter(([name]) => name.startsWith('types')).map(([, type]) => type)).toContain('refund.updated')
  expect(Date.now() / 1000 - Number(first?.query.get('created[gte]'))).toBeGreaterThan(29 * 86_400)
  expect(first?.version).toMatch(/^\d{4}-\d{2}-\d{2}\.\w+$/)
  expect(first?.authorization).toBe(`Bearer ${apiKey}`)
  expect((await catchUp()).output).toBe('0 recorded, 5 were known.')
  events.length = 0
  expect((await catchUp()).output).toBe('Nothing waits: Stripe has no event that is missing here.')
  await catchUp(' --all --days 2')
  expect(asked.at(-1)?.query.has('delivery_success')).toBe(false)
})

test.each<[string, unknown, number?]>([
  ['an error', { error: { message: 'naomi@example.com', type: 'api_error' } }, 401],
  ['no JSON', '<html>naomi@example.com</html>'],
  ['no list', { object: 'list', data: 'all', has_more: true }],
  ['nothing', 'null'],
])('%s is a sentence, and quotes nothing', async (_, body, status) => {
  respond = (_query, response) => answer(response, body, status)
  const { exitCode, output, faults } = await catchUp()
  expect(exitCode).toBe(1)
  expect(faults).toMatch(/^0 recorded, 0 were known\. Then Stripe did not answer as it should \(\w+\): try again\.$/)
  expect(output).toBe('')
})

test('events that are none are named and left out, and the others recorded', async () => {
  const good = event()
  const hostile = [null, 7, [], {}, { id: 'evt_\u001b[31m' }, event({ livemode: false }), event({ data: { object: { id: 'cs_1' } } }), event({ created: 'now' }), event({ id: `evt_${'x'.repeat(300)}` })]
  respond = (_query, response) => answer(response, list([...hostile, good]))
  const { exitCode, output } = await catchUp()
  expect(exitCode).toBe(1)
  expect(output.split('\n').at(-1) ?? output).toContain('1 recorded')
  expect(output.match(/Not recorded/g)).toHaveLength(hostile.length)
  expect(output).not.toContain('\u001b')
  expect(await countOf([good.id])).toBe(1)
})

test('an answer that never ends is asked for a bounded number of times', async () => {
  respond = (_query, response) => answer(response, list([event({ type: 'refund.created', data: { object: {} } })], true))
  const { output } = await catchUp()
  expect(asked).toHaveLength(100)
  expect(output).toContain('There may be more')
  asked = []
  const same = event()
  respond = (_query, response) => answer(response, list([same], true))
  await catchUp()
  expect(asked).toHaveLength(2)
})

test('without a key, or with one of the other mode, nobody is asked', async () => {
  const without = openStaffTerminal(place.url)
  expect((await without.payments('catch-up')).faults).toContain('STRIPE_API_KEY')
  const other = openStaffTerminal(place.url, { STRIPE_API_KEY: 'rk_test_0123456789abcdef', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef' })
  expect((await other.payments('catch-up')).faults).toBe('STRIPE_API_KEY is not of the mode that STRIPE_MODE says, live.')
  expect(asked).toEqual([])
})
