import { afterEach, expect, test, vi } from 'vitest'
import { type OnboardingValues, toClientData, toEnrollmentRow } from '../../domain/enrollment.ts'
import { requestDelivery, saveEnrollment } from './enrollments.ts'

const values: OnboardingValues = {
  firstName: 'Hannah',
  middleName: '',
  lastName: 'Reed',
  dateOfBirth: '1988-04-12',
  ssnLastFour: '0042',
  email: 'hannah@example.com',
  phone: '5555550117',
  preferredContactMethod: 'email',
  streetAddress: '100 Example Street',
  city: 'Anytown',
  state: 'GA',
  zipCode: '00000',
  notes: '',
}
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

test('without an id the enrollment is inserted as the signed-in user', async () => {
  const { connection, requests } = answering({ id: 'e1' }, 201)
  expect(await saveEnrollment(connection, row)).toEqual({ outcome: 'saved', id: 'e1' })
  const [request] = requests
  expect(request?.method).toBe('POST')
  expect(request?.url).toBe('https://example.com/base/rest/v1/enrollments?select=id')
  expect(request?.headers.get('authorization')).toBe('Bearer x.y.z')
  expect(await request?.json()).toEqual(row)
})

test('with an id that enrollment is updated', async () => {
  const { connection, requests } = answering({ id: 'e1' })
  expect(await saveEnrollment(connection, row, 'e1')).toEqual({ outcome: 'saved', id: 'e1' })
  expect(requests[0]?.method).toBe('PATCH')
  expect(requests[0]?.url).toBe('https://example.com/base/rest/v1/enrollments?id=eq.e1&select=id')
})

test('an update of no row is a failure in words for people', async () => {
  const { connection } = answering({ code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object' }, 406)
  expect(await saveEnrollment(connection, row, 'e1')).toEqual(general)
})

test('a refused save shows the message of the error', async () => {
  const { connection } = answering({ code: '23514', message: 'The phone number is too short' }, 400)
  expect(await saveEnrollment(connection, row)).toEqual({ outcome: 'failed', message: 'The phone number is too short' })
})

test('a failure without a message, and an answer without an id, show the general message', async () => {
  expect(await saveEnrollment(answering({ message: '' }, 500).connection, row)).toEqual(general)
  expect(await saveEnrollment(answering({}, 201).connection, row)).toEqual(general)
})

test('a save without a network is a failure', async () => {
  const { connection } = connectionOver(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await saveEnrollment(connection, row)).toEqual({ outcome: 'failed', message: 'TypeError: Failed to fetch' })
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
