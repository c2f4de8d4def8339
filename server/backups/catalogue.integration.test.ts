import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { migrate } from '../postgres/migrate.ts'
import { leftOut, readTables, seeded } from './catalogue.ts'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.url)
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const names = async (condition: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname <> 'information_schema' and nspname !~ '^pg_' and ${condition} order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every table of a database is carried, or left out for a reason', async () => {
  const carried = (await readTables(client)).map(({ name }) => name)
  expect(carried.filter((name) => name in leftOut)).toEqual([])
  const all = await names(`relkind in ('r', 'p')`)
  expect(all.filter((name) => !carried.includes(name) && !(name in leftOut))).toEqual([])
  expect(carried.filter((name) => !all.includes(name))).toEqual([])
})

test('a new table is carried without being named, also below another one; one of an extension is not', async () => {
  await client.query('begin')
  await client.query(`create table public.a_first (id int primary key, user_id uuid references auth.users);
    create table public.b_kept (id int generated always as identity primary key, double int generated always as (1) stored);
    alter table public.a_first add foreign key (id) references public.b_kept;
    alter extension pgcrypto add table public.b_kept`)
  const carried = (await readTables(client)).map(({ name }) => name)
  expect(carried.filter((name) => /[ab]_/.test(name) && name.startsWith('public.'))).toEqual(['public.a_first'])
  await client.query('alter extension pgcrypto drop table public.b_kept')
  const order = (await readTables(client)).map(({ name }) => name)
  expect(order.indexOf('public.b_kept')).toBeLessThan(order.indexOf('public.a_first'))
  expect((await readTables(client)).find(({ name }) => name === 'public.b_kept')?.columns).toEqual(['id'])
  await client.query('rollback')
})

test('rows can be inserted in this order, whatever refers to what', async () => {
  const placed = new Set<string>()
  for (const { name, references } of await readTables(client)) {
    expect(references.filter((each) => !placed.has(each))).toEqual([])
    placed.add(name)
  }
})

test('each table has a primary key, so that its rows have an order', async () => {
  expect((await readTables(client)).filter(({ key }) => key.length === 0)).toEqual([])
})

test('the rows that migrations insert are known, so that a used database is told from a new one', async () => {
  const filled: string[] = []
  for (const { name, sql } of await readTables(client)) if ((await client.query(`select from ${sql} limit 1`)).rowCount) filled.push(name)
  expect(filled.toSorted()).toEqual(seeded)
})
