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
