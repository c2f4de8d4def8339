import { afterEach, expect, test, vi } from 'vitest'
import { toClientData, toEnrollmentRow } from '../../domain/enrollment.ts'
import { validValues as values } from '../../tests/helpers/enrollments.ts'
import { requestDelivery, saveEnrollment, type Target } from './enrollments.ts'

const row = toEnrollmentRow(values, 'Standard Repair', 'a1')
const clientData = toClientData(values, 'Standard Repair')
const general = { outcome: 'failed', message: 'Failed to submit your information. Please try again.' }

/** A connection whose network answers as told, and what was asked through it. */
function connectionOver(network: (init: RequestInit | undefined) => Response | Promise<Response>) {
  const requests: Request[] = []
  const connection = {
    url: 'https://example.com/base',
    headers: { Authorization: 'Bearer x.y.z' },
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      requests.push(new Request(input, init))
      return network(init)
    },
  }
  return { connection, requests }
}

const answering = (body: unknown, status = 200) => connectionOver(() => Response.json(body, { status }))

afterEach(() => vi.useRealTimers())

const id = '5f2b1c9e-0000-4000-8000-000000000001'
const fresh: Target = { kind: 'new', id }
const existing: Target = { kind: 'existing', id }
const agreedTo = ['terms', 'sms'].map((document) => ({ document, version: '2031-03-04', sha256: document.padEnd(64, '0') }))

test('a new enrollment is inserted as the signed-in user, under the id that the browser made', async () => {
  const { connection, requests } = answering({ id }, 201)
  expect(await saveEnrollment(connection, row, fresh, agreedTo)).toEqual({ outcome: 'saved', id })
  const [request] = requests
  expect(requests).toHaveLength(1)
  expect(request?.method).toBe('POST')
  expect(request?.url).toBe('https://example.com/base/rest/v1/enrollments?select=id')
  expect(request?.headers.get('authorization')).toBe('Bearer x.y.z')
  expect(await request?.json()).toEqual({ id, ...row })
})

test('a header names what the client agrees to, however the row is written', async () => {
  const answers = [Response.json({ code: '23505', message: 'duplicate key value' }, { status: 409 }), Response.json({ id })]
  const { connection, requests } = connectionOver(() => answers.shift() ?? Response.error())
  await saveEnrollment(connection, row, fresh, agreedTo)
  const named = `terms@2031-03-04=terms${'0'.repeat(59)}, sms@2031-03-04=sms${'0'.repeat(61)}`
  expect(requests.map(({ headers }) => headers.get('consents'))).toEqual([named, named])
})

test('a new enrollment that an earlier attempt has inserted is updated, and counts as saved', async () => {
  const answers = [
    Response.json({ code: '23505', message: 'duplicate key value violates unique constraint' }, { status: 409 }),
    Response.json({ id }),
  ]
  const { connection, requests } = connectionOver(() => answers.shift() ?? Response.error())
  expect(await saveEnrollment(connection, row, fresh, agreedTo)).toEqual({ outcome: 'saved', id })
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
  expect(requests[1]?.url).toBe(`https://example.com/base/rest/v1/enrollments?id=eq.${id}&select=id`)
  expect(await requests[1]?.json()).toEqual(row)
})

test('one that an earlier attempt with the same values has inserted is saved, and not changed', async () => {
  const { connection, requests } = answering({ code: '23505', message: 'duplicate key value' }, 409)
  expect(await saveEnrollment(connection, row, { ...fresh, repeated: true }, agreedTo)).toEqual({ outcome: 'saved', id })
  expect(requests.map(({ method }) => method)).toEqual(['POST'])
})

test('one that no earlier attempt has inserted after all is inserted', async () => {
  const { connection, requests } = answering({ id }, 201)
  expect(await saveEnrollment(connection, row, { ...fresh, repeated: true }, agreedTo)).toEqual({ outcome: 'saved', id })
  expect(await requests[0]?.json()).toEqual({ id, ...row })
})

