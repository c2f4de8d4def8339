import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DisputeSystem, openDisputeSystem } from '../../../tests/helpers/dispute-system.ts'
import { addUser } from '../../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../../tests/helpers/outbox.ts'
import { sampleEnrollment, sampleSubmission } from '../../../tests/helpers/sample-enrollment.ts'
import { createHandler, type HandlerDependencies } from './handler.ts'
import { bearerToken } from './identify-caller.ts'
import { wait } from './wait.ts'

// The function on the real outbox, delivering to the real stand-in.

let outbox: TestOutbox
let system: DisputeSystem
let owner: string
let other: string
let logged: unknown[]
let underWay: Promise<unknown>[]

beforeAll(async () => {
  outbox = await openOutbox()
  owner = (await addUser(outbox.database, 'owner@example.org')).id
  other = (await addUser(outbox.database, 'other@example.org')).id
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  system = openDisputeSystem()
  logged = []
  underWay = []
  await outbox.query('truncate enrollments, deliveries, delivery_attempts')
  await outbox.clearPace()
  await outbox.save({ id: sampleEnrollment.id, user_id: owner })
})

async function identify(request: Request) {
  const token = bearerToken(request)
  if (token === 'service-key') return 'service'
  return token === 'owner-token' ? { userId: owner } : token === 'other-token' ? { userId: other } : undefined
}

function createSetting(changes: Partial<HandlerDependencies> = {}) {
  const handle = createHandler({
    identify,
    store: outbox.store,
    settings: system.settings,
    fetch: system.fetch,
    now: () => new Date(),
    random: Math.random,
    wait,
    keepUp: async () => undefined,
    waitUntil: (promise) => void underWay.push(promise),
    log: (...entry) => void logged.push(entry),
    ...changes,
  })
  return { handle, submit: (init: TokenInit = {}) => handle(post(init)) }
}

type TokenInit = RequestInit & { token?: string }

const url = 'http://gateway.test/functions/v1/submit-to-disputefox'

function post({ token = 'owner-token', ...init }: TokenInit): Request {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return new Request(url, { method: 'POST', body: JSON.stringify(sampleSubmission), headers, ...init })
}

const answerOf = async (response: Response): Promise<[number, unknown]> => [response.status, await response.json()]

test('delivers the stored enrollment, with the name split as it was typed', async () => {
  const { submit } = createSetting()
  expect(await answerOf(await submit())).toEqual([200, { status: 'delivered' }])
  expect(await system.received()).toMatchObject({
    count: 1,
    received: [{ enrollmentId: sampleEnrollment.id, answeredWith: 'accept', fields: { firstName: 'M•••' } }],
  })
})

test('where the first name ends is kept for the worker, whether or not a destination is configured', async () => {
  const { submit } = createSetting({ settings: { mode: 'off' } })
  expect(await answerOf(await submit())).toEqual([503, { status: 'not_configured' }])
  expect(await outbox.query('select state, first_name_length from deliveries')).toEqual([
    { state: 'queued', first_name_length: 'Mary Jo'.length },
  ])
  expect(system.sent).toEqual([])
})

test('delivers what is stored, not what the browser sends', async () => {
  const { submit } = createSetting()
  await outbox.change(sampleEnrollment.id, { customer_name: 'Zora Neale', middle_name: null })
  expect((await submit()).status).toBe(200)
  expect(await system.received()).toMatchObject({ received: [{ fields: { firstName: 'Z•••', lastName: 'N•••' } }] })
})

test.each([
  ['error-message', 502, 'rejected'],
  ['disabled-account', 502, 'rejected'],
  ['http-400', 502, 'rejected'],
  ['http-429', 503, 'queued'],
  ['http-500', 503, 'queued'],
  ['http-503', 503, 'queued'],
  ['empty', 504, 'needs_review'],
  ['unknown-body', 504, 'needs_review'],
  ['html', 504, 'needs_review'],
  ['malformed-json', 504, 'needs_review'],
  ['redirect', 504, 'needs_review'],
  ['slow', 200, 'delivered'],
])('when DisputeFox does %s it answers %i %s, also when asked again, and has sent once', async (behaviour, httpStatus, status) => {
  const { submit } = createSetting({ random: () => 1 })
  await system.behave(behaviour)
  expect(await answerOf(await submit())).toEqual([httpStatus, { status }])
  expect(await answerOf(await submit())).toEqual([httpStatus, { status }])
  expect(system.sent).toEqual([sampleEnrollment.id])
})

test('fifty submissions of one enrollment at once send it once, and all hear the result', async () => {
  const { submit } = createSetting()
  const answers = await Promise.all(Array.from({ length: 50 }, () => submit()))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(system.sent).toEqual([sampleEnrollment.id])
})

test('a visitor waits ten seconds at most, and the delivery goes on', async () => {
  const answer = Promise.withResolvers<void>()
  const sending = Promise.withResolvers<void>()
  const { submit } = createSetting({
    fetch: async (address, init) => {
      sending.resolve()
      await answer.promise
      return system.fetch(address, init)
    },
    wait: (delayMs, signal) => (delayMs === 10_000 ? sending.promise : wait(delayMs, signal)),
  })
  expect(await answerOf(await submit())).toEqual([503, { status: 'queued' }])
  expect(await outbox.deliveryOf(sampleEnrollment.id)).toMatchObject({ state: 'sending' })
  answer.resolve()
  await Promise.all(underWay)
  expect(await outbox.deliveryOf(sampleEnrollment.id)).toMatchObject({ state: 'delivered' })
})

