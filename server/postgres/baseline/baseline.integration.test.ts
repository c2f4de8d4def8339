import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareKeys } from '../../personal-details/prepare-keys.ts'
import { connectDatabase } from '../database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded.ts'
import { migrate } from '../migrate.ts'

// Roles belong to a whole cluster, so these tests need one that has none of them yet.
let folder: string
let postgres: EmbeddedPostgres
let admin: Client
/** What a login without CREATEROLE was told while the cluster had none of the roles. */
let firstRefusal: string | undefined

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baseline-'))
  await chmod(folder, 0o711)
  postgres = await startEmbeddedPostgres(folder)
  admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create role ordinary login password 'x'; create role creator login createrole password 'x'`)
  firstRefusal = await migrate(await databaseOf('ordinary')).then(
    () => undefined,
    (error: Error) => error.message,
  )
})

afterAll(async () => {
  await admin.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A new database that belongs to the login; its address, with the login's name and password. */
async function databaseOf(login: string): Promise<string> {
  const name = `${login}_${Math.random().toString(36).slice(2)}`
  await admin.query(`create database ${name} owner ${login}`)
  const url = new URL(postgres.url)
  url.pathname = name
  if (login !== 'postgres') Object.assign(url, { username: login, password: 'x' })
  return url.href
}

test('a login that may not create roles learns what to ask for', () => {
  expect(firstRefusal).toContain(
    'The role anon is missing and the login ordinary may not create roles. ' +
      'Let a superuser run: alter role ordinary createrole;',
  )
})

test('several databases of one cluster may be set up at the same time', async () => {
  const urls = await Promise.all([databaseOf('creator'), databaseOf('creator')])
  const applied = await Promise.all(urls.map((url) => migrate(url)))
  expect(applied[0]).toEqual(applied[1])
  expect(applied[0]).toContain('20260101000000_enrollments')
})

test('a login with no more than CREATEROLE serves every role, the service without BYPASSRLS', async () => {
  const url = await databaseOf('creator')
  await migrate(url)
  const { rows } = await admin.query(`select rolname, rolcanlogin, rolbypassrls from pg_roles
    where rolname in ('anon', 'authenticated', 'service_role') order by 1`)
  expect(rows).toEqual(
    ['anon', 'authenticated', 'service_role'].map((rolname) => ({ rolname, rolcanlogin: false, rolbypassrls: false })),
  )
  const database = connectDatabase(url, () => undefined)
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const answer = database.transactionAs({ role }, (client) => client.query('select current_user as role'))
    expect((await answer).rows).toEqual([{ role }])
  }
  const [read, written] = await database.transactionAs({ role: 'service_role' }, async (client) => [
    await client.query('select from enrollments'),
    await client.query(`insert into enrollments (customer_email) values ('ruth@example.com') returning id`),
  ])
  expect([read?.rowCount, written?.rowCount]).toEqual([0, 1])
  await database.close()
})

test.each(['not installed', 'public', 'its own "place"'])('where pgcrypto is %s, what is saved is encrypted', async (schema) => {
  const url = await databaseOf('creator')
  if (schema !== 'not installed') {
    // As on Supabase: somebody else's, in a schema that the login may use.
    const address = new URL(postgres.url)
    address.pathname = new URL(url).pathname
    const superuser = new Client({ connectionString: address.href })
    await superuser.connect()
    const name = superuser.escapeIdentifier(schema)
    await superuser.query(`create schema if not exists ${name}; grant usage on schema ${name} to creator; create extension pgcrypto with schema ${name}`)
    await superuser.end()
  }
  await migrate(url)
  await prepareKeys(url, path.join(folder, 'keys', `${crypto.randomUUID()}.env`), () => undefined)
  const database = connectDatabase(url, () => undefined)
  const { rows } = await database.transactionAs({ role: 'service_role' }, (client) =>
    client.query(`insert into enrollments (date_of_birth, ssn_last_four) values ('1980-02-29', '0042')
      returning date_of_birth, ssn_last_four, octet_length(personal_details) > 400 as encrypted`),
  )
  expect(rows).toEqual([{ date_of_birth: null, ssn_last_four: null, encrypted: true }])
  await database.close()
})

test('a login that may not use an existing role learns what to ask for', async () => {
  await migrate(await databaseOf('creator'))
  await expect(migrate(await databaseOf('ordinary'))).rejects.toThrow(
    'The login ordinary may not become the role anon. Let a superuser run: grant anon to ordinary;',
  )
})

test('where the roles exist, a superuser takes them as they are', async () => {
  await migrate(await databaseOf('creator'))
  expect(await migrate(await databaseOf('postgres'))).toContain('00000000000001_roles')
})
