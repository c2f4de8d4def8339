import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { openDatabaseProxy } from '../../tests/helpers/database-proxy.ts'
import { createEmptyDatabase } from '../../tests/helpers/postgres.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { explainConnectError } from './connection-fault.ts'
import { migrate } from './migrate.ts'

async function withEmptyDatabase(work: (url: string, client: Client) => Promise<void>): Promise<void> {
  const database = await createEmptyDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await work(database.url, client)
  } finally {
    await client.end()
    await database.drop()
  }
}

test('records every migration under the names that the Supabase command line uses', () =>
  withEmptyDatabase(async (url, client) => {
    const applied = await migrate(url)
    expect(applied).toContain('20260101000000_enrollments')
    const { rows } = await client.query(
      `select version, name, statements[1] like '%enrollments%' as kept from supabase_migrations.schema_migrations where name = 'enrollments'`,
    )
    expect(rows).toEqual([{ version: '20260101000000', name: 'enrollments', kept: true }])
  }))

test('applies nothing twice, and several processes at once apply each migration once', () =>
  withEmptyDatabase(async (url) => {
    const results = await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect(results.filter((applied) => applied.length > 0)).toHaveLength(1)
    expect(await migrate(url)).toEqual([])
  }))

test('changes nothing when one migration fails', () =>
  withEmptyDatabase(async (url, client) => {
    // A table that is in the way makes the last migration fail.
    await client.query('create table public.enrollments (id int)')
    await expect(migrate(url)).rejects.toThrow(/enrollments\.sql failed, so nothing was changed/)
    const { rows } = await client.query(`select to_regnamespace('auth') as auth, to_regnamespace('supabase_migrations') as ledger`)
    expect(rows).toEqual([{ auth: null, ledger: null }])
  }))

test('a connection that is cut meanwhile is a sentence for the operator, and no end of the process', () =>
  withEmptyDatabase(async (url, client) => {
    const proxy = await openDatabaseProxy(url)
    await client.query('begin')
    await client.query('create schema gateway')
    const migrated = migrate(proxy.url).catch((error: unknown) => explainConnectError(error, proxy.url))
    const waiting = `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await vi.waitUntil(async () => (await client.query(waiting)).rowCount === 1, { timeout: 30_000 })
    proxy.cut()
    const fault = await migrated
    expect(fault).toBeInstanceOf(StartupFault)
    expect(fault).toHaveProperty('message', expect.stringContaining('cannot be reached'))
    await proxy.close()
  }))

/** How a start is refused after this statement on a ledger. */
async function refusalAfter(statement: string): Promise<string> {
  let refusal = ''
  await withEmptyDatabase(async (url, client) => {
    await migrate(url)
    await client.query(statement)
    const fault = await migrate(url).catch((error: unknown) => error)
    refusal = fault instanceof StartupFault ? fault.message : 'no sentence for the operator'
  })
  return refusal
}

const [project, baseline] = ['supabase_migrations.schema_migrations', 'gateway.schema_migrations']
const add = (version: string, name: string) => `(version, statements, name) values ('${version}', '{"select 1"}', '${name}')`

test.each([project, baseline])('a newer version has migrated the database: %s', async (ledger) => {
  const sentence = /^The database has the migration 20990101000000_to_come, which this version of the project does not know: a newer version was here\./
  expect(await refusalAfter(`insert into ${ledger} ${add('20990101000000', 'to_come')}`)).toMatch(sentence)
})

test('a file is missing that was applied to the database', async () => {
  const sentence = /^The migration supabase\/migrations\/20260101000009_forgotten\.sql, which was applied to the database, is missing\. Put the released file back/
  expect(await refusalAfter(`insert into ${project} ${add('20260101000009', 'forgotten')}`)).toMatch(sentence)
})

const edited = (file: string) => `The migration ${file} is not the one that was applied to the database: it was edited. Put the released file back`

test.each([
  [project, '20260101000000', 'supabase/migrations/20260101000000_enrollments.sql'],
  [baseline, '00000000000002', 'server/postgres/baseline/00000000000002_auth_users.sql'],
])('a file of %s was edited after it had been applied', async (ledger, version, file) => {
  const statement = `update ${ledger} set statements = array[replace(statements[1], 'create', 'replace')] where version = '${version}'`
  expect(await refusalAfter(statement)).toContain(edited(file))
})

/** As the Supabase command line stores them: one by one, trimmed, without the semicolons at their ends. */
const oneByOne = `update ${project} set statements = (
  select array_agg(btrim(each, E' \\n') order by place) from unnest(string_to_array(statements[1], E';\\n')) with ordinality as found (each, place)
)`

test('what the Supabase command line has applied is the same, statement by statement', () =>
  withEmptyDatabase(async (url, client) => {
    await migrate(url)
    await client.query(oneByOne)
    const { rows } = await client.query(`select max(cardinality(statements)) > 1 as divided from ${project}`)
    expect(rows).toEqual([{ divided: true }])
    expect(await migrate(url)).toEqual([])
  }))

test('and is refused like any other once it was edited', async () => {
  const statement = `${oneByOne}; update ${project} set statements[2] = 'select 2' where version = '20260101000000'`
  expect(await refusalAfter(statement)).toContain(edited('supabase/migrations/20260101000000_enrollments.sql'))
})