test('a pause of minutes is told at once, and not waited for', async () => {
  const { submit } = createSetting({ wait: (delayMs, signal) => wait(delayMs, signal) })
  await outbox.query(`update delivery_pace set paused_until = clock_timestamp() + interval '1 minute'`)
  expect(await answerOf(await submit())).toEqual([503, { status: 'queued' }])
  expect(await outbox.deliveryOf(sampleEnrollment.id)).toMatchObject({ state: 'queued', attempts: 0 })
})

test("another user's enrollment is not found, and not delivered", async () => {
  const { submit } = createSetting()
  const answer = [404, { status: 'not_found', message: 'There is no such enrollment' }]
  expect(await answerOf(await submit({ token: 'other-token' }))).toEqual(answer)
  const unknown = JSON.stringify({ ...sampleSubmission, enrollmentId: '00000000-0000-4000-8000-000000000000' })
  expect(await answerOf(await submit({ body: unknown }))).toEqual(answer)
  expect(system.sent).toEqual([])
})

test('without a valid token it reads nothing and delivers nothing', async () => {
  const { submit } = createSetting()
  for (const token of ['', 'forged', 'owner-token extra']) {
    const response = await submit({ token, body: 'not even JSON' })
    expect(await answerOf(response)).toEqual([
      401,
      { status: 'unauthorized', message: 'A valid access token is required' },
    ])
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  }
  expect(system.sent).toEqual([])
})

test('a payload with any value missing is refused by its name and not delivered', async () => {
  const { submit } = createSetting()
  const { clientData } = sampleSubmission
  const incomplete: [string, object][] = [
    ['enrollmentId', { clientData }],
    ['clientData', { enrollmentId: sampleSubmission.enrollmentId }],
    ...Object.keys(clientData).map((field): [string, object] => [
      `clientData.${field}`,
      { ...sampleSubmission, clientData: { ...clientData, [field]: undefined } },
    ]),
  ]
  for (const [place, payload] of incomplete) {
    const message = `${place} is missing, unknown or of the wrong type`
    const body = JSON.stringify(payload)
    expect(await answerOf(await submit({ body }))).toEqual([400, { status: 'invalid', message }])
  }
  expect(system.sent).toEqual([])
})

test('a date of birth in the future is refused and not delivered', async () => {
  const { submit } = createSetting()
  const clientData = { ...sampleSubmission.clientData, dateOfBirth: '2999-01-01' }
  const message = 'clientData.dateOfBirth: Date of birth must be in the past'
  const body = JSON.stringify({ ...sampleSubmission, clientData })
  expect(await answerOf(await submit({ body }))).toEqual([400, { status: 'invalid', message }])
  expect(system.sent).toEqual([])
})

test.each(['', '{}', ' {} '])('called by the service with the body %j it sends whatever waits', async (body) => {
  const { submit } = createSetting()
  expect(await answerOf(await submit({ token: 'service-key', body }))).toEqual([
    200,
    { status: 'drained', attempts: 1, nextMs: null },
  ])
  expect(system.sent).toEqual([sampleEnrollment.id])
})

test('the service submits no enrollment in the name of a client', async () => {
  const { submit } = createSetting()
  expect((await submit({ token: 'service-key' })).status).toBe(400)
  expect(system.sent).toEqual([])
})

test('only POST is possible', async () => {
  const { handle } = createSetting()
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
    const response = await handle(new Request(url, { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  }
})

test('a site on another origin may call it', async () => {
  const { handle, submit } = createSetting()
  const preflight = await handle(new Request(url, { method: 'OPTIONS' }))
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  for (const name of ['authorization', 'x-client-info', 'apikey', 'content-type']) {
    expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
  }
  for (const response of [await submit(), await submit({ token: 'forged' }), await submit({ body: '' })]) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }
})

const loadEnrollment = async () => {
  throw new Error('password=secret')
}

test('a failure on our side is told without its details', async () => {
  const { submit } = createSetting({ store: { ...outbox.store, loadEnrollment } })
  expect(await answerOf(await submit())).toEqual([
    500,
    { status: 'failed', message: 'Something went wrong on our side. Please try again.' },
  ])
  expect(logged).toEqual([['submission-failed', { reason: 'Error' }]])
})

test('logs what became of a delivery and nothing that a person typed', async () => {
  const { submit } = createSetting({ random: () => 0 })
  await system.behave('http-500', 1)
  await submit()
  await submit()
  const { id, ...personal } = sampleEnrollment
  expect(logged).toEqual([
    [
      'enrollment-not-delivered',
      { enrollmentId: id, outcome: 'retry', because: 'http-status', attempt: 1, state: 'queued' },
    ],
    ['enrollment-delivered', { enrollmentId: id, outcome: 'accepted', because: undefined, attempt: 2, state: 'delivered' }],
  ])
  for (const value of Object.values(personal)) expect(JSON.stringify(logged)).not.toContain(value)
})
