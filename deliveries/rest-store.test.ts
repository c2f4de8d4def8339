import { expect, test } from 'vitest'
import { createRestStore } from './rest-store.ts'
import { sampleEnrollment } from '../tests/helpers/sample-enrollment.ts'

const id = sampleEnrollment.id
const owner = '6f1c1a52-8d5b-4f62-9f2e-3d1f0a8b7c11'

function storeAnswering(response: Response, serviceKey = 'sb_secret_x') {
  const requests: Request[] = []
  const fetch: typeof globalThis.fetch = async (address, init) => {
    requests.push(new Request(address, init))
    return response
  }
  const store = createRestStore({ supabaseUrl: 'https://project.supabase.co', serviceKey }, fetch)
  return { requests, load: store.loadEnrollment }
}

test('asks for the completed row of that id and that owner', async () => {
  const { requests, load } = storeAnswering(Response.json([sampleEnrollment]))
  expect(await load(id, owner)).toEqual({
    id,
    customer_name: sampleEnrollment.customer_name,
    middle_name: sampleEnrollment.middle_name,
  })
  const url = new URL(requests[0]?.url ?? '')
  expect(url.pathname).toBe('/rest/v1/enrollments')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    id: `eq.${id}`,
    user_id: `eq.${owner}`,
    onboarding_completed: 'eq.true',
  })
})

test('no such row is undefined', async () => {
  expect(await storeAnswering(Response.json([])).load(id, owner)).toBeUndefined()
})

test('a secret key travels alone, the older service key also as a token', async () => {
  const current = storeAnswering(Response.json([]))
  await current.load(id, owner)
  expect(current.requests[0]?.headers.get('apikey')).toBe('sb_secret_x')
  expect(current.requests[0]?.headers.get('authorization')).toBeNull()
  const older = storeAnswering(Response.json([]), 'a.b.c')
  await older.load(id, owner)
  expect(older.requests[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
})

test('a refusal or a row of another shape is a failure, not an absent row', async () => {
  await expect(storeAnswering(Response.json({}, { status: 401 })).load(id, owner)).rejects.toThrow('401')
  await expect(storeAnswering(Response.json([{ id }])).load(id, owner)).rejects.toThrow('customer_name')
})
