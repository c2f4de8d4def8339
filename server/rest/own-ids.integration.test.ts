import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type SignedInUser, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

const enrollments = (user: SignedInUser) => rest.client(user.token).from('enrollments')

const insert = (user: SignedInUser, id: string, city = 'Springfield') =>
  enrollments(user).insert({ id, ...validRow(user.id, { city }) }).select('id').single()

const change = (user: SignedInUser, id: string, city: string) =>
  enrollments(user).update(validRow(user.id, { city })).eq('id', id).select('id').single()

/** Every row of that id, as the service sees it. */
async function stored(id: string) {
  const { data } = await rest.client(rest.serviceToken).from('enrollments').select('user_id,city').eq('id', id)
  return data
}

const taken = {
  status: 409,
  data: null,
  error: {
    code: '23505',
    message: 'duplicate key value violates unique constraint "enrollments_pkey"',
    details: null,
    hint: null,
  },
}

test('a form sent twice is one row: the second insert hears that the id is taken, and becomes an update', async () => {
  const id = randomUUID()
  expect(await insert(rest.ruth, id)).toMatchObject({ status: 201, data: { id } })
  expect(await insert(rest.ruth, id, 'Chicago')).toMatchObject(taken)
  expect(await stored(id)).toEqual([{ user_id: rest.ruth.id, city: 'Springfield' }])
  expect(await change(rest.ruth, id, 'Chicago')).toMatchObject({ status: 200, data: { id } })
  expect(await stored(id)).toEqual([{ user_id: rest.ruth.id, city: 'Chicago' }])
})

test("another client's id is taken as well, which reveals nothing about the row and gives no access to it", async () => {
  const id = randomUUID()
  await insert(rest.ruth, id).throwOnError()
  expect(await insert(rest.boaz, id)).toMatchObject(taken)
  expect(await change(rest.boaz, id, 'Chicago')).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  expect(await stored(id)).toEqual([{ user_id: rest.ruth.id, city: 'Springfield' }])
})

test('of twenty inserts of one id at the same moment one is stored', async () => {
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => insert(rest.ruth, id)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await stored(id)).toHaveLength(1)
})

test('an id is chosen once and never changed', async () => {
  const id = randomUUID()
  await insert(rest.ruth, id).throwOnError()
  const moved = rest.request(`/enrollments?id=eq.${id}`, {
    method: 'PATCH',
    token: rest.ruth.token,
    body: JSON.stringify({ id: randomUUID() }),
  })
  expect(await refusalOf(moved)).toBe('403 42501 permission denied for table enrollments')
  expect(await stored(id)).toHaveLength(1)
})
