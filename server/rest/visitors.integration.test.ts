import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

// Anonymous callers are refused as PostgreSQL would refuse them, without a line in its log.

let rest: TestRest

/** Stands in the names of what is asked for, and nowhere else on this machine. */
const canary = randomUUID().replaceAll('-', '')

beforeAll(async () => {
  rest = await openRest()
  await rest.database.query({ text: `create table public.t_${canary} (id integer)` })
  await rest.database.query({ text: 'create table public.open_to_visitors as select 7 as id' })
  await rest.database.query({ text: 'grant select (id) on public.open_to_visitors to anon' })
  await rest.database.query({
    text: `create function public.f_${canary}(given integer) returns integer language sql as 'select given'`,
  })
  await rest.database.query({ text: `revoke all on function public.f_${canary}(integer) from public` })
})
afterAll(() => rest.close())

const asked: [method: string, path: string, body?: string][] = [
  ['GET', `/t_${canary}?select=id`],
  ['POST', `/t_${canary}`, '{"id":1}'],
  ['PATCH', `/t_${canary}?id=eq.1`, '{"id":2}'],
  ['DELETE', `/t_${canary}?id=eq.1`],
  ['POST', `/rpc/f_${canary}`, '{"given":1}'],
]

async function databaseLog(): Promise<string> {
  const [row] = await rest.database.query<{ folder: string }>({
    text: `select current_setting('data_directory') || '/log' as folder`,
  })
  const folder = row?.folder ?? ''
  const files = await readdir(folder)
  return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('')
}

test('a refused visitor leaves no line in the log of the database', async () => {
  for (const [method, address, body] of asked) {
    const response = await rest.request(address, body === undefined ? { method } : { method, body })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    const object = address.startsWith('/rpc/') ? `function f_${canary}` : `table t_${canary}`
    expect(await refusalOf(response)).toBe(`401 42501 permission denied for ${object}`)
  }
  // The log is written by a process of its own, in order: what came before is in it once this marker is.
  const marker = randomUUID().replaceAll('-', '')
  await rest.database.query({ text: `select ${marker}` }).catch(() => undefined)
  await expect.poll(databaseLog, { timeout: 20_000 }).toContain(marker)
  expect(await databaseLog()).not.toContain(canary)
})

test('what visitors are granted they get', async () => {
  const read = await rest.request('/open_to_visitors?select=id')
  expect([read.status, await read.json()]).toEqual([200, [{ id: 7 }]])
  await rest.database.query({ text: `grant execute on function public.f_${canary}(integer) to anon` })
  const call = await rest.request(`/rpc/f_${canary}`, { method: 'POST', body: '{"given":5}' })
  expect([call.status, await call.text()]).toEqual([200, '5'])
})
