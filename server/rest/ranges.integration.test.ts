import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

// What PostgREST answers to the client library's plain calls that read.

let rest: TestRest
const cities = ['Akron', 'Boise', 'Chico', 'Dover', 'Elgin']

beforeAll(async () => {
  rest = await openRest()
  for (const [index, city] of cities.entries()) {
    const notes = index === 4 ? null : `note, (${index})`
    const zip_code = city < 'C' ? '10000' : '20000'
    const row = { ...validRow(rest.ruth.id), city, notes, plan_price: index, zip_code }
    await rest.post(row, { token: rest.serviceToken })
  }
})

afterAll(() => rest.close())

const rows = () => rest.client(rest.serviceToken).from('enrollments')
const service = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  rest.request(`/enrollments${query}`, { token: rest.serviceToken, headers, method })

type Filtered = ReturnType<ReturnType<typeof rows>['select']>

describe('rows are chosen by', () => {
  test.each<[string, (all: Filtered) => Filtered, string[]]>([
    ['neq', (all) => all.neq('city', 'Akron'), ['Boise', 'Chico', 'Dover', 'Elgin']],
    ['gt and lt', (all) => all.gt('plan_price', 0).lt('plan_price', 3), ['Boise', 'Chico']],
    ['gte and lte', (all) => all.gte('plan_price', 1).lte('plan_price', 2), ['Boise', 'Chico']],
    ['in', (all) => all.in('city', ['Akron', 'Elgin', 'Nowhere']), ['Akron', 'Elgin']],
    ['in, with what a list is written with', (all) => all.in('notes', ['note, (0)', 'note, (2)']), ['Akron', 'Chico']],
    ['in, of nothing', (all) => all.in('city', []), []],
    ['is null', (all) => all.is('notes', null), ['Elgin']],
    ['is true', (all) => all.is('onboarding_completed', true).eq('city', 'Dover'), ['Dover']],
    ['not in', (all) => all.notIn('city', ['Akron', 'Boise']), ['Chico', 'Dover', 'Elgin']],
    ['not is', (all) => all.not('notes', 'is', null).neq('city', 'Akron'), ['Boise', 'Chico', 'Dover']],
    ['not eq', (all) => all.not('zip_code', 'eq', '20000'), ['Akron', 'Boise']],
  ])('%s', async (_name, choose, expected) => {
    const { data } = await choose(rows().select('city')).order('city').throwOnError()
    expect(data).toEqual(expected.map((city) => ({ city })))
  })
})

test('a list may hold quotation marks', async () => {
  const listed = await service(`?select=city&notes=in.${encodeURIComponent('("note, (\\0)",a"b,"\\"")')}`)
  expect(await listed.json()).toEqual([{ city: 'Akron' }])
})

test('they come in the order that is asked for', async () => {
  const { data } = await rows().select('city').order('zip_code', { ascending: false }).order('city').throwOnError()
  expect(data.map(({ city }) => city)).toEqual(['Chico', 'Dover', 'Elgin', 'Akron', 'Boise'])
  const first = await rows().select('city').order('notes', { ascending: false, nullsFirst: true }).limit(1).throwOnError()
  expect(first.data).toEqual([{ city: 'Elgin' }])
})

const ordered = () => rows().select('city', { count: 'exact' }).order('city')

test('a range is answered with where it lies, and with how many there are if that is asked for', async () => {
  const { data, count, status } = await ordered().range(1, 2)
  expect([data, count, status]).toEqual([[{ city: 'Boise' }, { city: 'Chico' }], 5, 206])
  const whole = await ordered().neq('city', 'Akron')
  expect([whole.data?.length, whole.count, whole.status]).toEqual([4, 4, 200])
  const uncounted = await service('?select=city&order=city&offset=3&limit=9')
  expect([uncounted.status, uncounted.headers.get('content-range')]).toEqual([200, '3-4/*'])
})

test('a range beyond the last row is refused if they are counted, else empty', async () => {
  const counted = await service('?select=city&offset=6', { prefer: 'count=exact' })
  expect(counted.headers.get('content-range')).toBe('*/5')
  expect(await refusalOf(counted)).toBe('416 PGRST103 Requested range not satisfiable')
  const uncounted = await service('?select=city&offset=6')
  expect([uncounted.status, uncounted.headers.get('content-range'), await uncounted.json()]).toEqual([200, '*/*', []])
  const none = await service('?select=city&limit=0', { prefer: 'count=exact' })
  expect([none.status, none.headers.get('content-range'), await none.json()]).toEqual([206, '*/5', []])
})

test('rows are counted without being sent', async () => {
  const { count, data } = await rows().select('*', { count: 'exact', head: true }).eq('zip_code', '20000')
  expect([count, data]).toEqual([3, null])
})

test('a count is of what the caller may see', async () => {
  const counted = async (token: string) =>
    (await rest.client(token).from('enrollments').select('id', { count: 'exact' }).throwOnError()).count
  expect([await counted(rest.ruth.token), await counted(rest.boaz.token)]).toEqual([5, 0])
  const visitor = await rest.client().from('enrollments').select('id', { count: 'planned' })
  expect(visitor.error?.code).toBe('42501')
})

test('a planned count is what PostgreSQL expects, an estimated one is exact while there are few', async () => {
  await rest.database.query({ text: 'analyze enrollments' })
  expect((await rows().select('id', { count: 'planned' }).in('city', cities)).count).toBe(5)
  expect((await rows().select('id', { count: 'estimated' }).eq('zip_code', '10000')).count).toBe(2)
})

test('beyond a thousand rows, of which no more are sent, an estimate is no smaller than what was seen', async () => {
  const added = await rest.database.query<{ id: string }>({
    text: `insert into enrollments (user_id, city) select $1, 'Many' from generate_series(1, 1100) returning id`,
    values: [rest.boaz.id],
  })
  const many = () => rest.client(rest.boaz.token).from('enrollments').select('id', { count: 'estimated' })
  const { data, count, status } = await many()
  expect([data?.length, status]).toEqual([1000, 206])
  expect(count).toBeGreaterThanOrEqual(1001)
  expect((await many().limit(5000)).data).toHaveLength(1000)
  expect(added).toHaveLength(1100)
})

const applied = async (prefer: string) => (await service('?select=id', { prefer })).headers.get('preference-applied')

test('what a preference changed is named', async () => {
  expect(await applied('count=exact')).toBe('count=exact')
  expect(await applied('handling=strict, count=planned, count=exact')).toBe('count=planned, handling=strict')
  expect(await applied('respond-async, return=minimal, tx=commit')).toBeNull()
})
