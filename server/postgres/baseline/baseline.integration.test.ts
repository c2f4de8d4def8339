import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareKeys } from '../../personal-details/prepare-keys.ts'
import { connectDatabase } from '../database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded.ts'
import { prepareLogins } from '../logins.ts'
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

/** Has the server read its settings again, and waits until new connections are under them. */
async function reload(): Promise<void> {
  const { rows } = await admin.query<{ begun: Date }>('select clock_timestamp() as begun, pg_reload_conf()')
  const loaded = async () => {
    const database = connectDatabase(postgres.url, () => undefined)
    const [row] = await database.query<{ done: boolean }>({ text: 'select pg_conf_load_time() > $1 as done', values: [rows[0]?.begun] })
    await database.close()
    return row?.done
  }
  await expect.poll(loaded, { timeout: 30_000 }).toBe(true)
}

/** The logins that a gateway on this database gets, and what the log says of them. */
async function loginsOn(url: string) {
  const logged: unknown[] = []
  const logins = await prepareLogins(url, (event, fields) => void logged.push([event, fields]))
  const database = connectDatabase(logins.gateway, () => undefined)
  const [session] = await database.query({ text: 'select session_user as login, current_user as role' })
  const found = await database.transactionAs({ role: 'anon' }, (client) => client.query('select current_user as role'))
  await database.close()
  return { login: String(session?.login), roles: [session?.role, found.rows[0]?.role], logged }
}

test('a login with no more than CREATEROLE makes logins that own nothing', async () => {
  const url = await databaseOf('creator')
  await migrate(url)
  expect(await loginsOn(url)).toEqual({
    login: `site_gateway_of_${new URL(url).pathname.slice(1)}`,
    roles: ['site_gateway', 'anon'],
    logged: [],
  })
})

test('where the server lets no new login in, the gateway takes the role with the login that it has', async () => {
  const url = await databaseOf('creator')
  await migrate(url)
  const rules = path.join(folder, 'postgres/pg_hba.conf')
  const before = await readFile(rules, 'utf8')
  await writeFile(rules, `host all /^site_ all reject\n${before}`)
  await reload()
  expect(await loginsOn(url)).toEqual({
    login: 'creator',
    roles: ['site_gateway', 'anon'],
    logged: ['gateway', 'staff'].map((purpose) => ['database-login-refused', { purpose, code: '28000' }]),
  })
  await writeFile(rules, before)
  await reload()
})

test('a login that may use the roles but create none takes the role by itself', async () => {
  const url = await databaseOf('ordinary')
  await admin.query('grant anon, authenticated, service_role, site_gateway, site_staff to ordinary')
  await migrate(url)
  expect(await loginsOn(url)).toEqual({
    login: 'ordinary',
    roles: ['site_gateway', 'anon'],
    logged: ['gateway', 'staff'].map((purpose) => ['database-login-refused', { purpose, code: '42501' }]),
  })
  await admin.query('revoke anon, authenticated, service_role, site_gateway, site_staff from ordinary')
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
