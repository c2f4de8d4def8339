import { expect, test } from 'vitest'
import { askForDeletion, correctEnrollment, endOwnSession, readOwnAccount, readOwnData } from './own-account.ts'

const id = '5f2b1c9e-0000-4000-8000-000000000001'

/** A connection whose network answers as told, and what was asked through it. */
function connectionOver(answer: () => Response | Promise<Response>) {
  const requests: Request[] = []
  const connection = {
    url: 'https://example.com/base',
    headers: { Authorization: 'Bearer x.y.z' },
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      requests.push(new Request(input, init))
      return answer()
    },
  }
  return { connection, requests }
}

const answering = (body: unknown, status = 200) => connectionOver(() => Response.json(body, { status }))

const account = { enrollments: [], sessions: [], deletion_asked_at: null }

test('the account is read as the signed-in user', async () => {
  const { connection, requests } = answering(account)
  expect(await readOwnAccount(connection)).toEqual({ outcome: 'done', value: account })
  expect(requests.map(({ method, url }) => [method, url])).toEqual([['POST', 'https://example.com/base/rest/v1/rpc/own_account']])
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer x.y.z')
})

test.each([
  [401, 'signed-out'],
  [403, 'signed-out'],
  [429, 'too-often'],
  [500, 'failed'],
  [404, 'failed'],
])('an answer of status %s is %s', async (status, outcome) => {
  const { connection } = answering({ code: 'x', message: 'no' }, status)
  expect(await readOwnAccount(connection)).toEqual({ outcome })
  expect(await correctEnrollment(connection, id, { notes: null })).toEqual({ outcome })
})

test('without an answer, or with one of another shape, it has failed', async () => {
  const lost = connectionOver(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await endOwnSession(lost.connection, id)).toEqual({ outcome: 'failed' })
  expect(await readOwnAccount(answering({ ...account, sessions: 'none' }).connection)).toEqual({ outcome: 'failed' })
  expect(await readOwnAccount(connectionOver(() => new Response('<html>')).connection)).toEqual({ outcome: 'failed' })
})

test('a copy for which a proof is wanted is none', async () => {
  expect(await readOwnData(answering({ fault: 'proof_needed' }).connection)).toEqual({ outcome: 'done', value: undefined })
  const copy = { exported_at: '2026-07-01T12:00:00Z', enrollments: [] }
  expect(await readOwnData(answering(copy).connection)).toEqual({ outcome: 'done', value: copy })
  expect(await readOwnData(answering({}).connection)).toEqual({ outcome: 'failed' })
})

test('a correction writes its columns only, and has failed where no row was changed', async () => {
  const { connection, requests } = answering([{ id }])
  expect(await correctEnrollment(connection, id, { customer_phone: '(555) 010-0000' })).toEqual({ outcome: 'done', value: null })
  expect(requests.map(({ method, url }) => [method, url])).toEqual([
    ['PATCH', `https://example.com/base/rest/v1/enrollments?id=eq.${id}&select=id`],
  ])
  expect(await requests[0]?.json()).toEqual({ customer_phone: '(555) 010-0000' })
  expect(await correctEnrollment(answering([]).connection, id, { notes: null })).toEqual({ outcome: 'failed' })
})

test('a request for deletion that was refused is told from one that failed', async () => {
  expect(await askForDeletion(answering(null).connection)).toEqual({ outcome: 'done', value: null })
  expect(await askForDeletion(answering(account).connection)).toEqual({ outcome: 'failed' })
})
