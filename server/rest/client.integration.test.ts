import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

const asRuth = () => rest.client(rest.ruth.token).from('enrollments')
const asBoaz = () => rest.client(rest.boaz.token).from('enrollments')
const asService = () => rest.client(rest.serviceToken).from('enrollments')

async function enroll(): Promise<string> {
  const { data } = await asRuth().insert(validRow(rest.ruth.id)).select('id').single().throwOnError()
  return String(data.id)
}

test('a client adds an enrollment and gets its id', async () => {
  const { data, error, status } = await asRuth().insert(validRow(rest.ruth.id)).select('id').single()
  expect(error).toBeNull()
  expect(status).toBe(201)
  expect(data).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
})

test('a client changes the own enrollment and gets its id', async () => {
  const id = await enroll()
  const row = validRow(rest.ruth.id, { city: 'Chicago' })
  const { data, error, status } = await asRuth().update(row).eq('id', id).select('id').single()
  expect(error).toBeNull()
  expect(status).toBe(200)
  expect(data).toEqual({ id })
  const { data: stored } = await asService().select('city').eq('id', id).single()
  expect(stored).toEqual({ city: 'Chicago' })
})

test('the service reads one row by id and owner, in the types that PostgreSQL gives', async () => {
  const id = await enroll()
  const columns = 'customer_name,date_of_birth,ssn_last_four,personal_details,plan_price,onboarding_completed,middle_name'
  const { data, status } = await asService().select(columns).eq('id', id).eq('user_id', rest.ruth.id).single()
  expect(status).toBe(200)
  expect(data).toEqual({
    customer_name: 'Ruth Example',
    // What is stored of both is the third.
    date_of_birth: null,
    ssn_last_four: null,
    personal_details: expect.stringMatching(/^\\x[0-9a-f]{800,}$/),
    plan_price: 0,
    onboarding_completed: true,
    middle_name: null,
  })
  const foreign = await asService().select(columns).eq('id', id).eq('user_id', rest.boaz.id).single()
  expect(foreign.error?.code).toBe('PGRST116')
})

test('changing what another user owns is the same answer as changing what does not exist', async () => {
  const id = await enroll()
  const missing = '00000000-0000-4000-8000-000000000000'
  for (const target of [id, missing]) {
    const { data, error, status } = await asBoaz().update(validRow(rest.boaz.id)).eq('id', target).select('id').single()
    expect(status).toBe(406)
    expect(data).toBeNull()
    expect(error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    })
  }
  const { data: stored } = await asService().select('user_id').eq('id', id).single()
  expect(stored).toEqual({ user_id: rest.ruth.id })
})

test('what another user owns cannot be read', async () => {
  const id = await enroll()
  expect(await asBoaz().select('id').eq('id', id)).toMatchObject({ status: 200, data: [] })
  expect(await asRuth().select('id').eq('id', id)).toMatchObject({ status: 200, data: [{ id }] })
})

test.each(['ssn_last_four', 'date_of_birth', 'customer_email', 'payment_reference'])(
  'not even the owner reads back %s',
  async (column) => {
    const id = await enroll()
    const { error, status } = await asRuth().select(column).eq('id', id)
    expect(status).toBe(403)
    expect(error).toMatchObject({ code: '42501', message: 'permission denied for table enrollments' })
  },
)

test('adding an enrollment in the name of another user is refused', async () => {
  const { error, status } = await asRuth().insert(validRow(rest.boaz.id)).select('id').single()
  expect(status).toBe(403)
  expect(error).toMatchObject({
    code: '42501',
    details: null,
    message: 'new row violates row-level security policy for table "enrollments"',
  })
})

test('a visitor without a token may do nothing', async () => {
  const visitor = rest.client().from('enrollments')
  const inserted = await visitor.insert(validRow(rest.ruth.id)).select('id').single()
  for (const answer of [await visitor.select('id'), inserted]) {
    expect(answer.status).toBe(401)
    expect(answer.error).toMatchObject({ code: '42501', message: 'permission denied for table enrollments' })
  }
})

test('without a select nothing comes back', async () => {
  const inserted = await asRuth().insert(validRow(rest.ruth.id))
  expect(inserted).toMatchObject({ status: 201, data: null, error: null })
  const updated = await asRuth().update({ notes: 'Call after five' }).eq('id', await enroll())
  expect(updated).toMatchObject({ status: 204, data: null, error: null })
})

test('several rows are added at once or not at all', async () => {
  const rows = [validRow(rest.ruth.id), { ...validRow(rest.ruth.id), notes: 'second' }]
  const added = await asRuth().insert(rows).select('id')
  expect(added.status).toBe(201)
  expect(added.data).toHaveLength(2)
  const before = await asService().select('id')
  const half = [validRow(rest.ruth.id), { ...validRow(rest.ruth.id), state: 'XX' }]
  const refused = await asRuth().insert(half).select('id')
  expect(refused.error?.code).toBe('23514')
  const single = await asRuth().insert(rows).select('id').single()
  expect(single.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' })
  expect((await asService().select('id')).data).toHaveLength(before.data?.length ?? 0)
})

test('keeps the verified price, whatever the browser sends', async () => {
  const id = await enroll()
  const verified = { payment_verified_at: new Date().toISOString(), plan_price: 350, payment_status: 'verified' }
  await asService().update(verified).eq('id', id).throwOnError()
  const { error } = await asRuth().update(validRow(rest.ruth.id)).eq('id', id).select('id').single()
  expect(error).toBeNull()
  const { data } = await asService().select('plan_price,payment_status').eq('id', id).single()
  expect(data).toEqual({ plan_price: 350, payment_status: 'verified' })
})