test("an id that is somebody else's row stays a failure, which is told apart", async () => {
  const answers = [
    Response.json({ code: '23505', message: 'duplicate key value' }, { status: 409 }),
    Response.json({ code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object' }, { status: 406 }),
  ]
  const { connection } = connectionOver(() => answers.shift() ?? Response.error())
  expect(await saveEnrollment(connection, row, fresh, agreedTo)).toEqual({ outcome: 'not-yours' })
})

test('an existing enrollment is updated and never inserted', async () => {
  const { connection, requests } = answering({ id })
  expect(await saveEnrollment(connection, row, existing, agreedTo)).toEqual({ outcome: 'saved', id })
  expect(requests.map(({ method }) => method)).toEqual(['PATCH'])
  expect(requests[0]?.url).toBe(`https://example.com/base/rest/v1/enrollments?id=eq.${id}&select=id`)
  expect(await requests[0]?.json()).toEqual(row)
})

test('an update of no row is a failure that is told apart', async () => {
  const { connection } = answering({ code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object' }, 406)
  expect(await saveEnrollment(connection, row, existing, agreedTo)).toEqual({ outcome: 'not-yours' })
})

test.for(['', 'e1', `${id}0`, "' or 1=1", '../../auth/v1/user'])('an id that is no UUID names no row and is not asked for: %s', async (odd) => {
  const { connection, requests } = answering({ id })
  expect(await saveEnrollment(connection, row, { kind: 'existing', id: odd }, agreedTo)).toEqual({ outcome: 'not-yours' })
  expect(requests).toEqual([])
})

test('a refused save shows the message of the error', async () => {
  const { connection } = answering({ code: '23514', message: 'The phone number is too short' }, 400)
  expect(await saveEnrollment(connection, row, fresh, agreedTo)).toEqual({ outcome: 'failed', message: 'The phone number is too short' })
})

test.for([
  ['a failure without a message', Response.json({ code: 'XX000', message: '' }, { status: 500 })],
  ['an answer without an id', Response.json({}, { status: 201 })],
  ['an answer that is no JSON', new Response('<h1>Welcome</h1>', { status: 201 })],
  ['a page of a machine on the way', new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
] as const)('%s shows the general message', async ([, response]) => {
  expect(await saveEnrollment(connectionOver(() => response).connection, row, fresh, agreedTo)).toEqual(general)
})

test('a save whose session the backend does not take is told apart', async () => {
  const { connection } = answering({ code: 'PGRST303', message: 'JWT expired' }, 401)
  expect(await saveEnrollment(connection, row, fresh, agreedTo)).toEqual({ outcome: 'signed-out' })
})

test('a save without an answer is told apart: it may have been written', async () => {
  const { connection } = connectionOver(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await saveEnrollment(connection, row, fresh, agreedTo)).toEqual({ outcome: 'unanswered' })
  expect(await saveEnrollment(connection, row, existing, agreedTo)).toEqual({ outcome: 'unanswered' })
})

test('a delivery carries the id and the details', async () => {
  const { connection, requests } = answering({ status: 'accepted' })
  expect(await requestDelivery(connection, 'e1', clientData)).toEqual({ outcome: 'accepted' })
  expect(requests[0]?.url).toBe('https://example.com/base/functions/v1/submit-to-disputefox')
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer x.y.z')
  expect(await requests[0]?.json()).toEqual({ enrollmentId: 'e1', clientData })
})

test.for([400, 401, 500, 502, 503, 504])('a delivery that is answered with %i has failed', async (status) => {
  const { connection } = answering({ status: 'queued' }, status)
  expect(await requestDelivery(connection, 'e1', clientData)).toEqual({ outcome: 'failed' })
})

test('a delivery that has not been answered after 20 seconds has failed', async () => {
  vi.useFakeTimers()
  const { connection } = connectionOver(
    (init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const delivery = requestDelivery(connection, 'e1', clientData)
  let answer: unknown = 'none yet'
  void delivery.then((outcome) => (answer = outcome))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(answer).toBe('none yet')
  await vi.advanceTimersByTimeAsync(1)
  expect(answer).toEqual({ outcome: 'failed' })
})
