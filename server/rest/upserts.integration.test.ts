import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

// What PostgREST answers to the client library's plain calls that write.

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

const rows = (token = rest.serviceToken) => rest.client(token).from('enrollments')
const row = (change: object = {}) => ({ ...validRow(rest.ruth.id), id: randomUUID(), ...change })
const service = (method: string, query: string, body: unknown, prefer: string) =>
  rest.request(`/enrollments${query}`, { method, token: rest.serviceToken, body: JSON.stringify(body), headers: { prefer } })

test('an upsert changes the row of the same key and adds the others; the status says whether one is new', async () => {
  const [known, other] = [row({ city: 'Old' }), row({ city: 'Other' })]
  expect((await rows().upsert(known).select('city')).status).toBe(201)
  const merged = await rows().upsert({ ...known, city: 'New' }).select('id,city')
  expect([merged.status, merged.data]).toEqual([200, [{ id: known.id, city: 'New' }]])
  const mixed = await rows().upsert([{ ...known, city: 'Newer' }, other], { onConflict: 'id' }).select('city')
  expect([mixed.status, mixed.data]).toEqual([201, [{ city: 'Newer' }, { city: 'Other' }]])
})

test('duplicates are passed over if that is asked for', async () => {
  const known = row({ city: 'First' })
  await rows().insert(known).throwOnError()
  const ignored = await rows().upsert({ ...known, city: 'Second' }, { ignoreDuplicates: true }).select('city')
  expect([ignored.status, ignored.data]).toEqual([201, []])
  expect((await rows().select('city').eq('id', known.id)).data).toEqual([{ city: 'First' }])
  expect((await rows().insert({ ...known, city: 'Third' })).error?.code).toBe('23505')
})

test('an upsert needs the right to change what it meets', async () => {
  const known = row()
  await rows(rest.ruth.token).insert(known).throwOnError()
  for (const token of [rest.ruth.token, rest.boaz.token]) {
    expect((await rows(token).upsert({ ...known, city: 'Mine' })).error?.code).toBe('42501')
  }
})

test('an upsert by what is no key, or twice of the same row, is refused', async () => {
  const known = row()
  const by = (key: string) => refusalOf(service('POST', `?on_conflict=${key}`, known, 'resolution=merge-duplicates'))
  expect(await by('city')).toMatch(/^400 42P10 there is no unique or exclusion constraint/)
  expect(await by('admin')).toBe('400 42703 column enrollments.admin does not exist')
  const twice = refusalOf(service('POST', '', [known, known], 'resolution=merge-duplicates'))
  expect(await twice).toMatch(/^400 21000 ON CONFLICT DO UPDATE command cannot affect row a second time/)
})

test('a column that is left out is empty, or gets its default if that is asked for', async () => {
  const { onboarding_completed: _, ...without } = row()
  const insert = (defaultToNull: boolean) =>
    rows().insert([row({ id: randomUUID() }), without], { defaultToNull }).select('onboarding_completed')
  expect((await insert(true)).error?.code).toBe('23502')
  expect((await insert(false)).data).toEqual([{ onboarding_completed: true }, { onboarding_completed: false }])
})

test('what was written is counted', async () => {
  const sent = [row({ zip_code: '77777' }), row({ zip_code: '77777' })]
  expect((await rows().insert(sent, { count: 'exact' })).count).toBe(2)
  expect((await rows().upsert(sent, { count: 'exact' })).count).toBe(2)
  expect((await rows().update({ city: 'Counted' }, { count: 'exact' }).eq('zip_code', '77777')).count).toBe(2)
  expect((await rows().update({ city: 'Counted' }, { count: 'planned' }).eq('zip_code', '00000')).count).toBe(0)
  const deleted = await rows().delete({ count: 'exact' }).eq('zip_code', '77777')
  expect([deleted.count, deleted.status, deleted.error]).toEqual([2, 204, null])
})

test('who may delete rows gets back which they were, and nobody else may', async () => {
  const known = row()
  await rows().insert(known).throwOnError()
  for (const [token, code] of [[rest.ruth.token, '42501'], [undefined, '42501']] as const) {
    expect((await rest.client(token).from('enrollments').delete().eq('id', known.id)).error?.code).toBe(code)
  }
  const deleted = await rows().delete().eq('id', known.id).select('id')
  expect([deleted.status, deleted.data]).toEqual([200, [{ id: known.id }]])
})

const limited = (prefer: string) => service('PATCH', '?zip_code=eq.66666', { city: 'Limited' }, prefer)

test('more rows than are allowed are left as they are', async () => {
  const sent = [row({ zip_code: '66666' }), row({ zip_code: '66666' })]
  await rows().insert(sent).throwOnError()
  for (const prefer of ['max-affected=1', 'handling=strict, max-affected=0']) {
    const refused = await limited(prefer)
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PGRST124', details: 'The query affects 2 rows' }])
  }
  expect((await rows().select('id', { count: 'exact' }).eq('city', 'Limited')).count).toBe(0)
  const change = await limited('max-affected=2')
  expect([change.status, change.headers.get('preference-applied')]).toEqual([204, 'max-affected=2'])
})

test('the address of an added row comes back instead of the row', async () => {
  const known = row()
  const one = await service('POST', '', known, 'return=headers-only, resolution=merge-duplicates, missing=default')
  expect([one.status, one.headers.get('location'), await one.text()]).toEqual([201, `/enrollments?id=eq.${known.id}`, ''])
  expect(one.headers.get('preference-applied')).toBe('resolution=merge-duplicates, missing=default, return=headers-only')
  const two = await service('POST', '', [row(), row()], 'return=headers-only')
  expect([two.status, two.headers.get('location')]).toEqual([201, null])
})

test('who asks for a rollback is not left with rows', async () => {
  const { error } = await rows().insert(row({ city: 'Trial' })).rollback()
  expect(error?.code).toBe('PGRST127')
  expect((await rows().select('id', { count: 'exact' }).eq('city', 'Trial')).count).toBe(0)
})
