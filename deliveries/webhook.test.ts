import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { sampleEnrollment } from '../tests/helpers/sample-enrollment.ts'
import type { Attempt } from './transport.ts'
import { buildRequest, classify } from './webhook.ts'
import type { WebhookSettings } from './webhook-settings.ts'

const settings: WebhookSettings = {
  mode: 'webhook',
  url: 'https://hooks.example.org/x',
  secret: new Uint8Array(24).fill(7),
  include: [],
  repeats: 'always',
}
const name = { firstName: 'Mary Jo', lastName: 'van der Berg' }
const now = new Date('2026-03-01T12:00:00.900Z')

test('posts flat JSON, without birth date and SSN', async () => {
  const { url, headers, body } = await buildRequest(sampleEnrollment, name, settings, now)
  expect([url, headers['content-type']]).toEqual(['https://hooks.example.org/x', 'application/json'])
  expect(JSON.parse(body)).toEqual({
    enrollmentId: sampleEnrollment.id,
    firstName: 'Mary Jo',
    middleName: 'Ann',
    lastName: 'van der Berg',
    email: 'mary@example.org',
    phone: '(555) 555-0123',
    streetAddress: '7 Orchard Street',
    city: 'Springfield',
    state: 'OH',
    zipCode: '45501',
    preferredContactMethod: 'text',
    planName: 'Standard Repair',
    notes: 'Call after six',
  })
})

test('birth date and SSN go along only where they are switched on', async () => {
  const { body } = await buildRequest(sampleEnrollment, name, { ...settings, include: ['ssnLastFour'] }, now)
  expect(JSON.parse(body)).toMatchObject({ ssnLastFour: '4821' })
  expect(body).not.toContain('1984-05-06')
})

test('carries a signature that the receiver can check', async () => {
  const { headers, body } = await buildRequest(sampleEnrollment, name, settings, now)
  expect(headers['webhook-timestamp']).toBe('1772366400')
  const signed = `${headers['webhook-id']}.1772366400.${body}`
  const expected = createHmac('sha256', Buffer.alloc(24, 7)).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${expected}`)
})

const keyOf = async (changes: object, at = now) =>
  (await buildRequest({ ...sampleEnrollment, ...changes }, name, settings, at)).headers['idempotency-key']

test('the same content keeps its key, an edited one has another', async () => {
  const key = await keyOf({})
  expect(key).toMatch(new RegExp(`^${sampleEnrollment.id}:[0-9a-f]{64}$`))
  expect(await keyOf({}, new Date('2027-01-01'))).toBe(key)
  expect(await keyOf({ city: 'Columbus' })).not.toBe(key)
})

test.each<[string, Attempt, string]>([
  ['HTTP 200', { result: 'answered', httpStatus: 200, body: '' }, 'accepted'],
  ['HTTP 202 with a body too long to read', { result: 'answered', httpStatus: 202, body: undefined }, 'accepted'],
  ['HTTP 204', { result: 'answered', httpStatus: 204, body: '' }, 'accepted'],
  ['a redirect', { result: 'answered', httpStatus: 301, body: '' }, 'ambiguous'],
  ['HTTP 410', { result: 'answered', httpStatus: 410, body: '' }, 'rejected'],
  ['HTTP 429', { result: 'answered', httpStatus: 429, body: '' }, 'retry'],
  ['HTTP 502', { result: 'answered', httpStatus: 502, body: '' }, 'retry'],
  ['no answer', { result: 'no-answer' }, 'ambiguous'],
  ['no connection', { result: 'not-sent' }, 'retry'],
])('%s', (_, attempt, outcome) => {
  expect(classify(attempt)).toMatchObject({ outcome })
})
