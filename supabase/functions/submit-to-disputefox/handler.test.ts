import { expect, test } from 'vitest'
import { createPartners } from '../../../partners/app.ts'
import { standInVariables } from '../../../partners/disputefox/web-form.ts'
import { sampleEnrollment, sampleSubmission } from '../../../tests/helpers/sample-enrollment.ts'
import { createHandler } from './handler.ts'
import { type DeliverySettings, deliverySettings } from './settings.ts'
import type { StoredEnrollment } from './stored-enrollment.ts'

const owner = '6f1c1a52-8d5b-4f62-9f2e-3d1f0a8b7c11'
const tokens = new Map([
  ['owner-token', owner],
  ['other-token', '8a2f4c6e-0b1d-4e3f-8a5c-7d9e1f2a3b4c'],
])

interface Setting {
  row?: Partial<StoredEnrollment>
  settings?: DeliverySettings
  failing?: 'store'
}

/** The handler with one stored row, delivering to the real stand-in. */
function createSetting({ row = {}, settings, failing }: Setting = {}) {
  const partners = createPartners({ slowMs: 0 })
  const redirectUrl = 'http://127.0.0.1:3000/onboarding-success'
  const standIn = deliverySettings(standInVariables('http://127.0.0.1:3001'), redirectUrl)
  if ('faults' in standIn) throw new Error('the settings of this test are wrong')
  const logged: unknown[] = []
  const handle = createHandler({
    verifyToken: async (token) => {
      const userId = tokens.get(token)
      return userId ? { userId } : undefined
    },
    loadEnrollment: async (id, ownerId) => {
      if (failing) throw new Error('password=secret')
      return id === sampleEnrollment.id && ownerId === owner ? { ...sampleEnrollment, ...row } : undefined
    },
    settings: settings ?? standIn.settings,
    fetch: async (url, init) => partners.request(new Request(url, init)),
    log: (...entry) => logged.push(entry),
    timeoutMs: 1_000,
  })
  return {
    logged,
    submit: (init: RequestInit & { token?: string } = {}) => handle(post(init)),
    handle,
    behave: (behaviour: string) => partners.request('/disputefox/behaviour', json({ behaviour })),
    received: async (): Promise<unknown> => (await partners.request('/disputefox/received')).json(),
  }
}

const url = 'http://gateway.test/functions/v1/submit-to-disputefox'
const json = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

function post({ token = 'owner-token', ...init }: RequestInit & { token?: string }): Request {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return new Request(url, { method: 'POST', body: JSON.stringify(sampleSubmission), headers, ...init })
}

const answerOf = async (response: Response): Promise<[number, unknown]> => [response.status, await response.json()]

test('delivers the stored enrollment', async () => {
  const { submit, received } = createSetting()
  expect(await answerOf(await submit())).toEqual([200, { status: 'delivered' }])
  expect(await received()).toMatchObject({
    count: 1,
    received: [{ enrollmentId: sampleEnrollment.id, answeredWith: 'accept', fields: { firstName: 'M•••' } }],
  })
})

test('delivers what is stored, not what the browser sends', async () => {
  const { submit, received } = createSetting({ row: { customer_name: 'Zora Neale', middle_name: null } })
  expect((await submit()).status).toBe(200)
  expect(await received()).toMatchObject({
    received: [{ fields: { firstName: 'Z•••', lastName: 'N•••' } }],
  })
})

test.each([
  ['error-message', 502, 'rejected'],
  ['disabled-account', 502, 'rejected'],
  ['http-400', 502, 'rejected'],
  ['http-429', 503, 'needs_review'],
  ['http-500', 503, 'needs_review'],
  ['http-503', 503, 'needs_review'],
  ['empty', 504, 'needs_review'],
  ['unknown-body', 504, 'needs_review'],
  ['html', 504, 'needs_review'],
  ['malformed-json', 504, 'needs_review'],
  ['redirect', 504, 'needs_review'],
  ['slow', 200, 'delivered'],
])('when DisputeFox does %s it answers %i %s', async (behaviour, httpStatus, status) => {
  const { submit, behave } = createSetting()
  await behave(behaviour)
  expect(await answerOf(await submit())).toEqual([httpStatus, { status }])
})

test('without a configuration nothing is delivered, and nothing counts as delivered', async () => {
  const { submit, received } = createSetting({ settings: { mode: 'off' } })
  expect(await answerOf(await submit())).toEqual([503, { status: 'not_configured' }])
  expect(await received()).toMatchObject({ count: 0 })
})

test("another user's enrollment is not found, and not delivered", async () => {
  const { submit, received } = createSetting()
  const answer = [404, { status: 'not_found', message: 'There is no such enrollment' }]
  expect(await answerOf(await submit({ token: 'other-token' }))).toEqual(answer)
  const unknown = JSON.stringify({ ...sampleSubmission, enrollmentId: '00000000-0000-4000-8000-000000000000' })
  expect(await answerOf(await submit({ body: unknown }))).toEqual(answer)
  expect(await received()).toMatchObject({ count: 0 })
})

test('without a valid token it reads nothing and delivers nothing', async () => {
  const { submit, received } = createSetting()
  for (const token of ['', 'forged', 'owner-token extra']) {
    const response = await submit({ token, body: 'not even JSON' })
    expect(await answerOf(response)).toEqual([
      401,
      { status: 'unauthorized', message: 'A valid access token is required' },
    ])
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  }
  expect(await received()).toMatchObject({ count: 0 })
})

test('a wrong payload is refused and not delivered', async () => {
  const { submit, received } = createSetting()
  expect(await answerOf(await submit({ body: '{}' }))).toEqual([
    400,
    { status: 'invalid', message: 'enrollmentId is missing, unknown or of the wrong type' },
  ])
  expect(await received()).toMatchObject({ count: 0 })
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

test('a failure on our side is told without its details', async () => {
  const { submit, logged } = createSetting({ failing: 'store' })
  expect(await answerOf(await submit())).toEqual([
    500,
    { status: 'failed', message: 'Something went wrong on our side. Please try again.' },
  ])
  expect(logged).toEqual([['submission-failed', { reason: 'Error' }]])
})

test('logs what became of a delivery and nothing that a person typed', async () => {
  const { submit, behave, logged } = createSetting()
  await submit()
  await behave('http-500')
  await submit()
  const { id, ...personal } = sampleEnrollment
  expect(logged).toEqual([
    ['enrollment-delivered', { enrollmentId: id, outcome: 'accepted', because: undefined }],
    ['enrollment-not-delivered', { enrollmentId: id, outcome: 'retry', because: 'http-status' }],
  ])
  for (const value of Object.values(personal)) expect(JSON.stringify(logged)).not.toContain(value)
})
